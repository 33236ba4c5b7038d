/** Figures about fewer people than this are rounded or left uncounted where others read them: they would be one person's. */
export const peopleMin = 5

/** An amount cut to its first digit: 1,234.5 becomes 1,000. Units of 10⁻⁸; the sign stays. */
export function firstDigit(units: bigint): bigint {
  const digits = `${units < 0n ? -units : units}`
  const cut = BigInt(digits[0] ?? '0') * 10n ** BigInt(digits.length - 1)
  return units < 0n ? -cut : cut
}

/** An amount rounded up to one digit: 1,234.5 becomes 2,000; 0 stays. Not below zero. */
export function digitAbove(units: bigint): bigint {
  const shown = firstDigit(units)
  return shown === units ? units : shown + 10n ** BigInt(`${shown}`.length - 1)
}

/** The most an amount with the same first digit can be: of 1,234.5 it is 1,999.99999999; of 0 it is 0. Not below zero. */
export function mostOfDigit(units: bigint): bigint {
  const shown = firstDigit(units)
  return shown === 0n ? 0n : shown + 10n ** BigInt(`${shown}`.length - 1) - 1n
}

/**
 * The least step above the largest part that one person adds to a sum: 1, 2 or 5 with noughts, in units of 10⁻⁸. Above 1,844 it is 2,000,
 * above 2,000 it is 5,000. The sign of the part does not count.
 */
export function stepAbove(largest: bigint): bigint {
  const size = largest < 0n ? -largest : largest
  const noughts = 10n ** BigInt(`${size}`.length - 1)
  return [1n, 2n, 5n, 10n].map((digit) => digit * noughts).find((step) => step > size) ?? 10n * noughts
}

/**
 * A sum of several people's amounts as others read it: cut towards zero to a multiple of a step above the largest part. One person alone is
 * shown as 0, and a reader who knows all other parts learns only between which two steps the last one lies.
 */
export const cutSum = (sum: bigint, step: bigint): bigint => sum - (sum % step)

/** A count as others read it: 0 stands for fewer than five. */
export const publicCount = (count: number): number => (count < peopleMin ? 0 : count)

/** Whether a number is such a count. */
export const isPublicCount = (count: unknown): count is number =>
  Number.isSafeInteger(count) && (count === 0 || (count as number) >= peopleMin)

/** The midnight (UTC) before a moment. */
export const dayStart = (at: Date): Date => new Date(Math.floor(at.getTime() / 86_400_000) * 86_400_000)
