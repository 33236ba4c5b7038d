import { linkedWalletId, parseWalletId } from '#identity/wallet-id.ts'
import { plainDashes, tightCode } from '#kit/typed-text.ts'
import type { useContacts } from '#ui/contacts.ts'
import { ScanButton } from '#ui/ScanButton.tsx'
import { Skeleton } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { askAgain, useRead } from '#ui/use-call.ts'
import { useFailureText } from '#ui/use-failure-text.ts'
import { WalletIdField } from '#ui/WalletIdField.tsx'
import { KnownReceivers } from './KnownReceivers.tsx'
import { NameReceiver } from './NameReceiver.tsx'
import { type Receiver, ReceiverCard } from './ReceiverCard.tsx'
import { transferTarget } from './transfers.contract.ts'

/** Characters of a wallet ID. */
const idLength = 10

/** Who a typed ID belongs to. Its last character tells a typing error before the server is asked. */
export function useReceiver(typed: string) {
  const id = parseWalletId(typed)
  const read = useRead(transferTarget, { receiverId: id ?? '' }, { enabled: id !== undefined })
  const isWhole = plainDashes(tightCode(typed)).replaceAll('-', '').length >= idLength
  return {
    isWhole,
    receiver: id === undefined ? undefined : read.data,
    isMistyped: id === undefined && isWhole,
    isAsking: id !== undefined && read.isPending && !read.error,
    again: id === undefined || read.data ? undefined : askAgain(read),
    failure: useFailureText(id === undefined ? null : read.error),
  }
}

type Contacts = ReturnType<typeof useContacts>
type ReceiverFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  /** What a scanned code says. */
  readonly onScan: (text: string) => void
  readonly contacts: Contacts
  readonly found: {
    readonly receiver: Receiver | undefined
    readonly isMistyped: boolean
    readonly isAsking: boolean
    readonly failure: string | undefined
  }
}

/** The receiver's wallet ID, and below it whom it belongs to. */
export function ReceiverField({ value, onChange, onScan, contacts, found }: ReceiverFieldProps) {
  const t = useText()
  return (
    <div className="grid gap-3">
      <WalletIdField
        label={t('transfer.receiver')}
        value={value}
        onChange={(text) => (linkedWalletId(text) ? onScan(text) : onChange(text))}
        end={<ScanButton onScan={onScan} />}
        error={found.isMistyped ? t('transfer.receiver_wrong') : found.failure}
        hint={found.receiver ? undefined : t('transfer.receiver_hint')}
      />
      <div aria-live="polite">
        {found.isAsking && <Skeleton className="h-20 !rounded-control" />}
        {found.receiver && <Found receiver={found.receiver} contacts={contacts} />}
      </div>
      {value === '' && <KnownReceivers names={contacts.names} onChoose={onChange} />}
    </div>
  )
}

function Found({ receiver, contacts }: { readonly receiver: Receiver; readonly contacts: Contacts }) {
  const { receiverId } = receiver
  const name = contacts.names[receiverId] ?? ''
  return (
    <ReceiverCard receiver={receiver} name={name}>
      <NameReceiver key={receiverId + name} name={name} onName={(given) => contacts.name(receiverId, given)} />
    </ReceiverCard>
  )
}
