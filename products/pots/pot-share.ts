import { divide, type Rate } from '#kit/amount.ts'

/** A pot's coins, and the weights that share them. */
export type Pot = { readonly units: bigint; readonly weight: bigint }

/**
 * A part of a pot by weight, rounded down once. While all weights together stay below the full weight, the pot is scaled by their part
 * of it, so that the first holder does not take it whole; what is not paid stays in the pool.
 * @param full the full weight; 0 where a pool has none.
 */
export function shareOf({ units, weight: total }: Pot, weight: bigint, full: bigint): bigint {
  const divisor = total > full ? total : full
  return weight === 0n || divisor === 0n ? 0n : divide(units * weight, divisor, 'down')
}

/** What of a payment out of a pot an order gets. */
export type PotCut = {
  readonly units: bigint
  /** USDT, rounded down. */
  readonly valueUnits: bigint
  /** It was the last: the cap is reached. */
  readonly last: boolean
}

/**
 * A payment against a cap in USDT: the last one is cut to what is left of it, rounded down.
 * @param left USDT the order may still be paid.
 * @param price units of USDT for one unit of the coin.
 */
export function cutAt(left: bigint, units: bigint, price: Rate): PotCut {
  const valueUnits = divide(units * price.numerator, price.denominator, 'down')
  if (valueUnits < left) return { units, valueUnits, last: false }
  // A coin worth nothing never reaches a cap; here its price is above 0.
  return { units: divide(left * price.denominator, price.numerator, 'down'), valueUnits: left, last: true }
}
