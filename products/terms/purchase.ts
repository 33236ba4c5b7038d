import { divide, greater, parseUnits, type Rate, rateOf, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import { firstDigit, mostOfDigit } from '#kit/privacy.ts'
import type { Period, Product, Terms } from './order.ts'
import { endOfRound, type FirstOfLine, startOfOrder } from './order-time.ts'
import { expectOnOffer, offerToQuote, type PackageOffer } from './sales.ts'
import { isZero } from './share.ts'

/** Prices that a purchase may need. undefined: nobody traded for 7 days. */
export type Prices = {
  /** Units of the base coin for one unit of the side coin. */
  readonly side: Rate | undefined
  /** Units of USDT for one unit of the base coin, for the purpose `earns`: POWER, stars and CREDIT follow it. */
  readonly baseInUsdt: Rate | undefined
  /** The same for the purpose `limits`. Left out: the price of `earns`. */
  readonly baseAtLimits?: Rate | undefined
  /** Units of USDT for one unit of the coin that a package pays, for the purpose `handedOut`. */
  readonly paysInUsdt?: Rate | undefined
}

/** The exact figures of an order, if it were opened now. Amounts are units of 10⁻⁸. */
export type Figures = {
  readonly terms: Terms
  readonly baseUnits: bigint
  readonly sideUnits: bigint
  readonly promiseUnits: bigint
  readonly valueUnits: bigint
  /** The value that is compared with a maximum. It is never less than the order's value. */
  readonly limitUnits: bigint
  readonly sideValueUnits: bigint
  readonly powerUnits: bigint
  readonly startsAt: Date
  /** undefined: the order has no end of its own. */
  readonly endsAt: Date | undefined
  /** Shares of a market or a fund, if the line has shares. */
  readonly shareUnits?: bigint
}

/** Whether orders of a product have no end of their own. Then a purchase names no period. */
export const hasNoTerm = ({ periods }: Product): boolean => periods.every(({ days }) => days === 0)

/** The period of a product by its number of days. A product without a term has one period, which nobody names. @throws invest.period */
export const periodOf = (product: Product, days: number | undefined): Period =>
  product.periods.find((period) => period.days === (days ?? 0)) ?? fail('invest.period')

/** POWER a day of a period: its own, or the product's. */
export const powerOf = (product: Product, period: Period): string => period.powerPerDay ?? product.powerPerDay

/** The terms that an order copies from its product. */
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

/** A part of an amount, rounded down. It may be more than the ledger can hold; the maximum then refuses the purchase. */
const part = (units: bigint, rate: Rate): bigint => divide(units * rate.numerator, rate.denominator, 'down')

/**
 * The figures of an order. Amounts that the wallet pays round up, amounts that it gets round down.
 * Assumed: the base coin alone makes the value of an order. The side coin comes on top, valued at the same opening price.
 * @throws exchange.not_open if a price is needed and there is none.
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

/** How many coins an amount of USDT buys, rounded down. @throws exchange.not_open without a price. */
function coinsFor(usdtUnits: bigint, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(usdtUnits * price.denominator, price.numerator, 'down')
}

/** The side coin for a share of the base coin's value, rounded up. @throws exchange.not_open without a price. */
function sideFor(baseUnits: bigint, share: Rate, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(baseUnits * share.numerator * price.denominator, share.denominator * price.numerator, 'up')
}

/**
 * The most side coin to which a holder agrees with a quote: 2 % more than quoted, rounded up. The side coin counts at its cheapest price,
 * and every trade can move that. Without the 2 % a purchase would be refused each time somebody sells.
 */
export const sideMostOf = (sideUnits: bigint): bigint => divide(sideUnits * 102n, 100n, 'up')

/**
 * The wallet's balances, and the amount that the pool can promise (nothing without a pool). For an acceleration `base` is the compound
 * principal that is not marked yet.
 */
export type Holdings = {
  readonly base: bigint
  readonly side: bigint
  readonly poolFree: bigint
  /** How many packages are still sold today, by value. Left out for other lines. */
  readonly sales?: PackageOffer
}

/** Holdings for a quote: pool and caps count as the most their first digit allows, so a quote reveals no more. Only a purchase uses the exact amounts. */
export const holdingsToQuote = (holdings: Holdings): Holdings => ({
  ...holdings,
  poolFree: mostOfDigit(holdings.poolFree),
  ...(holdings.sales ? { sales: offerToQuote(holdings.sales) } : {}),
})

/** Whether a product is sold now. @throws invest.product_ended, invest.pool_config_not_effective */
export function expectOnSale(product: Product, now: Date): void {
  if (product.endedAt && product.endedAt <= now) fail('invest.product_ended')
  if (product.openFrom > now) fail('invest.pool_config_not_effective')
}

/** The holder must have accepted today's card. @throws invest.conditions_not_met without a card, invest.card_changed */
export function expectCard(accepted: string, current: string): void {
  if (!accepted) fail('invest.conditions_not_met')
  if (accepted !== current) fail('invest.card_changed')
}

// Assumed: the pieces of one purchase are one single investment: together at most 10,000 USDT, and at most 100 of them.
/** The specification's maximum of a single investment. Units of USDT. */
const singleInvestmentMost = 1_000_000_000_000n

/** The most pieces of one purchase of a line: each is an order. */
export const piecesMost = 100

/** The most pieces one purchase of a product may have; undefined where a purchase is one order. */
export function piecesMostOf({ base, minimumUnits }: Product, most: number | undefined): number | undefined {
  if (most === undefined || base !== 'USDT' || minimumUnits === 0n) return most
  const within = Number(divide(singleInvestmentMost, minimumUnits, 'down'))
  return Math.max(1, Math.min(most, within))
}

/** The figures of several equal orders added up: what one purchase takes and brings. */
export const timesFigures = (figures: Figures, quantity: number): Figures => {
  const times = BigInt(quantity)
  return {
    ...figures,
    baseUnits: figures.baseUnits * times,
    sideUnits: figures.sideUnits * times,
    promiseUnits: figures.promiseUnits * times,
    valueUnits: figures.valueUnits * times,
    limitUnits: figures.limitUnits * times,
    sideValueUnits: figures.sideValueUnits * times,
    powerUnits: figures.powerUnits * times,
  }
}

/** The least and the most of a single investment. @throws invest.minimum, invest.maximum */
export function expectBounds({ terms, baseUnits, limitUnits }: Figures): void {
  if (baseUnits < (parseUnits(terms.minimum) ?? 0n))
    fail('invest.minimum', { minimum: terms.minimum, coin: terms.base })
  if (limitUnits > (parseUnits(terms.maximumValue) ?? 0n)) fail('invest.maximum', { maximum: terms.maximumValue })
}

/**
 * Decides whether orders of these figures may open: one, or several equal ones of one purchase, all or none. Pure.
 * @throws invest.minimum, invest.maximum, invest.payment, invest.compound_insufficient, balance.insufficient, invest.price_rising,
 *   invest.wallet_quota, invest.quota_full, invest.pool_closed
 */
export function decidePurchase(figures: Figures, holdings: Holdings, sideMax?: bigint, quantity = 1): void {
  const { terms } = figures
  expectBounds(figures)
  const all = timesFigures(figures, quantity)
  if (quantity > 1 && all.limitUnits > singleInvestmentMost)
    fail('invest.maximum', { maximum: showUnits(singleInvestmentMost) })
  if (sideMax !== undefined && all.sideUnits > sideMax) fail('invest.payment')
  if (all.baseUnits > holdings.base && terms.boost)
    fail('invest.compound_insufficient', { left: showUnits(holdings.base), coin: terms.base })
  if (all.baseUnits > holdings.base) fail('balance.insufficient', { coin: terms.base })
  if (terms.side && all.sideUnits > holdings.side) fail('balance.insufficient', { coin: terms.side })
  if (holdings.sales) expectOnOffer(figures.valueUnits, holdings.sales, quantity)
  if (all.promiseUnits > holdings.poolFree)
    fail('invest.pool_closed', { left: showUnits(firstDigit(holdings.poolFree)), coin: terms.pays ?? terms.base })
}
