import { divide, lesser, parseUnits, rateOf, showUnits } from '#kit/amount/amount.ts'
import type { ProductItem } from '../detail/product-view.ts'

type BalanceOf = (coin: string) => string | undefined

/** Possible excess over the quoted side coin (products/terms/purchase.ts). */
const margin = { numerator: 100n, denominator: 102n }

/** Maximum amount: the balance, or less if the side coin covers less, rounded down. Undefined if unknown. */
export function mostFor(
  { base, side, sidePrice }: Pick<ProductItem, 'base' | 'side' | 'sidePrice'>,
  period: { readonly sideShare: string } | undefined,
  balanceOf: BalanceOf,
): string | undefined {
  const own = balanceOf(base)
  const share = rateOf(period?.sideShare ?? '0')
  if (own === undefined || side === null || share.numerator === 0n || sidePrice === null) return own
  const have = parseUnits(balanceOf(side) ?? '') ?? undefined
  if (have === undefined) return own
  const price = rateOf(sidePrice)
  const enough = divide(
    have * margin.numerator * price.numerator * share.denominator,
    margin.denominator * price.denominator * share.numerator,
    'down',
  )
  return showUnits(lesser(enough, parseUnits(own) ?? 0n))
}
