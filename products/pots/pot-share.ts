import { divide, greater, type Rate } from '#kit/amount/amount.ts'

export type Pot = { readonly units: bigint; readonly weight: bigint }

/** Rounds down once. While the total weight is below `full`, the rest of the pot stays in the pool. */
export function shareOf({ units, weight: total }: Pot, weight: bigint, full: bigint): bigint {
  const divisor = greater(total, full)
  return divisor === 0n ? 0n : divide(units * weight, divisor, 'down')
}

export type CappedShare = {
  readonly units: bigint
  /** USDT, rounded down. */
  readonly valueUnits: bigint
  /** Whether the cap is reached. */
  readonly last: boolean
}

/** Limits a payment to the rest of a USDT cap, rounded down. @param price USDT units per coin unit. */
export function capAt(left: bigint, units: bigint, price: Rate): CappedShare {
  const valueUnits = divide(units * price.numerator, price.denominator, 'down')
  if (valueUnits < left) return { units, valueUnits, last: false }
  // The price is above 0 here.
  return { units: divide(left * price.denominator, price.numerator, 'down'), valueUnits: left, last: true }
}
