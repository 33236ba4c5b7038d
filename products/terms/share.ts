import { divide, rateOf, showUnits, unitsPerOne } from '#kit/amount.ts'

export const isZero = (share: string): boolean => rateOf(share).numerator === 0n

/** A share as a percentage: "0.0024" → "0.24". Exact. */
export function percent(share: string): string {
  const { numerator, denominator } = rateOf(share)
  return showUnits(divide(numerator * 100n * unitsPerOne, denominator, 'down'))
}

/** A fraction as a share of at most 6 decimals, rounded down, a loss away from 0: yields are never shown as more than they are. */
export function shareText(numerator: bigint, denominator: bigint): string {
  const millionths =
    numerator < 0n
      ? -divide(-numerator * 1_000_000n, denominator, 'up')
      : divide(numerator * 1_000_000n, denominator, 'down')
  return showUnits(millionths * 100n)
}

/** The rate of a round for 365 days, without compounding, rounded down. */
export function annualShare(rate: string, days: number): string {
  const { numerator, denominator } = rateOf(rate)
  return shareText(numerator * 365n, denominator * BigInt(days))
}
