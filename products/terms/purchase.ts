import { divide, greater, parseUnits, type Rate, rateOf, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import type { Period, Product, Terms } from './order.ts'
import { endOfRound, type FirstOfLine, startOfOrder } from './order-time.ts'
import { expectOnOffer, type PackageOffer } from './sales.ts'
import { isZero } from './share.ts'

/** Prices a purchase may need; undefined where nobody traded for 7 days. */
export type Prices = {
  /** Units of the base coin for one unit of the side coin. */
  readonly side: Rate | undefined
  /** Units of USDT for one unit of the base coin, as it earns: what POWER, stars and CREDIT go by. */
  readonly baseInUsdt: Rate | undefined
  /** The same as a limit counts it; left out: as it earns. */
  readonly baseAtLimits?: Rate | undefined
  /** Units of USDT for one unit of the coin a package pays, as of coins that are handed out. */
  readonly paysInUsdt?: Rate | undefined
}

/** The exact figures of an order, if opened now. Amounts are units of 10⁻⁸. */
export type Figures = {
  readonly terms: Terms
  readonly baseUnits: bigint
  readonly sideUnits: bigint
  readonly promiseUnits: bigint
  readonly valueUnits: bigint
  /** What the order counts for where it is held against a most; never less than its value. */
  readonly limitUnits: bigint
  readonly sideValueUnits: bigint
  readonly powerUnits: bigint
  readonly startsAt: Date
  /** undefined where the order has no end of its own. */
  readonly endsAt: Date | undefined
  /** Shares of a market or a fund, where the line has any. */
  readonly shareUnits?: bigint
}

/** Whether orders of a product have no end of their own: then a purchase names no period. */
export const hasNoTerm = ({ periods }: Product): boolean => periods.every(({ days }) => days === 0)

/** The period of a product with so many days; named by nobody where it has no term. @throws invest.period */
export const periodOf = (product: Product, days: number | undefined): Period =>
  product.periods.find((period) => period.days === (days ?? 0)) ?? fail('invest.period')

/** POWER a day of a period: its own, or the product's. */
export const powerOf = (product: Product, period: Period): string => period.powerPerDay ?? product.powerPerDay

/** What an order copies from its product. */
export const termsOf = (product: Product, period: Period): Terms => ({
  version: product.termsVersion,
  line: product.line,
  base: product.base,
  side: product.side,
  days: period.days,
  rate: period.rate,
  sideShare: period.sideShare,
  powerPerDay: powerOf(product, period),
  minimum: showUnits(product.minimumUnits),
  maximumValue: showUnits(product.maximumValueUnits),
  exitFee: product.exitFee,
  ...product.lineTerms,
  ...(period.weight === undefined ? {} : { weight: period.weight }),
})

/** A part of an amount, rounded down. May be more than the ledger holds: such a purchase is refused by its maximum. */
const part = (units: bigint, rate: Rate): bigint => divide(units * rate.numerator, rate.denominator, 'down')

/**
 * The figures of an order. What the wallet pays rounds up, what it gets rounds down.
 * Assumed: an order's value is that of its base coin; the side coin is asked for beside it and valued at the same opening price.
 * @throws exchange.not_open where a price is needed and there is none.
 */
export function figuresOf(
  terms: Terms,
  baseUnits: bigint,
  prices: Prices,
  at: Date,
  firstOfLine: FirstOfLine,
): Figures {
  if (!prices.baseInUsdt) fail('exchange.not_open')
  const valueUnits = part(baseUnits, prices.baseInUsdt)
  const limitUnits = greater(valueUnits, part(baseUnits, prices.baseAtLimits ?? prices.baseInUsdt))
  const startsAt = startOfOrder(at, firstOfLine)
  return {
    terms,
    baseUnits,
    sideUnits: isZero(terms.sideShare) ? 0n : sideFor(baseUnits, rateOf(terms.sideShare), prices.side),
    promiseUnits: terms.pays ? coinsFor(valueUnits, prices.paysInUsdt) : part(baseUnits, rateOf(terms.rate)),
    valueUnits,
    limitUnits,
    sideValueUnits: part(valueUnits, rateOf(terms.sideShare)),
    powerUnits: part(valueUnits, rateOf(terms.powerPerDay)),
    startsAt,
    endsAt: terms.days > 0 ? endOfRound(startsAt, terms.days) : undefined,
  }
}

/** How many coins so much USDT buys, rounded down. @throws exchange.not_open without a price. */
function coinsFor(usdtUnits: bigint, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(usdtUnits * price.denominator, price.numerator, 'down')
}

/** Side coin worth a share of the base coin, rounded up. @throws exchange.not_open without a price. */
function sideFor(baseUnits: bigint, share: Rate, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(baseUnits * share.numerator * price.denominator, share.denominator * price.numerator, 'up')
}

/**
 * The most side coin a holder agrees to beside a quote: 2 % more, rounded up. It counts at the cheapest of its prices, the last one among
 * them, which moves with every trade: a purchase at exactly the amount quoted would be refused whenever somebody sells.
 */
export const sideMostOf = (sideUnits: bigint): bigint => divide(sideUnits * 102n, 100n, 'up')

/**
 * What the wallet has, and what the pool can promise: nothing where there is no pool. Of an acceleration `base` is the compound
 * principal that is not marked yet.
 */
export type Holdings = {
  readonly base: bigint
  readonly side: bigint
  readonly poolFree: bigint
  /** What packages still sell today; left out for other lines. */
  readonly sales?: PackageOffer
}

/** Whether a product is sold now. @throws invest.product_ended, invest.pool_config_not_effective */
export function expectOnSale(product: Product, now: Date): void {
  if (product.endedAt && product.endedAt <= now) fail('invest.product_ended')
  if (product.openFrom > now) fail('invest.pool_config_not_effective')
}

/** The card must be accepted, as it stands today. @throws invest.conditions_not_met without one, invest.card_changed */
export function expectCard(accepted: string, current: string): void {
  if (!accepted) fail('invest.conditions_not_met')
  if (accepted !== current) fail('invest.card_changed')
}

/** The least and the most of a single investment. @throws invest.minimum, invest.maximum */
export function expectBounds({ terms, baseUnits, limitUnits }: Figures): void {
  if (baseUnits < (parseUnits(terms.minimum) ?? 0n))
    fail('invest.minimum', { minimum: terms.minimum, coin: terms.base })
  if (limitUnits > (parseUnits(terms.maximumValue) ?? 0n)) fail('invest.maximum', { maximum: terms.maximumValue })
}

/**
 * Decides whether an order of these figures may open. Pure.
 * @throws invest.minimum, invest.maximum, invest.payment, invest.compound_insufficient, balance.insufficient, invest.price_rising,
 *   invest.wallet_quota, invest.quota_full, invest.pool_closed
 */
export function decidePurchase(figures: Figures, holdings: Holdings, sideMax?: bigint): void {
  const { terms } = figures
  expectBounds(figures)
  if (sideMax !== undefined && figures.sideUnits > sideMax) fail('invest.payment')
  if (figures.baseUnits > holdings.base && terms.boost)
    fail('invest.compound_insufficient', { left: showUnits(holdings.base), coin: terms.base })
  if (figures.baseUnits > holdings.base) fail('balance.insufficient', { coin: terms.base })
  if (terms.side && figures.sideUnits > holdings.side) fail('balance.insufficient', { coin: terms.side })
  if (holdings.sales) expectOnOffer(figures.valueUnits, holdings.sales)
  if (figures.promiseUnits > holdings.poolFree)
    fail('invest.pool_closed', { left: showUnits(holdings.poolFree), coin: terms.pays ?? terms.base })
}
