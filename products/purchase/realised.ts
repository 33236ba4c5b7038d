import type { Asset } from '#kit/assets.ts'
import type { Moved } from '../terms/line.ts'

/** The number of last days whose results are averaged. */
export const latelyDays = 30

/**
 * The real results of days: `paid` ÷ `principal` is the average result of one day. `paid` is below zero if the losses were larger than the
 * payments.
 */
export type Realised = { readonly days: number; readonly principal: bigint; readonly paid: bigint }

/** The payments of a pot on the last settled days. */
export type PotDays = {
  /** Days since it was shared for the first time, without days on which nobody shared it. */
  readonly days: number
  /** Of these days: the days with something to share out; the sum of their weights; and the payments, coin by coin. */
  readonly shared: number
  readonly weight: bigint
  readonly paid: ReadonlyMap<Asset, bigint>
}
/** The coins behind a weight in a pot; each coin has the same worth. Units. */
export type Behind = { readonly coins: readonly Moved[]; readonly weight: bigint }

/**
 * The average result of a day of a pot, for the coins behind a weight. A day with nothing to share out counts with a result of nothing.
 * Each coin is compared with the same coin, so no price is needed.
 * @returns undefined before the first day, and if no coins are behind the weight.
 * Assumed: the payments of a market's shares are compared with the coins that the shares hold now. These move little in 30 days, and each
 * coin is half of them.
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
