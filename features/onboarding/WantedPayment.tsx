import { maskWalletId, type PaymentLink, readPaymentLink } from '#identity/wallet-link.ts'
import { Seal } from '#ui/picture/Seal.tsx'
import { Card } from '#ui/shell/List.tsx'
import { wantedScreen } from '#ui/shell/navigation.ts'
import { Note } from '#ui/show/Facts.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'

export function wantedPayment(): PaymentLink {
  const wanted = wantedScreen()
  return wanted?.path === '/pages/wallet/conver' ? readPaymentLink(wanted.query) : undefined
}

type WantedPaymentProps = {
  readonly link: PaymentLink
  readonly small?: boolean
}

export function WantedPayment({ link, small = false }: WantedPaymentProps) {
  const t = useText()
  if (!link) return null
  if (link === 'broken')
    return (
      <div role="alert">
        <Note>{t('link.broken')}</Note>
      </div>
    )
  const { to, coin, amount } = link
  const who = maskWalletId(to)
  const asks = amount
    ? t('link.asks', { who, amount: `${showAmount(amount)}\u00a0${coin}` })
    : t('link.asks_any', { who })
  if (small)
    return (
      <Card className="flex items-center gap-3 p-4">
        <Seal id={to} size={44} />
        <p className="min-w-0 font-semi leading-tight">{asks}</p>
      </Card>
    )
  return (
    <Card className="grid justify-items-center gap-3 p-5 text-center">
      <Seal id={to} size={72} />
      <div className="grid gap-1">
        <h2 className="text-title leading-tight font-semi">{asks}</h2>
        <p className="text-small text-ink-2">
          <WalletId id={to} />
        </p>
      </div>
      <p className="text-small text-ink-2">{t('link.care')}</p>
    </Card>
  )
}
