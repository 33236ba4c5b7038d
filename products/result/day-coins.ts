import { divide, lesser, multiply, rateOf, unitsPerOne } from '#kit/amount/amount.ts'
import { type Asset, isCoin } from '#kit/amount/coins.ts'
import { shareOf } from '../pots/pot-share.ts'
import { lineOf } from '../registry.ts'
import type { Moved } from '../terms/line.ts'
import type { Product } from '../terms/order.ts'
import type { UsdtOf } from './result.ts'

/** The coins are paid in full when the total weight reaches `full`. */
export type DayPot = { readonly coins: readonly Moved[]; readonly full: bigint }
type Model = Pick<Product, 'line' | 'periods' | 'minimumUnits' | 'maximumValueUnits'>

/** True if the product shares a pot at a fixed price. */
export const isPriced = ({ line, periods, minimumUnits, maximumValueUnits }: Model): boolean =>
  lineOf(line).share !== undefined && periods[0]?.weight !== undefined && minimumUnits === maximumValueUnits

/** Coins per day without other participants, rounded down, up to the daily maximum. */
export function dayCoinsAlone(model: Model, { coins, full }: DayPot, usdt: UsdtOf): readonly Moved[] {
  const weight = multiply(unitsPerOne, rateOf(model.periods[0]?.weight ?? '0'), 'down')
  return coins
    .map(({ asset, units }) => ({ asset, units: shareOf({ units, weight }, weight, full) }))
    .map(({ asset, units }) => ({ asset, units: lesser(units, mostADay(model, asset, usdt) ?? units) }))
    .filter(({ units }) => units > 0n)
}

/** Daily maximum: a hundredth of the price, or 0 without a coin price. Undefined if the line has none. */
function mostADay({ line, minimumUnits }: Model, asset: Asset, usdt: UsdtOf): bigint | undefined {
  if (!lineOf(line).share?.most) return undefined
  const rate = isCoin(asset) ? usdt(asset) : undefined
  if (!rate || rate.numerator === 0n) return 0n
  return divide(minimumUnits * rate.denominator, 100n * rate.numerator, 'down')
}
