import { divide } from '#kit/amount/amount.ts'
import type { Asset, Coin } from '#kit/amount/coins.ts'
import type { PoolId } from '#ledger/posting/lines.ts'
import { accrualOf, lineOf } from '../registry.ts'
import type { Product } from '../terms/order.ts'

export type PoolOf = {
  readonly pool: PoolId
  readonly coins: readonly Coin[]
  /** The pool pays out only its inflow, so it cannot run out. */
  readonly passesOn?: true
}

/**
 * The pool that pays the interest or share, or the compute pool if the product grants only POWER. Undefined if a market, a venue or locked
 * coins pay.
 */
export function poolOf({ line, base }: Product): PoolOf | undefined {
  const { fixed, share, pool, joinsMarket } = lineOf(line)
  if (fixed) return { pool: fixed.pool, coins: [base] }
  if (share && pool.passesOn && !joinsMarket) return { pool: share.pool, coins: pool.coins, passesOn: true }
  if (share && !joinsMarket) return { pool: share.pool, coins: [share.needsPrice ?? base] }
  return accrualOf(lineOf(line)) === 'power' ? { pool: 'compute', coins: ['ATMC'] } : undefined
}

/** In units, over settled days. */
export type CoinUse = {
  readonly asset: Asset
  readonly free: bigint
  /** Paid out minus returned. Negative if more was returned. */
  readonly used: bigint
  readonly received: bigint
}
/** At most the last 30 settled days. */
export type PoolUse = PoolOf & { readonly days: number; readonly uses: readonly CoinUse[] }

/**
 * Days until the free amount runs out without income, rounded down. Undefined without outflow, or if the pool only passes income on.
 * Assumed: the runway uses the average outflow of the settled days among the last 30.
 */
export function lastsDays({ days, uses, passesOn }: PoolUse): number | undefined {
  const [use] = uses
  if (!use || passesOn || use.used <= 0n) return undefined
  return Number(divide(use.free * BigInt(days), use.used, 'down'))
}
