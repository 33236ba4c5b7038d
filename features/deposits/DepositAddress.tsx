import { AddressText } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Card } from '#ui/List.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { useText } from '#ui/texts.ts'

type DepositAddressProps = { readonly address: string; readonly coin: string; readonly network: string }

/** The address: to be scanned, compared, copied or sent to the payer. */
export function DepositAddress({ address, coin, network }: DepositAddressProps) {
  const t = useText()
  // A share that was called off is no fault.
  const share = () => navigator.share({ title: `${coin} · ${network}`, text: address }).catch(() => undefined)
  const canShare = typeof navigator.share === 'function'
  return (
    <Card className="grid gap-4 p-4">
      <QrCode value={address} label={t('deposit.qr', { coin, network })} size={184} />
      <div className="rounded-control bg-inset px-4 py-3 text-center">
        <h2 className="mb-1 text-caption font-semi text-ink-3">{t('deposit.address')}</h2>
        <AddressText value={address} className="text-center!" />
      </div>
      <div className={`grid gap-2 ${canShare ? 'grid-cols-2' : ''}`}>
        <CopyButton value={address} label={t('deposit.copy')} words />
        {canShare && (
          <Button look="quiet" icon="send" onClick={() => void share()}>
            {t('deposit.share')}
          </Button>
        )}
      </div>
    </Card>
  )
}
