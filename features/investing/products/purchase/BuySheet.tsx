import { useRef } from 'react'
import { useSend } from '#ui/call/use-send.ts'
import { dropDraft } from '#ui/draft/use-kept-fields.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Facts } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { FiatNote } from '#ui/text/Fiat.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { buyOrder } from '../../investing.contract.ts'
import type { ProductItem, Quote } from '../../orders/detail/order-texts.tsx'
import { OutcomesCard } from '../../results/OutcomesCard.tsx'
import { OwnWorst } from '../detail/OwnWorst.tsx'
import { debitOf, exchangeFacts, gainFacts, legFacts, piecesFacts, timeFacts } from '../detail/QuoteFacts.tsx'
import { ReinvestMeans } from '../detail/ReinvestMeans.tsx'
import { exchangeAndBuy } from '../exchange-and-buy.contract.ts'
import { formOfPurchase } from './purchase-draft.ts'
import { quotedOutcomes } from './reinvest-outcomes.tsx'
import type { SideExchange } from './use-side-exchange.tsx'

type BuySheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly product: ProductItem
  /** `reinvest` is set only if the line offers the choice, `days` only if it has a term. */
  readonly order: {
    readonly amount: string
    readonly days?: number
    /** Default: one piece. */
    readonly quantity?: number
    readonly reinvest?: boolean
    readonly card: string
  }
  readonly quote: Quote
  readonly action: string
  /** Buys the second coin in the same step. */
  readonly exchange?: SideExchange | undefined
}

export function BuySheet({ open, onClose, product, order, quote, ...shown }: BuySheetProps) {
  const t = useText()
  // The user confirms what the sheet showed when it opened.
  const kept = useRef(shown)
  if (!open) kept.current = shown
  const { action, exchange } = kept.current
  const debit = debitOf(product, quote)
  const send = useSend(t(`line.${product.line}`), `${showAmount(quote.base)} ${product.base}`, () =>
    go('/pages/invest/logs', { type: 'purchase' }, { replace: true }),
  )
  const buy = async ({ code }: { code: string }) => {
    // The shown maximum and minimum are binding, because prices move.
    const input = {
      productId: product.productId,
      ...order,
      sideMax: quote.sideMost,
      ...(quote.shares ? { leastShares: quote.shares.least } : {}),
    }
    const bought = exchange
      ? await send(
          exchangeAndBuy,
          {
            ...input,
            exchangeId: exchange.exchangeId,
            direction: exchange.direction,
            giveAmount: exchange.amount,
            least: exchange.least,
            code,
          },
          ['sideMax', 'leastShares', 'giveAmount', 'least', 'code'],
        )
      : await send(buyOrder, input, ['sideMax', 'leastShares'])
    if (!bought) return undefined
    dropDraft(formOfPurchase(product))
    const count = bought.orderIds.length
    toast(count === 1 ? t('product.bought') : t('product.bought_many', { count: String(count) }))
    if (count === 1) go('/pages/invest/detail', { id: String(bought.order.orderId) }, { replace: true })
    else go('/pages/invest/logs', { type: 'purchase' }, { replace: true })
    return undefined
  }
  return (
    <PasswordSheet
      open={open}
      onClose={onClose}
      title={t('product.confirm')}
      action={action}
      final={exchange !== undefined}
      googleCode={exchange?.needsCode ?? false}
      onConfirm={buy}
    >
      <OwnWorst product={product} period={undefined} quote={quote} />
      <Facts
        facts={[
          ...piecesFacts(product, order.quantity ? { quantity: order.quantity, amount: order.amount } : undefined, t),
          ...legFacts(product, quote, t),
          ...(exchange
            ? exchangeFacts(product, quote, exchange, t)
            : debit
              ? [{ label: t('quote.worth'), value: `≈ ${debit.worth} USDT` }]
              : []),
          ...gainFacts(product, quote, t, true),
          ...(order.days
            ? [{ label: t('product.period'), value: t('product.days', { days: String(order.days) }) }]
            : []),
          ...timeFacts(quote, t),
        ]}
      />
      {order.reinvest === undefined && <OutcomesCard ways={quote.ways} takable={product.line === 'compound'} />}
      {order.reinvest !== undefined && (
        <ReinvestMeans reinvest={order.reinvest} outcomes={quotedOutcomes(t, product, quote)} />
      )}
      <FiatNote />
    </PasswordSheet>
  )
}
