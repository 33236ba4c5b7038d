import { divide, parseUnits, rateOf, showUnits, unitsPerOne } from '#kit/amount.ts'
import { pairs } from '#kit/ids.ts'

/** A rate in the one direction its pair is always told in: base coin for one quoted coin. */
export type PairRate = { readonly one: string; readonly rate: string; readonly coin: string }

/**
 * A rate of a trade in the direction of its pair: "1 WLD = 1.2573 USDT", whichever of the two was given. What is turned around rounds
 * up: the price of a buyer is never told lower than it is.
 * @param rate how many of `receive` one of `give` brings.
 */
export function pairRate(give: string, receive: string, rate: string): PairRate {
  const isTurned = (pairs as readonly string[]).includes(`${give}-${receive}`)
  const { numerator, denominator } = rateOf(rate)
  if (!isTurned || numerator === 0n || parseUnits(rate) === undefined) return { one: give, rate, coin: receive }
  return { one: receive, rate: showUnits(divide(unitsPerOne * denominator, numerator, 'up')), coin: give }
}
