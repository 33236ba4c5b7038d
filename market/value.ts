import { divide, type Rate } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'

/**
 * What a coin's value is read for. Whoever decides over money says which, and reads it on the side that protects the others (decision 29):
 * `handedOut`, coins the company parts with for it: the dearest price there is; `unbounded`, the same without the bound of a tenth a day:
 * while it is dearer, nothing is sold; `earns`, what gives POWER, stars or CREDIT: the cheapest; `limits`, what a bound is held against:
 * the highest, however old. `shown` decides nothing: it is the guide price.
 */
export const purposes = ['handedOut', 'unbounded', 'earns', 'limits', 'shown'] as const
export type Purpose = (typeof purposes)[number]
/** What a coin is worth in USDT for a purpose; undefined where nobody traded it for 7 days. */
export type ValueOf = (coin: Coin, purpose: Purpose) => Rate | undefined

/** What is kept of a value moves at most a tenth a day. */
const movesMost: Rate = { numerator: 1n, denominator: 10n }
/** Days a bound is widened for at most: after so many without a cut it says nothing any more. */
const daysMax = 60
/** A bound is written in parts of this, so that its figures do not grow from day to day. */
const boundScale = 10n ** 24n

/** Prices of a coin on one way to USDT; undefined where nobody traded in the last 7 days, or ever. */
export type WayPrices = {
  /** Averages over 24 hours and over 7 days. */
  readonly day: Rate | undefined
  readonly week: Rate | undefined
  /** The last trade, however old; at a cut the average of its last hour, so that a trade held for seconds moves nothing. */
  readonly last: Rate | undefined
}

/** What the value was at a cut, and how many days ago that was: 1 on the day that follows. */
export type Anchor = { readonly rate: Rate; readonly days: number }

export type ValueFacts = {
  readonly ways: readonly WayPrices[]
  /** What agreed feeds outside say now, of coins they are asked for. */
  readonly feed: Rate | undefined
  /** undefined on the first day of a coin. */
  readonly anchor: Anchor | undefined
  /** Whether a day is cut with it: such a value is what the next day's are held against. */
  readonly isCut: boolean
}

export const isMore = (one: Rate, other: Rate): boolean =>
  one.numerator * other.denominator > other.numerator * one.denominator
const dearer = (one: Rate, other: Rate): Rate => (isMore(other, one) ? other : one)
const cheaper = (one: Rate, other: Rate): Rate => (isMore(one, other) ? other : one)
const isKnown = (rate: Rate | undefined): rate is Rate => rate !== undefined

/** What a value may be, a tenth from its anchor for each day since. The edges round towards the anchor. */
function edgesOf({ rate, days }: Anchor): { readonly least: Rate; readonly most: Rate } {
  const edge = (tenths: bigint, rounding: 'up' | 'down'): Rate => ({
    numerator: divide(
      rate.numerator * tenths ** BigInt(days) * boundScale,
      rate.denominator * movesMost.denominator ** BigInt(days),
      rounding,
    ),
    denominator: boundScale,
  })
  return {
    least: edge(movesMost.denominator - movesMost.numerator, 'up'),
    most: edge(movesMost.denominator + movesMost.numerator, 'down'),
  }
}

/**
 * Keeps a value within a tenth of its anchor for each day since. Between cuts the bound never holds a value back from the side that
 * protects the others: limits rise with a coin at once, and what earns falls with it at once. What a cut keeps is bound both ways, so
 * that a price pressed for an hour does not last.
 */
function within(purpose: Purpose, rate: Rate, { anchor, isCut }: ValueFacts): Rate {
  if (purpose === 'unbounded' || !anchor || anchor.days > daysMax) return rate
  const { least, most } = edgesOf(anchor)
  const raised = purpose === 'earns' && !isCut ? rate : dearer(rate, least)
  return purpose === 'limits' && !isCut ? raised : cheaper(raised, most)
}

/** Units of USDT for one unit of a coin, for a purpose; undefined where there is no price that may be used for it. */
export function valueFor(purpose: Purpose, facts: ValueFacts): Rate | undefined {
  const { ways, feed } = facts
  if (purpose === 'shown') return ways.find(({ day }) => day)?.day
  // A bound never blocks for lack of a fresh price; everything else needs one of the last 7 days.
  const used = purpose === 'limits' ? ways : ways.filter(({ day }) => day)
  const prices = used.flatMap(({ day, week, last }) => [day, week, last]).filter(isKnown)
  if (prices.length === 0 && purpose !== 'limits') return undefined
  const all = [...prices, feed].filter(isKnown)
  if (all.length === 0) return undefined
  return within(purpose, all.reduce(purpose === 'earns' ? cheaper : dearer), facts)
}
