import { Note } from '#ui/show/Facts.tsx'
import { isAbove, joinAmounts, showAmount, showPercent } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { coinNames, type ProductItem, type Quote } from '../../orders/detail/order-texts.tsx'
import { isPriced } from '../cards/product-groups.ts'

type Period = ProductItem['periods'][number]
type OwnWorstProps = {
  readonly product: ProductItem
  readonly period: Period | undefined
  /** Without a quote, the sentence names only coins and share. */
  readonly quote?: Quote | null
  /** Two lines instead of a box. */
  readonly brief?: boolean
}

export function OwnWorst(props: OwnWorstProps) {
  const t = useText()
  if (props.brief) return <p className="min-h-[2lh] px-1 text-small text-neg">{worstText(props, t)}</p>
  return <Note tone="neg">{worstText(props, t)}</Note>
}

export function worstText({ product, period, quote }: OwnWorstProps, t: Say): string {
  const { base, side, line } = product
  const losesSide = product.reinvests && side !== null && isAbove(quote ? quote.sideMost : (period?.sideShare ?? '0'))
  const lost = quote && side ? `${showAmount(quote.side)} ${side}` : ''
  const takesSide = side !== null && isAbove(quote ? quote.sideMost : (period?.sideShare ?? '0'))
  const own = quote
    ? joinAmounts([`${showAmount(quote.base)} ${base}`, ...(takesSide ? [`${showAmount(quote.side)} ${side}`] : [])])
    : coinNames({ base, side: takesSide ? side : null })
  if (losesSide)
    return quote
      ? t('own_worst.side', { lost, in: own })
      : t('own_worst.side_share', { side, base, share: showPercent(period?.sideShare ?? '0') })
  if (isPriced(product)) return t('own_worst.spent', { in: own })
  if (line === 'package') return t('own_worst.release', { in: own, coin: product.pays ?? base })
  if (line === 'liquidity' || line === 'fund') return t('own_worst.lost', { in: own })
  return product.accrual === 'fixed'
    ? t('own_worst.held', { in: own, coin: coinNames({ base, side: takesSide ? side : null }) })
    : t('own_worst.unpaid', { in: own })
}
