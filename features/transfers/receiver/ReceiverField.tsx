import { WalletIdField } from '#ui/form/WalletIdField.tsx'
import { ScanButton } from '#ui/sheet/ScanButton.tsx'
import { useText } from '#ui/text/texts.ts'
import type { Found } from './use-receiver.tsx'

type ReceiverFieldProps = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onScan: (text: string) => void
  readonly found: Found
  readonly isBroken: boolean
}

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
