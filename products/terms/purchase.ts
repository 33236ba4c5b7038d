import { divide, greater, parseUnits, type Rate, rateOf, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { firstDigit, mostOfDigit } from '#kit/text/privacy.ts'
import type { Period, Product, Terms } from './order.ts'
import { endOfRound, type FirstOfLine, startOfOrder } from './order-time.ts'
import { expectOnOffer, offerToQuote, type PackageOffer } from './sales.ts'
import { isZero } from './share.ts'

/** A price is undefined if no one traded for 7 days. */
export type Prices = {
  readonly side: Rate | undefined
  /** Price for the purpose `earns`, which also decides POWER, stars and CREDIT. */
  readonly baseInUsdt: Rate | undefined
  /** Price for the purpose `limits`. Omitted: same as `earns`. */
  readonly baseAtLimits?: Rate | undefined
  /** USDT units per unit of the coin a package pays, for the purpose `handedOut`. */
  readonly paysInUsdt?: Rate | undefined
}

/** Amounts in units of 10⁻⁸. */
export type Figures = {
  readonly terms: Terms
  readonly baseUnits: bigint
  readonly sideUnits: bigint
  readonly promiseUnits: bigint
  readonly valueUnits: bigint
  /** Value compared with the maximum. At least the order's value. */
  readonly limitUnits: bigint
  readonly sideValueUnits: bigint
  readonly powerUnits: bigint
  readonly startsAt: Date
  /** Undefined without a fixed end. */
  readonly endsAt: Date | undefined
  readonly shareUnits?: bigint
}

export const hasNoTerm = ({ periods }: Product): boolean => periods.every(({ days }) => days === 0)

/** Products without a term have one period of 0 days. @throws invest.period */
export const periodOf = (product: Product, days: number | undefined): Period =>
  product.periods.find((period) => period.days === (days ?? 0)) ?? fail('invest.period')

export const powerOf = (product: Product, period: Period): string => period.powerPerDay ?? product.powerPerDay

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

/** Rounded down. May exceed the ledger's range; the maximum then rejects the purchase. */
const part = (units: bigint, rate: Rate): bigint => divide(units * rate.numerator, rate.denominator, 'down')

/**
 * Amounts the wallet pays round up; amounts it gets round down. Assumed: only the base coin counts toward the order's value. The second
 * coin is extra, at the same opening price. @throws exchange.not_open without a required price.
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

/** Rounded down. @throws exchange.not_open without a price. */
function coinsFor(usdtUnits: bigint, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(usdtUnits * price.denominator, price.numerator, 'down')
}

/** Rounded up. @throws exchange.not_open without a price. */
function sideFor(baseUnits: bigint, share: Rate, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(baseUnits * share.numerator * price.denominator, share.denominator * price.numerator, 'up')
}

/** 2 % above the quote, rounded up, because every trade can move the price. */
export const sideMostOf = (sideUnits: bigint): bigint => divide(sideUnits * 102n, 100n, 'up')

/** Balances, and the pool's free amount (0 without a pool). For an acceleration, `base` is the unmarked compound principal. */
export type Holdings = {
  readonly base: bigint
  readonly side: bigint
  readonly poolFree: bigint
  /** Value of packages left today. Omitted for other lines. */
  readonly sales?: PackageOffer
}

/** Pool and caps count as the maximum with the same first digit, so a quote reveals no exact amount. */
export const holdingsToQuote = (holdings: Holdings): Holdings => ({
  ...holdings,
  poolFree: mostOfDigit(holdings.poolFree),
  ...(holdings.sales ? { sales: offerToQuote(holdings.sales) } : {}),
})

/** @throws invest.product_ended, invest.pool_config_not_effective */
export function expectOnSale(product: Product, now: Date): void {
  if (product.endedAt && product.endedAt <= now) fail('invest.product_ended')
  if (product.openFrom > now) fail('invest.pool_config_not_effective')
}

/** @throws invest.conditions_not_met without a card, invest.card_changed */
export function expectCard(accepted: string, current: string): void {
  if (!accepted) fail('invest.conditions_not_met')
  if (accepted !== current) fail('invest.card_changed')
}

// Assumed: the parts of one purchase count as one investment, in total at most 10,000 USDT and 100 parts.
/** Spec maximum, in USDT units. */
const singleInvestmentMost = 1_000_000_000_000n

export const piecesMost = 100

/** Undefined if a purchase is one order. */
export function piecesMostOf({ base, minimumUnits }: Product, most: number | undefined): number | undefined {
  if (most === undefined || base !== 'USDT' || minimumUnits === 0n) return most
  const within = Number(divide(singleInvestmentMost, minimumUnits, 'down'))
  return Math.max(1, Math.min(most, within))
}

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

/** @throws invest.minimum, invest.maximum */
export function expectBounds({ terms, baseUnits, limitUnits }: Figures): void {
  if (baseUnits < (parseUnits(terms.minimum) ?? 0n))
    fail('invest.minimum', { minimum: terms.minimum, coin: terms.base })
  if (limitUnits > (parseUnits(terms.maximumValue) ?? 0n)) fail('invest.maximum', { maximum: terms.maximumValue })
}

/**
 * Decides for all orders of a purchase or none. @throws invest.minimum, invest.maximum, invest.payment, invest.compound_insufficient,
 * balance.insufficient, invest.price_rising, invest.wallet_quota, invest.quota_full, invest.pool_closed
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
