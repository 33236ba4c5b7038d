import type { Rate } from '#kit/amount/amount.ts'
import type { Quota } from '../orders/quota.ts'
import type { PowerFigures } from '../power/power-figures.ts'
import type { Moved } from '../terms/line.ts'
import type { Paid, Product } from '../terms/order.ts'
import type { PackageSales } from '../terms/sales.ts'
import type { PoolUse } from './pool-use.ts'
import type { Realised } from './realised.ts'

export type ProductFacts = {
  readonly product: Product
  /** Undefined if the line promises nothing. */
  readonly poolFree: bigint | undefined
  /** Undefined without an emission cap. */
  readonly emission?: Moved | undefined
  readonly sidePrice: Rate | undefined
  readonly paid: (days: number) => Paid | undefined
  /** Recent results, for lines without a fixed result. */
  readonly lately?: Realised | undefined
  /** USDT units per unit of the coin a package pays, at its sale price. Undefined without a package or price. */
  readonly handedOut?: Rate | undefined
  readonly realisedADay?: { readonly days: number; readonly coins: readonly Moved[] } | undefined
  /** Undefined without POWER, or before its first day. */
  readonly realisedPower?: Pick<PowerFigures, 'days' | 'realised' | 'named'> | undefined
  readonly poolUse?: PoolUse | undefined
  readonly quota: Quota
  /** Undefined for lines other than packages. */
  readonly sales?: PackageSales | undefined
  readonly now: Date
}
