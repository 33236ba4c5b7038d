/** In units; values in units of USDT. */
export type AmountBounds = {
  readonly minimum: bigint
  readonly fee: bigint
  readonly available: bigint
  /** Maximum per withdrawal, fee included; undefined before the first check. */
  readonly most: bigint | undefined
  readonly maximumValue: bigint
  readonly dayLeftValue: bigint
}
export type AmountRule = 'minimum' | 'fee' | 'available' | 'payout' | 'maximum' | 'day_limit'

/** @param value in USDT; undefined without a price, and then no value limit applies */
export function brokenRule(units: bigint, value: bigint | undefined, bounds: AmountBounds): AmountRule | undefined {
  const { minimum, fee, available, most } = bounds
  if (units < minimum) return 'minimum'
  if (units <= fee || (available > 0n && available <= fee)) return 'fee'
  if (units > available) return 'available'
  if (most !== undefined && units > most) return 'payout'
  if (value !== undefined && value > bounds.maximumValue) return 'maximum'
  if (value !== undefined && value > bounds.dayLeftValue) return 'day_limit'
  return undefined
}

/** Values in units of USDT; the count is per 24 hours. */
export type ReviewBounds = {
  readonly reviewAboveValue: bigint
  readonly reviewAboveDayValue: bigint
  readonly reviewAboveCount: number
}

export const isLookedAt = (
  value: bigint | undefined,
  spent: { readonly value: bigint; readonly count: number },
  bounds: ReviewBounds,
): boolean =>
  (value ?? 0n) > bounds.reviewAboveValue ||
  spent.value + (value ?? 0n) > bounds.reviewAboveDayValue ||
  spent.count + 1 > bounds.reviewAboveCount
