import { divide } from '#kit/amount.ts'
import type { Asset, Coin } from '#kit/assets.ts'
import type { PoolId } from '#ledger/lines.ts'
import { accrualOf, lineOf } from '../registry.ts'
import type { Product } from '../terms/order.ts'

/** The pool a product is paid from, and the coins of it that pay. */
export type PoolOf = {
  readonly pool: PoolId
  readonly coins: readonly Coin[]
  /** What flows into it is shared out and no more: it has no stock that could run out. */
  readonly passesOn?: true
}

/**
 * Which pool pays orders of a product: what its interest is set aside from, what it has a share of, or the compute pool where POWER is
 * all it grants. undefined where a market, a venue or coins set aside beforehand pay.
 */
export function poolOf({ line, base }: Product): PoolOf | undefined {
  const { fixed, share, pool, joinsMarket } = lineOf(line)
  if (fixed) return { pool: fixed.pool, coins: [base] }
  if (share && pool.passesOn && !joinsMarket) return { pool: share.pool, coins: pool.coins, passesOn: true }
  if (share && !joinsMarket) return { pool: share.pool, coins: [share.needsPrice ?? base] }
  return accrualOf(lineOf(line)) === 'power' ? { pool: 'compute', coins: ['ATMC'] } : undefined
}

/** What went through a coin of a pool on settled days. Units. */
export type CoinUse = {
  readonly asset: Asset
  readonly free: bigint
  /** To orders and wallets, less what came back unused. Below zero when more came back. */
  readonly used: bigint
  /** From the company: its capital, fees, coins bought for it; less what went back there. */
  readonly received: bigint
}
/** The last days that are settled, 30 at most. */
export type PoolUse = PoolOf & { readonly days: number; readonly uses: readonly CoinUse[] }

/**
 * For how many days what is free would last if as much went out each day as lately and nothing came in, rounded down. undefined where
 * nothing went out, and where a pool only passes on what comes in.
 * Assumed: a pool's runway goes by what went out on average of the settled days of the last 30.
 */
export function lastsDays({ days, uses, passesOn }: PoolUse): number | undefined {
  const [use] = uses
  if (!use || passesOn || use.used <= 0n) return undefined
  return Number(divide(use.free * BigInt(days), use.used, 'down'))
}
