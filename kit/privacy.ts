/** Figures about fewer people than this are rounded or left uncounted where others read them: they would be one person's. */
export const peopleMin = 5

/** An amount cut to its first digit: 1,234.5 becomes 1,000. Units of 10⁻⁸; the sign stays. */
export function firstDigit(units: bigint): bigint {
  const digits = `${units < 0n ? -units : units}`
  const cut = BigInt(digits[0] ?? '0') * 10n ** BigInt(digits.length - 1)
  return units < 0n ? -cut : cut
}

/** A count as others read it: 0 stands for fewer than five. */
export const publicCount = (count: number): number => (count < peopleMin ? 0 : count)

/** Whether a number is such a count. */
export const isPublicCount = (count: unknown): count is number =>
  Number.isSafeInteger(count) && (count === 0 || (count as number) >= peopleMin)

/** The midnight (UTC) before a moment. */
export const dayStart = (at: Date): Date => new Date(Math.floor(at.getTime() / 86_400_000) * 86_400_000)
