import type { ReactNode } from 'react'
import type { useContacts } from '#ui/device/contacts.ts'
import { Seal } from '#ui/picture/Seal.tsx'
import { Skeleton } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { NameReceiver } from './NameReceiver.tsx'
import { ReceiverCard } from './ReceiverCard.tsx'
import type { Found } from './use-receiver.tsx'

type ChosenReceiverProps = {
  readonly found: Found
  readonly contacts: ReturnType<typeof useContacts>
  /** Omitted below a field that already explains the refusal. */
  readonly onChange?: (() => void) | undefined
  readonly invite: ReactNode
}

export function ChosenReceiver({ found, contacts, onChange, invite }: ChosenReceiverProps) {
  const t = useText()
  const { id, receiver, failure, isAsking } = found
  const change = onChange && (
    <button
      type="button"
      onClick={onChange}
      className="press -my-2 min-h-11 justify-self-start text-small font-semi text-accent-ink"
    >
      {t('transfer.change')}
    </button>
  )
  if (id === undefined) return null
  const name = contacts.names[id] ?? ''
  return (
    <div aria-live="polite" className="grid gap-3">
      {isAsking && <Skeleton className="h-32 !rounded-control" />}
      {receiver && (
        <ReceiverCard receiver={receiver} name={name}>
          <div className="flex flex-wrap gap-x-5 gap-y-4">
            {change}
            <NameReceiver key={id + name} name={name} onName={(given) => contacts.name(id, given)} />
          </div>
        </ReceiverCard>
      )}
      {onChange && failure && (
        <div className="grid gap-3 rounded-control bg-inset p-3">
          <div className="flex items-center gap-3">
            <Seal id={id} size={56} />
            <p className="min-w-0 flex-1 font-semi">{name ? <bdi>{name}</bdi> : <WalletId id={id} />}</p>
          </div>
          <p role="alert" className="text-small text-neg">
            {failure}
          </p>
          {change}
        </div>
      )}
      {found.mayComeLater && invite}
    </div>
  )
}
