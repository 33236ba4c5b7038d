import type * as v from 'valibot'
import { divide, lesser, multiply, rateOf, showUnits } from '#kit/amount/amount.ts'
import type { ProductFacts } from '../purchase/product-facts.ts'
import type { lately as latelyField } from '../terms/fields.ts'
import type { Moved } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { isPriced } from './day-coins.ts'

/** An estimate of a day's payment from recent days, per coin; negative for a loss. */
export type Lately = {
  readonly days: number
  readonly coins: readonly Moved[]
}

/** Rounds toward negative infinity. */
function part(units: bigint, numerator: bigint, denominator: bigint): bigint {
  return numerator < 0n
    ? -divide(units * -numerator, denominator, 'up')
    : divide(units * numerator, denominator, 'down')
}

/**
 * @param held the earning coins: principal or the order's market share @returns undefined if the terms fix the payment, and before any
 * payment
 */
export function latelyOf(
  { terms }: Pick<Order, 'terms'>,
  held: readonly Moved[],
  { product, lately, realisedADay }: Pick<ProductFacts, 'product' | 'lately' | 'realisedADay'>,
): Lately | undefined {
  if (isPriced(product)) return realisedADay
  if (!lately || lately.principal === 0n) return undefined
  // Payments are recorded for the shortest term; longer terms weigh more.
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

export const timesLately = ({ days, coins }: Lately, quantity: number): Lately => ({
  days,
  coins: coins.map(({ asset, units }) => ({ asset, units: units * BigInt(quantity) })),
})

export const showLately = (lately: Lately | undefined): v.InferOutput<typeof latelyField> =>
  lately
    ? { days: lately.days, coins: lately.coins.map(({ asset, units }) => ({ asset, amount: showUnits(units) })) }
    : null
