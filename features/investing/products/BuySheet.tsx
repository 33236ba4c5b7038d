import { useRef } from 'react'
import { randomUuid } from '#kit/random.ts'
import { AmountText } from '#ui/AmountText.tsx'
import { call } from '#ui/call.ts'
import { Facts } from '#ui/Facts.tsx'
import { showMoment } from '#ui/format.ts'
import { go } from '#ui/navigation.ts'
import { PasswordSheet } from '#ui/PasswordSheet.tsx'
import { useText } from '#ui/texts.ts'
import { toast } from '#ui/toasts.ts'
import { reads } from '#ui/use-call.ts'
import { buyOrder } from '../investing.contract.ts'
import type { ProductItem, Quote } from '../orders/order-texts.tsx'

type BuySheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly product: ProductItem
  /** `reinvest` only where there is a choice. */
  readonly order: {
    readonly amount: string
    readonly days: number
    readonly reinvest?: boolean
    readonly card: string
  }
  readonly quote: Quote
}

/** The last look before the coins go in: what is paid, what comes, when; then the password. */
export function BuySheet({ open, onClose, product, order, quote }: BuySheetProps) {
  const t = useText()
  const attempt = useRef({ said: '', key: '' })
  const buy = async () => {
    // The price of the side coin moves all the time: what was shown as the most is the most that is taken.
    const input = { productId: product.productId, ...order, sideMax: quote.sideMost }
    const said = JSON.stringify(input)
    if (attempt.current.said !== said) attempt.current = { said, key: randomUuid() }
    const { order: bought } = await call(buyOrder, input, { idempotencyKey: attempt.current.key, quiet: true })
    void reads.invalidateQueries()
    toast(t('product.bought'))
    go('/pages/invest/detail', { id: String(bought.orderId) }, { replace: true })
    return undefined
  }
  return (
    <PasswordSheet open={open} onClose={onClose} title={t('product.confirm')} onConfirm={buy}>
      <Facts
        facts={[
          { label: t('quote.base'), value: <AmountText value={quote.base} coin={product.base} />, strong: true },
          ...(product.side
            ? [
                { label: t('quote.side'), value: <AmountText value={quote.side} coin={product.side} exact /> },
                { label: t('quote.side_most'), value: <AmountText value={quote.sideMost} coin={product.side} exact /> },
              ]
            : []),
          product.accrual === 'fixed'
            ? { label: t('quote.interest'), value: <AmountText value={quote.interest} coin={product.base} exact /> }
            : { label: t('quote.power'), value: <AmountText value={quote.power} coin="POWER" exact /> },
          ...(order.days > 0
            ? [{ label: t('product.period'), value: t('product.days', { days: String(order.days) }) }]
            : []),
          { label: t('quote.starts'), value: showMoment(quote.startsAt) },
          ...(order.reinvest === undefined
            ? quote.endsAt
              ? [{ label: t('quote.ends'), value: showMoment(quote.endsAt) }]
              : []
            : [{ label: t('reinvest.label'), value: t(order.reinvest ? 'reinvest.is_on' : 'reinvest.is_off') }]),
        ]}
      />
    </PasswordSheet>
  )
}
