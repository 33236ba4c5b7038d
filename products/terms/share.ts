import { divide, rateOf, showUnits, unitsPerOne } from '#kit/amount/amount.ts'

export const isZero = (share: string): boolean => rateOf(share).numerator === 0n

/** Exact: "0.0024" → "0.24". */
export function percent(share: string): string {
  const { numerator, denominator } = rateOf(share)
  return showUnits(divide(numerator * 100n * unitsPerOne, denominator, 'down'))
}

/** At most 6 decimals, rounded down (losses away from 0), so yields are never overstated. */
export function shareText(numerator: bigint, denominator: bigint): string {
  const millionths =
    numerator < 0n
      ? -divide(-numerator * 1_000_000n, denominator, 'up')
      : divide(numerator * 1_000_000n, denominator, 'down')
  return showUnits(millionths * 100n)
}

/** For 365 days without compounding, rounded down. */
export function annualShare(rate: string, days: number): string {
  const { numerator, denominator } = rateOf(rate)
  return shareText(numerator * 365n, denominator * BigInt(days))
}
