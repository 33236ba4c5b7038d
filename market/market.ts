import { divide, type Rate } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { dayMs, hourMs } from '#kit/clock.ts'
import { type PairId, pairs, usdtPair } from '#kit/ids.ts'

/** Share of what is given that a trade pays to `fees`: 0.3 %. */
export const tradeFee: Rate = { numerator: 3n, denominator: 1_000n }
/** A price is kept as a whole number of 10⁻¹² base coins for one quoted coin. */
export const priceScale = 1_000_000_000_000n
/** The guide price averages the trades of this long … */
export const guideWindowMs = dayMs
/** … what decides over money is held against an average of this long too … */
export const weekWindowMs = 7 * dayMs
/** … and a cut against one of the hour before it, in place of the last trade … */
export const cutWindowMs = hourMs
/** … and without a trade in that time the last one stands this long. */
export const priceLifeMs = 7 * dayMs

/** The two coins of a market. Prices say how much of `base` one `quoted` costs. */
export function coinsOf(pair: PairId): { readonly base: Coin; readonly quoted: Coin } {
  const [base, quoted] = pair.split('-') as [Coin, Coin]
  return { base, quoted }
}

/** A price (10⁻¹² of base for one quoted) as a rate from units of the quoted coin to units of the base coin. */
export const priceRate = (price: bigint): Rate => ({ numerator: price, denominator: priceScale })

/** The price two amounts were traded at, rounded down to 10⁻¹². @throws when nothing of the quoted coin moved. */
export const priceOf = (baseUnits: bigint, quotedUnits: bigint): bigint =>
  divide(baseUnits * priceScale, quotedUnits, 'down')

/** What a market answers to an amount given, before anything moves. */
export type Swap = {
  /** 0.3 % of what is given, rounded up. */
  readonly fee: bigint
  /** What reaches the reserve: given − fee. */
  readonly net: bigint
  /** What leaves the other reserve, rounded down. */
  readonly received: bigint
  /** How much worse than the price before the trade: net ÷ (reserve + net). */
  readonly impact: Rate
}

/**
 * A trade against a constant-product market: reserve × reserve never shrinks.
 * @param reserveIn reserve of the coin given, above 0.
 * @param reserveOut reserve of the coin received, above 0.
 */
export function swap(reserveIn: bigint, reserveOut: bigint, given: bigint): Swap {
  const fee = divide(given * tradeFee.numerator, tradeFee.denominator, 'up')
  const net = given - fee
  const received = divide(reserveOut * net, reserveIn + net, 'down')
  return { fee, net, received, impact: { numerator: net, denominator: reserveIn + net } }
}

/** A trade as prices see it. */
export type PricedTrade = { readonly at: Date; readonly price: bigint }

/**
 * An average price: each price of a window, 24 h for the guide price, weighed by how long it stood. Without a trade in it the last one stands
 * for 7 days, then there is none. Before a trade the last price stood however old it is: everybody could trade at it, and whoever trades
 * first after a silence shall not be the average. The database does the same sum (market.store.ts); a test holds the two equal.
 * @param trades oldest first, none after `now`.
 * @returns 10⁻¹² of base for one quoted coin, rounded down.
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

/**
 * How one coin is valued in USDT: a chain of markets, each step base coins for one quoted: its own market with USDT, then those with a
 * coin that has one. First way whose prices exist counts.
 */
export function usdtWays(coin: Coin): readonly (readonly PairId[])[] {
  if (coin === 'USDT') return [[]]
  const direct = usdtPair(coin)
  const around = pairs.flatMap((pair) => {
    const { base, quoted } = coinsOf(pair)
    const rest = quoted === coin ? usdtPair(base) : undefined
    return rest ? [[pair, rest]] : []
  })
  return [...(direct ? [[direct]] : []), ...around]
}

/** The product of two rates. */
export const chainRates = (first: Rate, second: Rate): Rate => ({
  numerator: first.numerator * second.numerator,
  denominator: first.denominator * second.denominator,
})
