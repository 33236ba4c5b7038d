import type * as v from 'valibot'
import { divide, lesser, multiply, rateOf, showUnits } from '#kit/amount.ts'
import type { ProductFacts } from '../purchase/product-facts.ts'
import type { lately as latelyField } from '../terms/fields.ts'
import type { Moved } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { isPriced } from './day-coins.ts'

/** What a day pays an order if it pays as the last days really did, coin by coin; below zero for a loss. An estimate, never promised. */
export type Lately = {
  /** How many days it is the average of. */
  readonly days: number
  readonly coins: readonly Moved[]
}

/** A part of an amount that may be below zero: a gain rounds down, a loss up. */
function part(units: bigint, numerator: bigint, denominator: bigint): bigint {
  return numerator < 0n
    ? -divide(units * -numerator, denominator, 'up')
    : divide(units * numerator, denominator, 'down')
}

/**
 * @param held the coins that earn: principal now, or the order's part of a market
 * @returns undefined where the terms say what is paid, and before anything was paid
 */
export function latelyOf(
  { terms }: Pick<Order, 'terms'>,
  held: readonly Moved[],
  { product, lately, realisedADay }: Pick<ProductFacts, 'product' | 'lately' | 'realisedADay'>,
): Lately | undefined {
  if (isPriced(product)) return realisedADay
  if (!lately || lately.principal === 0n) return undefined
  // What was paid is known for the shortest term; a longer one weighs more.
  const weight = rateOf(terms.weight ?? '1')
  const shortest = rateOf(product.periods[0]?.weight ?? '1')
  const numerator = lately.paid * weight.numerator * shortest.denominator
  const denominator = lately.principal * weight.denominator * shortest.numerator
  const most = (units: bigint): bigint | undefined =>
    terms.mostPerDay === undefined ? undefined : multiply(units, rateOf(terms.mostPerDay), 'down')
  const coins = held.map(({ asset, units }) => {
    const paid = part(units, numerator, denominator)
    return { asset, units: lesser(paid, most(units) ?? paid) }
  })
  return { days: lately.days, coins }
}

/** The same for several equal orders together. */
export const timesLately = ({ days, coins }: Lately, quantity: number): Lately => ({
  days,
  coins: coins.map(({ asset, units }) => ({ asset, units: units * BigInt(quantity) })),
})

export const showLately = (lately: Lately | undefined): v.InferOutput<typeof latelyField> =>
  lately
    ? { days: lately.days, coins: lately.coins.map(({ asset, units }) => ({ asset, amount: showUnits(units) })) }
    : null
