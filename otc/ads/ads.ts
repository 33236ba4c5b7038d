import { greater, lesser, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Sealed } from '../details/methods.ts'
import type { OtcLimits } from '../otc-settings.ts'
import { cancelsMax, firstTrades, openMax, otcCoin, type Pricing, type Side } from '../otc-terms.ts'

export type AdState = 'enabled' | 'disabled' | 'removed'
/** Null in a buy ad, where the taker provides the details. */
export type AdMethod = { readonly method: number; readonly details: Sealed | null; readonly usableFrom: Date | null }

export const usableMethods = ({ methods }: Pick<Ad, 'methods'>, now: Date): readonly AdMethod[] =>
  methods.filter(({ usableFrom }) => usableFrom === null || usableFrom <= now)

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
  /** `units`: total. `bound`: locked by open transactions. `done`: traded. */
  readonly units: bigint
  readonly bound: bigint
  readonly done: bigint
  readonly state: AdState
  readonly postedAt: Date
}

export const leftOf = ({ units, bound, done }: Pick<Ad, 'units' | 'bound' | 'done'>): bigint => units - bound - done

export const heldByAd = ({ side, state, units, done }: Pick<Ad, 'side' | 'state' | 'units' | 'done'>): bigint =>
  side === 'sell' && state !== 'removed' ? units - done : 0n

/** Assumed: a price outside these bounds is a typo or bait. */
export const priceBounds = (guide: bigint) => ({ minimum: (guide * 7n) / 10n, maximum: (guide * 14n) / 10n })

/** @throws otc.price */
export function decidePrice({ pricing }: Pick<AdTerms, 'pricing'>, guide: bigint): void {
  const { minimum, maximum } = priceBounds(guide)
  if (pricing.fixed !== null && (pricing.fixed < minimum || pricing.fixed > maximum))
    fail('otc.price', { minimum: showUnits(minimum), maximum: showUnits(maximum) })
}

/** Pure. @throws otc.price, otc.order_minimum, otc.order_maximum, otc.limits_crossed */
export function decideTerms(
  { pricing, least, most }: AdTerms,
  { units, guide, limits }: { readonly units: bigint; readonly guide: bigint; readonly limits: OtcLimits },
): void {
  decidePrice({ pricing }, guide)
  if (least < limits.minimum) fail('otc.order_minimum', { minimum: showUnits(limits.minimum), coin: otcCoin })
  if (most > limits.maximum) fail('otc.order_maximum', { maximum: showUnits(limits.maximum), coin: otcCoin })
  if (least > most || least > units) fail('otc.limits_crossed')
}

/** `others`: own ads of the same side and currency. @throws otc.enable_first, otc.disable_first */
export function decideSecondAd(others: readonly AdState[]): void {
  if (others.includes('disabled')) fail('otc.enable_first')
  if (others.includes('enabled')) fail('otc.disable_first')
}

/** @throws otc.ad_missing */
export const ownAd = (ad: Ad | undefined, walletId: WalletId): Ad =>
  ad && ad.makerId === walletId && ad.state !== 'removed' ? ad : fail('otc.ad_missing')

/** Assumed: terms change only while the ad is disabled; open transactions keep theirs. @throws otc.disable_first */
export function decideEdit({ state }: Ad): void {
  if (state !== 'disabled') fail('otc.disable_first')
}
/** @throws otc.enable_failed if the ad is enabled, or nothing is left */
export function decideEnable(ad: Ad): void {
  if (ad.state !== 'disabled' || leftOf(ad) === 0n) fail('otc.enable_failed')
}
/** @throws otc.disable_failed */
export function decideDisable({ state }: Ad): void {
  if (state !== 'enabled') fail('otc.disable_failed')
}
/** @throws otc.remove_first while it is enabled, otc.remove_failed while a transaction is open */
export function decideRemove({ state, bound }: Ad): void {
  if (state === 'enabled') fail('otc.remove_first')
  if (bound > 0n) fail('otc.remove_failed')
}

export type Standing = {
  /**
   * Distinct partners with enough volume, excluding the trader's team and anyone linked by transfers; partners with one source of coins
   * count once.
   */
  readonly partners: number
  /** Open transactions as taker. */
  readonly open: number
  /** Transactions the trader must pay and may still cancel. */
  readonly unpaid: number
  /** Cancellations, late payments and lost disputes the trader caused in the last 24 hours. */
  readonly cancels: number
}

export type TakeFacts = {
  readonly ad: Ad | undefined
  readonly takerId: WalletId
  readonly units: bigint
  readonly seenPrice: bigint
  readonly price: bigint
  /** False if suspended, in a barred region, or waiting after a security change. */
  readonly makerCan: boolean
  readonly hasOpen: boolean
  readonly taker: Standing
  readonly maker: Standing
  readonly limits: OtcLimits
}

const mostFor = ({ partners }: Standing, { maximum, firstMaximum }: OtcLimits): bigint =>
  partners < firstTrades ? lesser(firstMaximum, maximum) : maximum

export function boundsOf(
  ad: Ad,
  maker: Standing,
  limits: OtcLimits,
): { readonly least: bigint; readonly most: bigint } {
  const left = leftOf(ad)
  // The remainder may be below the minimum, because no one could take it otherwise.
  return { least: lesser(ad.least, left), most: lesser(lesser(ad.most, greater(left, 0n)), mostFor(maker, limits)) }
}

/** Pure. @throws otc.* for the first broken rule */
export function decideTake(facts: TakeFacts): Ad {
  const { ad, units, taker, maker, limits } = facts
  if (!ad || ad.state === 'removed') fail('otc.ad_missing')
  if (ad.makerId === facts.takerId) fail('otc.ad_cannot_be_ordered')
  if (ad.state === 'disabled') fail('otc.ad_offline')
  if (!facts.makerCan || maker.cancels >= cancelsMax) fail('otc.ad_cannot_be_ordered')
  // A buy ad costs nothing, so an unknown maker must not lock the coins of many sellers.
  if (ad.side === 'buy' && maker.partners < firstTrades && maker.cancels + maker.unpaid >= openMax)
    fail('otc.ad_cannot_be_ordered')
  if (facts.hasOpen) fail('otc.already_ordered')
  if (taker.open >= openMax) fail('otc.reputation_insufficient', { rule: 'open', limit: `${openMax}` })
  // Unpaid transactions count too; otherwise three more could be open at the third cancellation.
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
  const isWorse = ad.side === 'sell' ? facts.price > facts.seenPrice : facts.price < facts.seenPrice
  if (isWorse) fail('otc.price_moved', { price: showUnits(facts.price) })
  return ad
}
