import type { Asset } from '#kit/amount/coins.ts'
import type { Moved } from '../terms/line.ts'

export const latelyDays = 30

/** `paid` ÷ `principal` is the average result per day. `paid` is negative if losses exceeded payments. */
export type Realised = { readonly days: number; readonly principal: bigint; readonly paid: bigint }

export type PotDays = {
  /** Days since the pot first had holders, without days that had none. */
  readonly days: number
  /** `shared` counts the days with a payout. */
  readonly shared: number
  readonly weight: bigint
  readonly paid: ReadonlyMap<Asset, bigint>
}
/** `coins`: invested coins of equal value, in units. */
export type Behind = { readonly coins: readonly Moved[]; readonly weight: bigint }

/**
 * Days without a payout count as 0. Each coin is compared with itself, so no price is needed. @returns undefined before the first day or
 * without coins. Assumed: payments for market shares are compared with the coins that the shares hold now. These change little in 30 days,
 * and each coin is half.
 */
export function realisedOf(pot: PotDays, { coins, weight }: Behind): Realised | undefined {
  if (pot.days === 0 || weight === 0n || coins.some(({ units }) => units === 0n)) return undefined
  if (pot.weight === 0n) return { days: pot.days, principal: 1n, paid: 0n }
  const all = coins.reduce((product, { units }) => product * units, 1n)
  const paid = coins.reduce((sum, { asset, units }) => sum + (pot.paid.get(asset) ?? 0n) * (all / units), 0n)
  return {
    days: pot.days,
    paid: paid * weight * BigInt(pot.shared),
    principal: all * BigInt(coins.length) * pot.weight * BigInt(pot.days),
  }
}
