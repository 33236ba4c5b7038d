import { ScanButton } from '#ui/ScanButton.tsx'
import { useText } from '#ui/texts.ts'
import { WalletIdField } from '#ui/WalletIdField.tsx'
import type { Found } from './use-receiver.tsx'

type ReceiverFieldProps = {
  readonly value: string
  /** What was typed or pasted: an ID, or a payment link. */
  readonly onChange: (text: string) => void
  /** What a scanned code says. */
  readonly onScan: (text: string) => void
  readonly found: Found
  /** What was typed is a payment link that cannot be relied on. */
  readonly isBroken: boolean
}

/** The receiver's wallet ID: typed, pasted with a whole link, or scanned. */
export function ReceiverField({ value, onChange, onScan, found, isBroken }: ReceiverFieldProps) {
  const t = useText()
  return (
    <WalletIdField
      label={t('transfer.receiver')}
      value={value}
      onChange={onChange}
      end={<ScanButton onScan={onScan} />}
      error={isBroken ? t('link.broken') : found.isMistyped ? t('transfer.receiver_wrong') : found.failure}
      hint={found.receiver ? undefined : t('transfer.receiver_hint')}
    />
  )
}
