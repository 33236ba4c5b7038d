import { divide, type Rate } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { type PairId, pairs, usdtPair } from '#kit/text/ids.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'

/** 0.3 % of the amount given, paid to `fees`. */
export const tradeFee: Rate = { numerator: 3n, denominator: 1_000n }
/** Prices are whole multiples of 10⁻¹² base coins for one quoted coin. */
export const priceScale = 1_000_000_000_000n
export const guideWindowMs = dayMs
/** Second averaging window, for decisions about money. */
export const weekWindowMs = 7 * dayMs
/** Window of the average that replaces the last trade at a snapshot. */
export const cutWindowMs = hourMs
/** Without trades, the last price remains valid this long. */
export const priceLifeMs = 7 * dayMs

/** Prices are in `base` for one `quoted`. */
export function coinsOf(pair: PairId): { readonly base: Coin; readonly quoted: Coin } {
  const [base, quoted] = pair.split('-') as [Coin, Coin]
  return { base, quoted }
}

export const priceRate = (price: bigint): Rate => ({ numerator: price, denominator: priceScale })

/** Rounded down to 10⁻¹². @throws if `quotedUnits` is 0. */
export const priceOf = (baseUnits: bigint, quotedUnits: bigint): bigint =>
  divide(baseUnits * priceScale, quotedUnits, 'down')

export type Swap = {
  /** Rounded up. */
  readonly fee: bigint
  readonly net: bigint
  /** Rounded down. */
  readonly received: bigint
  /** Price impact: net ÷ (reserve + net). */
  readonly impact: Rate
}

/** Constant product: the product of both reserves never shrinks. @param reserveIn above 0. @param reserveOut above 0. */
export function swap(reserveIn: bigint, reserveOut: bigint, given: bigint): Swap {
  const fee = divide(given * tradeFee.numerator, tradeFee.denominator, 'up')
  const net = given - fee
  const received = divide(reserveOut * net, reserveIn + net, 'down')
  return { fee, net, received, impact: { numerator: net, denominator: reserveIn + net } }
}

export type PricedTrade = { readonly at: Date; readonly price: bigint }

/**
 * Weights each price by the time it was valid. Without a trade in the window the last price counts for 7 days. The price before the first
 * trade counts too, so that one trade after a silence is not the whole average. @param trades oldest first, none after `now`. @returns
 * 10⁻¹² of base for one quoted coin, rounded down.
 */
export function timeWeightedPrice(
  trades: readonly PricedTrade[],
  now: Date,
  windowMs: number = guideWindowMs,
): bigint | undefined {
  const from = now.getTime() - windowMs
  const inside = trades.filter((trade) => trade.at.getTime() > from)
  const before = trades.findLast((trade) => trade.at.getTime() <= from)
  if (inside.length === 0)
    return before && now.getTime() - before.at.getTime() <= priceLifeMs ? before.price : undefined
  const standing = before ? [{ at: new Date(from), price: before.price }] : []
  const steps = [...standing, ...inside]
  let weighted = 0n
  let total = 0n
  for (const [index, step] of steps.entries()) {
    const until = steps[index + 1]?.at ?? now
    const ms = BigInt(until.getTime() - step.at.getTime())
    weighted += step.price * ms
    total += ms
  }
  return total === 0n ? steps.at(-1)?.price : divide(weighted, total, 'down')
}

/** Market routes to USDT: direct first, then over two markets. The first route with prices counts. */
export function usdtOutcomes(coin: Coin): readonly (readonly PairId[])[] {
  if (coin === 'USDT') return [[]]
  const direct = usdtPair(coin)
  const around = pairs.flatMap((pair) => {
    const { base, quoted } = coinsOf(pair)
    const rest = quoted === coin ? usdtPair(base) : undefined
    return rest ? [[pair, rest]] : []
  })
  return [...(direct ? [[direct]] : []), ...around]
}

export const chainRates = (first: Rate, second: Rate): Rate => ({
  numerator: first.numerator * second.numerator,
  denominator: first.denominator * second.denominator,
})
