import { divide, type Rate } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'

/**
 * The purposes for which a coin's value is read. A decision about money names its purpose, and gets the price on the side that protects
 * the others (decision 29).
 * - `handedOut`: the company gives coins away by this value; the dearest price
 * - `unbounded`: the same without the bound of a tenth a day; while it is dearer than `handedOut`, nothing is sold
 * - `earns`: the value brings POWER, stars or CREDIT; the cheapest price
 * - `limits`: a limit is compared with the value; the highest price, however old
 * - `shown`: the guide price, which decides nothing
 */
export const purposes = ['handedOut', 'unbounded', 'earns', 'limits', 'shown'] as const
export type Purpose = (typeof purposes)[number]
/** The value of a coin in USDT for a purpose. undefined: nobody traded it for 7 days. */
export type ValueOf = (coin: Coin, purpose: Purpose) => Rate | undefined

/** A kept value moves at most a tenth a day. */
const movesMost: Rate = { numerator: 1n, denominator: 10n }
/** The bound widens with each day without a cut. After this many days there is no bound any more. */
const daysMax = 60
/** Bounds are rounded to this fraction, so that their numbers do not get longer from day to day. */
const boundScale = 10n ** 24n

/** Prices of a coin on one way to USDT; undefined where nobody traded in the last 7 days, or ever. */
export type WayPrices = {
  /** Averages over 24 hours and over 7 days. */
  readonly day: Rate | undefined
  readonly week: Rate | undefined
  /** The last trade, however old; at a cut the average of its last hour, so that a trade held for seconds moves nothing. */
  readonly last: Rate | undefined
}

/** The value at a cut, and the number of days since then: 1 on the next day. */
export type Anchor = { readonly rate: Rate; readonly days: number }

export type ValueFacts = {
  readonly ways: readonly WayPrices[]
  /** The price on which the outside feeds agree now. undefined: no feeds for this coin, or no agreement. */
  readonly feed: Rate | undefined
  /** undefined on the first day of a coin. */
  readonly anchor: Anchor | undefined
  /** Whether the value is kept with the cut of a day. The values of the next day are then compared with it. */
  readonly isCut: boolean
}

export const isMore = (one: Rate, other: Rate): boolean =>
  one.numerator * other.denominator > other.numerator * one.denominator
const dearer = (one: Rate, other: Rate): Rate => (isMore(other, one) ? other : one)
const cheaper = (one: Rate, other: Rate): Rate => (isMore(one, other) ? other : one)
const isKnown = (rate: Rate | undefined): rate is Rate => rate !== undefined

/** The lowest and the highest value allowed: a tenth from the anchor for each day since. Both round towards the anchor. */
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
 * Keeps a value within a tenth of its anchor for each day since. Between cuts the bound never works against the side that protects the
 * others: `limits` rises with a coin at once, and `earns` falls with it at once. A value that is kept with a cut is bounded both ways, so
 * a price that was pressed for an hour does not last.
 */
function within(purpose: Purpose, rate: Rate, { anchor, isCut }: ValueFacts): Rate {
  if (purpose === 'unbounded' || !anchor || anchor.days > daysMax) return rate
  const { least, most } = edgesOf(anchor)
  const raised = purpose === 'earns' && !isCut ? rate : dearer(rate, least)
  return purpose === 'limits' && !isCut ? raised : cheaper(raised, most)
}

/** Units of USDT for one unit of a coin, for a purpose. undefined: no price may be used for it. */
export function valueFor(purpose: Purpose, facts: ValueFacts): Rate | undefined {
  const { ways, feed } = facts
  if (purpose === 'shown') return ways.find(({ day }) => day)?.day
  // A limit also works with an old price. Everything else needs a price of the last 7 days.
  const used = purpose === 'limits' ? ways : ways.filter(({ day }) => day)
  const prices = used.flatMap(({ day, week, last }) => [day, week, last]).filter(isKnown)
  if (prices.length === 0 && purpose !== 'limits') return undefined
  const all = [...prices, feed].filter(isKnown)
  if (all.length === 0) return undefined
  return within(purpose, all.reduce(purpose === 'earns' ? cheaper : dearer), facts)
}
