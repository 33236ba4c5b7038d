import type { Rate } from '#kit/amount.ts'
import type { Quota } from '../orders/quota.ts'
import type { PowerFigures } from '../power/power-figures.ts'
import type { Moved } from '../terms/line.ts'
import type { Paid, Product } from '../terms/order.ts'
import type { PackageSales } from '../terms/sales.ts'
import type { PoolUse } from './pool-use.ts'
import type { Realised } from './realised.ts'

/** All facts that a product is shown with. */
export type ProductFacts = {
  readonly product: Product
  /** The amount that the line's pool can promise. undefined: the line promises nothing. */
  readonly poolFree: bigint | undefined
  /** The rest of the pool for orders that exit at a cap. undefined: no cap. */
  readonly emission?: Moved | undefined
  /** Units of the base coin for one unit of the side coin. */
  readonly sidePrice: Rate | undefined
  /** By the number of days of the period. */
  readonly paid: (days: number) => Paid | undefined
  /** The average result of the last days, for lines whose result nobody knows in advance. */
  readonly lately?: Realised | undefined
  /** Units of USDT for one unit of the coin that a package pays, at the price it is sold at. undefined: no package, or no price. */
  readonly handedOut?: Rate | undefined
  /** The payment of a day for a product with a price, if its weight takes part in a share. */
  readonly realisedADay?: { readonly days: number; readonly coins: readonly Moved[] } | undefined
  /** What a day of its line really paid in POWER of late, beside what the terms name. undefined: no POWER, or no day of it yet. */
  readonly realisedPower?: Pick<PowerFigures, 'days' | 'realised' | 'named'> | undefined
  /** The flows of the pool that pays it. */
  readonly poolUse?: PoolUse | undefined
  /** The rest of today's quota, and the length of the queue. */
  readonly quota: Quota
  /** The value of packages that may still be sold today. undefined for other lines. */
  readonly sales?: PackageSales | undefined
  readonly now: Date
}
