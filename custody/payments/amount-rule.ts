/** What bounds an amount that is to be withdrawn, in units; of values, in units of USDT. */
export type AmountBounds = {
  readonly minimum: bigint
  readonly fee: bigint
  readonly available: bigint
  /** The most that can be asked for at once, the fee included; undefined where nobody has looked yet. */
  readonly most: bigint | undefined
  readonly maximumValue: bigint
  readonly dayLeftValue: bigint
}
export type AmountRule = 'minimum' | 'fee' | 'available' | 'payout' | 'maximum' | 'day_limit'

/**
 * The first rule an amount breaks: what is typed in the browser and what is asked for on the server are held to the same.
 * @param value of the amount in USDT; undefined where there never was a price, and then no limit of value binds.
 */
export function brokenRule(units: bigint, value: bigint | undefined, bounds: AmountBounds): AmountRule | undefined {
  const { minimum, fee, available, most } = bounds
  if (units < minimum) return 'minimum'
  // So little is there that no withdrawal at all is possible: said as what it is.
  if (units <= fee || (available > 0n && available <= fee)) return 'fee'
  if (units > available) return 'available'
  if (most !== undefined && units > most) return 'payout'
  if (value !== undefined && value > bounds.maximumValue) return 'maximum'
  if (value !== undefined && value > bounds.dayLeftValue) return 'day_limit'
  return undefined
}

/** From where on the operator looks first: values in units of USDT, and how many within 24 hours. */
export type ReviewBounds = {
  readonly reviewAboveValue: bigint
  readonly reviewAboveDayValue: bigint
  readonly reviewAboveCount: number
}

/** Whether the operator looks first at an amount, beside what was asked for within 24 hours. */
export const isLookedAt = (
  value: bigint | undefined,
  spent: { readonly value: bigint; readonly count: number },
  bounds: ReviewBounds,
): boolean =>
  (value ?? 0n) > bounds.reviewAboveValue ||
  spent.value + (value ?? 0n) > bounds.reviewAboveDayValue ||
  spent.count + 1 > bounds.reviewAboveCount
