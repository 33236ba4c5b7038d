import { divide, multiply, type Rate, type Rounding, rateOf, unitsPerOne } from '#kit/amount/amount.ts'
import type { ProductFacts } from '../purchase/product-facts.ts'
import { accrualOf, lineOf } from '../registry.ts'
import type { Moved } from '../terms/line.ts'
import type { Period, Product } from '../terms/order.ts'
import { powerOf } from '../terms/purchase.ts'
import { broughtIn, type PowerPot } from './break-even.ts'
import { isPriced } from './day-coins.ts'
import { type UsdtOf, usdtOf } from './result.ts'

/** Lists compare products by 1,000 USDT over 30 days. */
export const monthUnits = 1_000n * unitsPerOne
export const monthDays = 30

/**
 * terms: fixed by the product.
 * lately: assumes recent payments continue.
 * pots: assumes POWER earns today's mining rate.
 */
export type MonthBy = 'terms' | 'lately' | 'pots'
/**
 * Net income from investing 1,000 USDT for 30 days, in USDT units at current prices. Assumed: rounds that end within the 30 days count, then the order stops. A price that is not refunded counts as a cost of the first month.
 */
export type Month = {
  readonly by: MonthBy
  readonly usdt: bigint
  /** Days of the best term; 0 without a term. */
  readonly days: number
}

export type Seen = { readonly usdt: UsdtOf; readonly pot: PowerPot }
type Facts = Pick<ProductFacts, 'product' | 'lately' | 'realisedADay' | 'handedOut'>

const costOf = (share: string): bigint => multiply(monthUnits, rateOf(share), 'up')

const best = (months: readonly Month[]): Month | undefined =>
  months.reduce<Month | undefined>((found, each) => (found && found.usdt >= each.usdt ? found : each), undefined)

/** Compounds whole rounds within the month. Stopping then costs the second coin. */
function ofRounds({ days, rate, sideShare }: Period): readonly Month[] {
  const rounds = Math.floor(monthDays / days)
  if (rounds === 0) return []
  let held = monthUnits
  for (let round = 1; round <= rounds; round += 1) held += multiply(held, rateOf(rate), 'down')
  return [{ by: 'terms', usdt: held - monthUnits - costOf(sideShare), days }]
}

/** POWER's income, minus the early-exit fee if the term exceeds the month. */
function ofPower(product: Product, period: Period, pot: PowerPot): readonly Month[] {
  const power = multiply(monthUnits, rateOf(powerOf(product, period)), 'down')
  const fee = period.days > monthDays ? product.exitFee : '0'
  if (fee === undefined || !pot.usdt) return []
  const mined = broughtIn(monthDays, () => ({ usdt: 0n, power }), pot)
  return [{ by: 'pots', usdt: mined - costOf(fee), days: period.days }]
}

/** Coins bought at the sale price, valued at the current price. */
function ofRelease({ lineTerms }: Product, price: Rate | undefined, usdt: UsdtOf): Month | undefined {
  if (!lineTerms?.pays || !price || price.numerator === 0n) return undefined
  const coins = divide(monthUnits * price.denominator, price.numerator, 'down')
  const worth = usdtOf([{ asset: lineTerms.pays, units: coins }], usdt)
  return worth === undefined ? undefined : { by: 'terms', usdt: worth - monthUnits, days: 0 }
}

/** Recent payments minus the spent price. */
function ofPrice({ minimumUnits }: Product, coins: readonly Moved[], usdt: UsdtOf): Month | undefined {
  const aDay = usdtOf(coins, usdt)
  if (aDay === undefined) return undefined
  const paid = divide(aDay * BigInt(monthDays) * monthUnits, minimumUnits, 'down')
  return { by: 'lately', usdt: paid - monthUnits, days: 0 }
}

function ofShare({ paid, principal }: NonNullable<Facts['lately']>): Month {
  const part = (units: bigint, rounding: Rounding) =>
    divide(monthUnits * BigInt(monthDays) * units, principal, rounding)
  return { by: 'lately', usdt: paid < 0n ? -part(-paid, 'up') : part(paid, 'down'), days: 0 }
}

/** Uses the best term. @returns undefined without payments yet, without a price, or if no coin moves. */
export function monthOf({ product, lately, realisedADay, handedOut }: Facts, { usdt, pot }: Seen): Month | undefined {
  const line = lineOf(product.line)
  if (line.fixed) return best(product.periods.flatMap(ofRounds))
  if (isPriced(product)) return ofPrice(product, realisedADay?.coins ?? [], usdt)
  if (line.source) return ofRelease(product, handedOut, usdt)
  if (accrualOf(line) === 'power') return best(product.periods.flatMap((period) => ofPower(product, period, pot)))
  return lately && lately.principal > 0n ? ofShare(lately) : undefined
}
