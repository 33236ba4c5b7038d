import { type Rate, showUnits } from '#kit/amount.ts'
import type { Refusal } from '#kit/failure.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { getProduct, listProducts } from '../investing.contract.ts'
import type { Product } from '../orders/order.ts'
import { priceText } from '../orders/order-view.ts'
import { annualShare, shareText } from '../share.ts'
import { type Figures, powerOf, sideMostOf } from './purchase.ts'
import { lineOf } from './registry.ts'

export type ProductItem = OutputOf<typeof listProducts>['items'][number]
export type Quote = NonNullable<OutputOf<typeof getProduct>['quote']>

/** What ended rounds of a period really paid, in units. */
export type Paid = { readonly rounds: number; readonly principal: bigint; readonly interest: bigint }
export type ProductFacts = {
  readonly product: Product
  /** What the line's pool can promise; undefined where none is promised. */
  readonly poolFree: bigint | undefined
  /** Units of the base coin for one unit of the side coin. */
  readonly sidePrice: Rate | undefined
  /** By days of the period. */
  readonly paid: (days: number) => Paid | undefined
  readonly now: Date
}

const stateOf = (product: Product, now: Date): ProductItem['state'] => {
  if (product.endedAt && product.endedAt <= now) return 'ended'
  return product.openFrom > now ? 'upcoming' : 'open'
}

/** A product as it is shown: what it advertises beside what it really paid. */
export function showProduct({ product, poolFree, sidePrice, paid, now }: ProductFacts): ProductItem {
  const { fixed } = lineOf(product.line)
  return {
    productId: product.id,
    line: product.line,
    accrual: fixed ? 'fixed' : 'power',
    base: product.base,
    side: product.side ?? null,
    reinvests: fixed !== undefined,
    exitFee: product.exitFee ?? null,
    periods: product.periods.map((period) => {
      const { days, rate, sideShare } = period
      const real = paid(days)
      return {
        days,
        rate,
        annualRate: annualShare(rate, days),
        sideShare,
        powerPerDay: powerOf(product, period),
        realisedRate: real && real.principal > 0n ? shareText(real.interest, real.principal) : null,
        endedRounds: real?.rounds ?? 0,
      }
    }),
    minimum: showUnits(product.minimumUnits),
    maximumValue: showUnits(product.maximumValueUnits),
    state: stateOf(product, now),
    openFrom: product.openFrom.toISOString(),
    poolFree: poolFree === undefined ? null : showUnits(poolFree),
    sidePrice: sidePrice ? priceText(sidePrice) : null,
  }
}

/** The figures of an order before it is bought, and what would refuse it now. */
export const showQuote = (figures: Figures, problem: Refusal | undefined): Quote => ({
  base: showUnits(figures.baseUnits),
  side: showUnits(figures.sideUnits),
  sideMost: showUnits(sideMostOf(figures.sideUnits)),
  interest: showUnits(figures.promiseUnits),
  value: showUnits(figures.valueUnits),
  power: showUnits(figures.powerUnits),
  sidePower: showUnits(figures.sideValueUnits),
  startsAt: figures.startsAt.toISOString(),
  endsAt: figures.endsAt?.toISOString() ?? null,
  problem: problem ? { key: problem.key, params: { ...problem.params } } : null,
})
