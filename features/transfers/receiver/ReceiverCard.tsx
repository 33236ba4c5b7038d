import type { ReactNode } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Seal } from '#ui/picture/Seal.tsx'
import { Chip } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import type { transferTarget } from '../transfers.contract.ts'

export type Receiver = OutputOf<typeof transferTarget>

type ReceiverCardProps = {
  readonly receiver: Receiver
  readonly name: string
  readonly children?: ReactNode
}

export function ReceiverCard({ receiver, name, children }: ReceiverCardProps) {
  const t = useText()
  const { receiverId, nickname, paidBefore } = receiver
  const called = name || nickname
  return (
    <div className="grid gap-3 rounded-control bg-inset p-3">
      <div className="flex items-center gap-3">
        <Seal id={receiverId} size={56} />
        <div className="min-w-0 flex-1">
          <p className="font-semi leading-snug [overflow-wrap:anywhere]">
            {called ? <bdi>{called}</bdi> : <WalletId id={receiverId} />}
          </p>
          {name && nickname && (
            <p className="text-small text-ink-2">
              <bdi>{nickname}</bdi>
            </p>
          )}
          {called && (
            <p className="text-small text-ink-2">
              <WalletId id={receiverId} />
            </p>
          )}
        </div>
        {paidBefore && <Chip tone="accent">{t('transfer.paid_before')}</Chip>}
      </div>
      {!paidBefore && <p className="text-small text-ink-2">{t('transfer.new_receiver')}</p>}
      {children}
    </div>
  )
}
