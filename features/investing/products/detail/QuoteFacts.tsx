import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { type Fact, FactGrid } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove, joinAmounts, showAmount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { ProductItem, Quote } from '../../orders/detail/order-texts.tsx'
import type { SideExchange } from '../purchase/use-side-exchange.tsx'

type Say = ReturnType<typeof useText>

export function QuoteFacts({ quote, product, pieces }: QuoteFactsProps) {
  const t = useText()
  return (
    <FactGrid
      facts={[
        ...piecesFacts(product, pieces, t),
        ...legFacts(product, quote, t),
        ...gainFacts(product, quote, t),
        ...timeFacts(quote, t),
      ]}
    />
  )
}

/** `amount` is per piece. */
export type Pieces = { readonly quantity: number; readonly amount: string }
type QuoteFactsProps = { readonly quote: Quote; readonly product: ProductItem; readonly pieces: Pieces | undefined }

/** "3 × 500 USDT"; empty for one piece. */
export const piecesFacts = ({ base }: ProductItem, pieces: Pieces | undefined, t: Say): Fact[] =>
  pieces
    ? [
        {
          label: t('product.quantity'),
          value: `${pieces.quantity} × ${showAmount(pieces.amount)} ${base}`,
        },
      ]
    : []

export function legFacts(product: ProductItem, quote: Quote, t: Say, exact = false): Fact[] {
  const { side } = product
  return [
    { label: t('quote.base'), value: <AmountText value={quote.base} coin={product.base} />, strong: true },
    ...(side && isAbove(quote.sideMost)
      ? [
          { label: t('quote.side'), value: <AmountText value={quote.side} coin={side} exact={exact} /> },
          { label: t('quote.side_most'), value: <AmountText value={quote.sideMost} coin={side} exact={exact} /> },
        ]
      : []),
  ]
}

export function exchangeFacts(product: ProductItem, quote: Quote, exchange: SideExchange, t: Say): Fact[] {
  const { give, amount, receive, least } = exchange
  const units = (text: string): bigint => parseUnits(text) ?? 0n
  const leaves =
    give === product.base ? (
      <AmountText value={showUnits(units(quote.base) + units(amount))} coin={give} />
    ) : (
      joinAmounts([`${showAmount(quote.base)} ${product.base}`, `${showAmount(amount)} ${give}`])
    )
  const kept = units(least) - units(quote.sideMost)
  return [
    { label: t('buy.side_get', { side: receive }), value: <AmountText value={amount} coin={give} exact /> },
    { label: t('exchange.least'), value: <AmountText value={least} coin={receive} exact /> },
    { label: t('buy.leaves'), value: leaves },
    ...(kept > 0n ? [{ label: t('buy.keeps'), value: <AmountText value={showUnits(kept)} coin={receive} /> }] : []),
  ]
}

export function gainFacts(product: ProductItem, quote: Quote, t: Say, exact = false): Fact[] {
  const { promised, shares } = quote
  return [
    ...(product.accrual === 'fixed'
      ? [{ label: t('quote.interest'), value: <AmountText value={quote.interest} coin={product.base} exact /> }]
      : []),
    ...(promised
      ? [{ label: t('quote.promised'), value: <AmountText value={promised.amount} coin={promised.asset} about /> }]
      : []),
    ...(shares
      ? [
          { label: t('quote.shares'), value: <AmountText value={shares.now} about /> },
          { label: t('quote.shares_least'), value: <AmountText value={shares.least} exact={exact} /> },
        ]
      : []),
    ...(isAbove(quote.power)
      ? [{ label: t('quote.power'), value: <AmountText value={quote.power} coin="POWER" exact={exact} /> }]
      : []),
  ]
}

export const timeFacts = (quote: Quote, t: Say): Fact[] => [
  { label: t('quote.starts'), value: showMoment(quote.startsAt) },
  ...(quote.endsAt ? [{ label: t('quote.ends'), value: showMoment(quote.endsAt) }] : []),
]

export function coinsOf(product: ProductItem, quote: Quote): string {
  const side = product.side && `${showAmount(quote.side)} ${product.side}`
  return joinAmounts([`${showAmount(quote.base)} ${product.base}`, ...(side ? [side] : [])])
}

/** The coins paid and their value in USDT. Undefined if only USDT is paid. */
export function debitOf(
  product: ProductItem,
  quote: Quote,
): { readonly coins: string; readonly worth: string } | undefined {
  const { base, side } = product
  const takesSide = side !== null && isAbove(quote.sideMost)
  if (!takesSide && base === 'USDT') return undefined
  const units = (text: string): bigint => parseUnits(text) ?? 0n
  // A market takes both coins in equal value.
  const sideWorth = product.line === 'liquidity' ? quote.value : quote.sidePower
  const worth = showUnits(units(quote.value) + (takesSide ? units(sideWorth) : 0n))
  return {
    coins: joinAmounts([
      `${showAmount(quote.base)} ${base}`,
      ...(takesSide ? [`${showAmount(quote.side)} ${side}`] : []),
    ]),
    worth: showAmount(worth, { worth: true }),
  }
}
