import { divide, parseUnits, rateOf, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { pairs } from '#kit/text/ids.ts'

/** One coin `one` costs `rate` of `coin`. */
export type PairRate = { readonly one: string; readonly rate: string; readonly coin: string }

/** An inverted rate rounds up, so a buyer's price is never understated. @param rate units of `receive` per `give`. */
export function pairRate(give: string, receive: string, rate: string): PairRate {
  const isTurned = (pairs as readonly string[]).includes(`${give}-${receive}`)
  const { numerator, denominator } = rateOf(rate)
  if (!isTurned || numerator === 0n || parseUnits(rate) === undefined) return { one: give, rate, coin: receive }
  return { one: receive, rate: showUnits(divide(unitsPerOne * denominator, numerator, 'up')), coin: give }
}
