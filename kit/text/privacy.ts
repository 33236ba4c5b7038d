/** Public figures about fewer people are rounded or hidden, as they could identify a person. */
export const peopleMin = 5

/** Keeps only the first digit and the sign: 1,234.5 becomes 1,000. Units of 10⁻⁸. */
export function firstDigit(units: bigint): bigint {
  const digits = `${units < 0n ? -units : units}`
  const cut = BigInt(digits[0] ?? '0') * 10n ** BigInt(digits.length - 1)
  return units < 0n ? -cut : cut
}

/** Rounded up to one digit: 1,234.5 becomes 2,000; 0 stays. Not for negative amounts. */
export function digitAbove(units: bigint): bigint {
  const shown = firstDigit(units)
  return shown === units ? units : shown + 10n ** BigInt(`${shown}`.length - 1)
}

/** Largest amount with the same first digit: 1,999.99999999 for 1,234.5; 0 for 0. Not for negative amounts. */
export function mostOfDigit(units: bigint): bigint {
  const shown = firstDigit(units)
  return shown === 0n ? 0n : shown + 10n ** BigInt(`${shown}`.length - 1) - 1n
}

/**
 * Smallest step above the largest single part: 1, 2 or 5 with zeros, in units of 10⁻⁸. Above 1,844 it is 2,000, above 2,000 it is 5,000.
 * Ignores the sign.
 */
export function stepAbove(largest: bigint): bigint {
  const size = largest < 0n ? -largest : largest
  const noughts = 10n ** BigInt(`${size}`.length - 1)
  return [1n, 2n, 5n, 10n].map((digit) => digit * noughts).find((step) => step > size) ?? 10n * noughts
}

/**
 * Rounds towards zero to a multiple of `step`, which exceeds the largest part. A single person's sum shows as 0. A reader who knows all
 * other parts learns the last one only to within one step.
 */
export const cutSum = (sum: bigint, step: bigint): bigint => sum - (sum % step)

/** 0 means fewer than five. */
export const publicCount = (count: number): number => (count < peopleMin ? 0 : count)

export const isPublicCount = (count: unknown): count is number =>
  Number.isSafeInteger(count) && (count === 0 || (count as number) >= peopleMin)

/** UTC. */
export const dayStart = (at: Date): Date => new Date(Math.floor(at.getTime() / 86_400_000) * 86_400_000)
