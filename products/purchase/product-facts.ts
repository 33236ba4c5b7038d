import type { Rate } from '#kit/amount.ts'
import type { Quota } from '../orders/quota.ts'
import type { Moved } from '../terms/line.ts'
import type { Paid, Product } from '../terms/order.ts'
import type { PackageSales } from '../terms/sales.ts'
import type { PoolUse } from './pool-use.ts'
import type { Realised } from './realised.ts'

/** Everything a product is shown with. */
export type ProductFacts = {
  readonly product: Product
  /** What the line's pool can promise; undefined where none is promised. */
  readonly poolFree: bigint | undefined
  /** What is left for orders that exit at a cap; undefined where nothing caps them. */
  readonly emission?: Moved | undefined
  /** Units of the base coin for one unit of the side coin. */
  readonly sidePrice: Rate | undefined
  /** By days of the period. */
  readonly paid: (days: number) => Paid | undefined
  /** What a day of late brought, where nothing sure can be said before. */
  readonly lately?: Realised | undefined
  /** What a day paid for a product that has a price, where its weight is shared by. */
  readonly realisedADay?: { readonly days: number; readonly coins: readonly Moved[] } | undefined
  /** What went through the pool that pays it. */
  readonly poolUse?: PoolUse | undefined
  /** What is left of today, and who queues. */
  readonly quota: Quota
  /** What packages still sell today; undefined of other lines. */
  readonly sales?: PackageSales | undefined
  readonly now: Date
}
