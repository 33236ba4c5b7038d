import { greater, lesser, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Sealed } from './methods.ts'
import type { OtcLimits } from './otc-settings.ts'
import { cancelsMax, firstTrades, openMax, otcCoin, type Pricing, type Side } from './otc-terms.ts'

export type AdState = 'enabled' | 'disabled' | 'removed'
/** A way to be paid, and since when takers see its details; of a buy ad both are null, for the taker gives them. */
export type AdMethod = { readonly method: number; readonly details: Sealed | null; readonly usableFrom: Date | null }

/** The ways of paying a taker can choose now. */
export const usableMethods = ({ methods }: Pick<Ad, 'methods'>, now: Date): readonly AdMethod[] =>
  methods.filter(({ usableFrom }) => usableFrom === null || usableFrom <= now)

/** What its maker may change as long as nobody can take it. */
export type AdTerms = {
  readonly pricing: Pricing
  readonly least: bigint
  readonly most: bigint
  readonly windowMinutes: number
  readonly terms: string
  readonly methods: readonly AdMethod[]
}
export type Ad = AdTerms & {
  readonly id: bigint
  readonly makerId: WalletId
  readonly side: Side
  readonly fiat: string
  /** All of it; the part that open transactions bind; the part that was traded. */
  readonly units: bigint
  readonly bound: bigint
  readonly done: bigint
  readonly state: AdState
  readonly postedAt: Date
}

/** What can still be taken of an ad. */
export const leftOf = ({ units, bound, done }: Pick<Ad, 'units' | 'bound' | 'done'>): bigint => units - bound - done

/** What an ad holds of its maker's coins: a sell ad all that was not traded, until it is removed. */
export const heldByAd = ({ side, state, units, done }: Pick<Ad, 'side' | 'state' | 'units' | 'done'>): bigint =>
  side === 'sell' && state !== 'removed' ? units - done : 0n

/** A fixed price stands between these, at a guide price. Assumed: a price further away is a slip, or bait. */
export const priceBounds = (guide: bigint) => ({ minimum: (guide * 7n) / 10n, maximum: (guide * 14n) / 10n })

/** @throws otc.price where a fixed price is too far from the guide price */
export function decidePrice({ pricing }: Pick<AdTerms, 'pricing'>, guide: bigint): void {
  const { minimum, maximum } = priceBounds(guide)
  if (pricing.fixed !== null && (pricing.fixed < minimum || pricing.fixed > maximum))
    fail('otc.price', { minimum: showUnits(minimum), maximum: showUnits(maximum) })
}

/** Whether an ad may say these terms. Pure. @throws otc.price, otc.order_minimum, otc.order_maximum, otc.limits_crossed */
export function decideTerms(
  { pricing, least, most }: AdTerms,
  { units, guide, limits }: { readonly units: bigint; readonly guide: bigint; readonly limits: OtcLimits },
): void {
  decidePrice({ pricing }, guide)
  if (least < limits.minimum) fail('otc.order_minimum', { minimum: showUnits(limits.minimum), coin: otcCoin })
  if (most > limits.maximum) fail('otc.order_maximum', { maximum: showUnits(limits.maximum), coin: otcCoin })
  if (least > most || least > units) fail('otc.limits_crossed')
}

/** Own ads of the same side and currency, not removed: a second one would be the same offer twice. @throws otc.enable_first, otc.disable_first */
export function decideSecondAd(others: readonly AdState[]): void {
  if (others.includes('disabled')) fail('otc.enable_first')
  if (others.includes('enabled')) fail('otc.disable_first')
}

/** An own ad that is not removed. @throws otc.ad_missing */
export const ownAd = (ad: Ad | undefined, walletId: WalletId): Ad =>
  ad && ad.makerId === walletId && ad.state !== 'removed' ? ad : fail('otc.ad_missing')

/** Assumed: terms change only while nobody can take the ad; open transactions keep theirs anyhow. @throws otc.disable_first */
export function decideEdit({ state }: Ad): void {
  if (state !== 'disabled') fail('otc.disable_first')
}
/** @throws otc.enable_failed where it is enabled already, or nothing is left of it */
export function decideEnable(ad: Ad): void {
  if (ad.state !== 'disabled' || leftOf(ad) === 0n) fail('otc.enable_failed')
}
/** @throws otc.disable_failed where it is disabled already */
export function decideDisable({ state }: Ad): void {
  if (state !== 'enabled') fail('otc.disable_failed')
}
/** @throws otc.remove_first while it is enabled, otc.remove_failed while a transaction is open */
export function decideRemove({ state, bound }: Ad): void {
  if (state === 'enabled') fail('otc.remove_first')
  if (bound > 0n) fail('otc.remove_failed')
}

/** What is known of one who trades. */
export type Standing = {
  /** Different people who have traded enough with them. Those of the own team, who sent coins or were sent some, or have coins from one source, are not counted apart. */
  readonly partners: number
  /** Transactions they opened as takers and that run. */
  readonly open: number
  /** Transactions in which they still have to pay, and may leave. */
  readonly unpaid: number
  /** What ended by their fault in the last 24 hours: own cancels, payments that did not come in time, and disputes decided against them. */
  readonly cancels: number
}

export type TakeFacts = {
  readonly ad: Ad | undefined
  readonly takerId: WalletId
  readonly units: bigint
  /** The price the taker saw, and the price now. */
  readonly seenPrice: bigint
  readonly price: bigint
  /** Whether the maker can trade at all now: not stopped, in a region where this is on, and not waiting after a change of security. */
  readonly makerCan: boolean
  /** Whether the taker has an open transaction on this ad. */
  readonly hasOpen: boolean
  readonly taker: Standing
  readonly maker: Standing
  readonly limits: OtcLimits
}

/** The most of one transaction with somebody of few trades. */
const mostFor = ({ partners }: Standing, { maximum, firstMaximum }: OtcLimits): bigint =>
  partners < firstTrades ? lesser(firstMaximum, maximum) : maximum

/** What one may take of an ad at once, as far as the ad and its maker go. */
export function boundsOf(
  ad: Ad,
  maker: Standing,
  limits: OtcLimits,
): { readonly least: bigint; readonly most: bigint } {
  const left = leftOf(ad)
  // The last piece may be smaller than the least: it could never be taken otherwise.
  return { least: lesser(ad.least, left), most: lesser(lesser(ad.most, greater(left, 0n)), mostFor(maker, limits)) }
}

/** Decides whether an ad may be taken. Pure. @throws otc.* by the first rule that is broken */
export function decideTake(facts: TakeFacts): Ad {
  const { ad, units, taker, maker, limits } = facts
  if (!ad || ad.state === 'removed') fail('otc.ad_missing')
  if (ad.makerId === facts.takerId) fail('otc.ad_cannot_be_ordered')
  if (ad.state === 'disabled') fail('otc.ad_offline')
  if (!facts.makerCan || maker.cancels >= cancelsMax) fail('otc.ad_cannot_be_ordered')
  // A buy ad costs nothing: one whom nobody knows yet must not bind the coins of many who sell.
  if (ad.side === 'buy' && maker.partners < firstTrades && maker.cancels + maker.unpaid >= openMax)
    fail('otc.ad_cannot_be_ordered')
  if (facts.hasOpen) fail('otc.already_ordered')
  if (taker.open >= openMax) fail('otc.reputation_insufficient', { rule: 'open', limit: `${openMax}` })
  // What can still be left counts already: otherwise three more are open when the third is left.
  if (taker.cancels + (ad.side === 'sell' ? taker.unpaid : 0) >= cancelsMax)
    fail('otc.reputation_insufficient', { rule: 'cancels', limit: `${cancelsMax}` })
  const left = leftOf(ad)
  if (left === 0n) fail('otc.ad_already_taken')
  const { least } = boundsOf(ad, maker, limits)
  if (units < least) fail('otc.order_minimum', { minimum: showUnits(least), coin: otcCoin })
  const most = lesser(ad.most, mostFor(maker, limits))
  if (units > most) fail('otc.order_maximum', { maximum: showUnits(most), coin: otcCoin })
  if (units > left) fail('otc.quantity_exceeded', { left: showUnits(left), coin: otcCoin })
  const own = mostFor(taker, limits)
  if (units > own) fail('otc.reputation_insufficient', { rule: 'first', limit: showUnits(own) })
  // Dearer for the taker than what they saw.
  const isWorse = ad.side === 'sell' ? facts.price > facts.seenPrice : facts.price < facts.seenPrice
  if (isWorse) fail('otc.price_moved', { price: showUnits(facts.price) })
  return ad
}
