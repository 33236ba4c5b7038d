import type { Asset } from '#kit/assets.ts'
import type { Moved } from '../terms/line.ts'

/** Days of late whose results are averaged. */
export const latelyDays = 30

/**
 * What days really brought their holders: `paid` ÷ `principal` is the result of one of them, on average. `paid` is below zero where
 * losses took more than was paid.
 */
export type Realised = { readonly days: number; readonly principal: bigint; readonly paid: bigint }

/** What a pot paid on settled days of late. */
export type PotDays = {
  /** Since it was shared for the first time, less those nobody shared. */
  readonly days: number
  /** Of them, those it had something to share out; all weights of these together; and what was paid, coin by coin. */
  readonly shared: number
  readonly weight: bigint
  readonly paid: ReadonlyMap<Asset, bigint>
}
/** What a weight in a pot stands for: these coins, each as much worth as the other. Units. */
export type Behind = { readonly coins: readonly Moved[]; readonly weight: bigint }

/**
 * What a day of a pot brought the coins behind a weight, on average. A day without anything to share out brought nothing, and counts.
 * Each coin is compared with the same coin, so no price is needed.
 * @returns undefined before the first day, and where no coins are behind the weight.
 * Assumed: what a market's shares brought is compared with what they hold now; it moves little in 30 days, and half of it is each coin.
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
