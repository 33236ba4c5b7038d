import { divide, type Rate } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'

/**
 * A decision about money names its purpose and gets the price that protects the other holders (decision 29). - `handedOut`: the company
 * gives coins away by this value; the highest price - `unbounded`: without the limit of a tenth per day; while it is above `handedOut`,
 * nothing is sold - `earns`: brings POWER, stars or CREDIT; the lowest price - `limits`: compared with a limit; the highest price, however
 * old - `shown`: the guide price, which decides nothing
 */
export const purposes = ['handedOut', 'unbounded', 'earns', 'limits', 'shown'] as const
export type Purpose = (typeof purposes)[number]
/** Undefined without a trade in 7 days. */
export type ValueOf = (coin: Coin, purpose: Purpose) => Rate | undefined

/** Maximum change per day. */
const movesMost: Rate = { numerator: 1n, denominator: 10n }
/** The bound widens each day without a snapshot, and ends after this many days. */
const daysMax = 60
/** A fixed denominator keeps the numbers from growing every day. */
const boundScale = 10n ** 24n

export type WayPrices = {
  readonly day: Rate | undefined
  readonly week: Rate | undefined
  /** Last price, however old; at a snapshot the last hour's average. */
  readonly last: Rate | undefined
}

/** `days` since the snapshot: 1 on the next day. */
export type Anchor = { readonly rate: Rate; readonly days: number }

export type ValueFacts = {
  readonly ways: readonly WayPrices[]
  /** Undefined without feeds or agreement. */
  readonly feed: Rate | undefined
  readonly anchor: Anchor | undefined
  /** True for stored values, which bound the next day's values. */
  readonly isShallow: boolean
}

export const isMore = (one: Rate, other: Rate): boolean =>
  one.numerator * other.denominator > other.numerator * one.denominator
const dearer = (one: Rate, other: Rate): Rate => (isMore(other, one) ? other : one)
const cheaper = (one: Rate, other: Rate): Rate => (isMore(one, other) ? other : one)
const isKnown = (rate: Rate | undefined): rate is Rate => rate !== undefined

/** Allowed range; both ends round towards the anchor. */
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
 * Limits changes to a tenth per day from the anchor. Between snapshots, a value for `limits` follows a rise of the price immediately, and a
 * value for `earns` follows a fall. Snapshot values are bounded both ways, so an hour of manipulation has no lasting effect.
 */
function within(purpose: Purpose, rate: Rate, { anchor, isShallow }: ValueFacts): Rate {
  if (purpose === 'unbounded' || !anchor || anchor.days > daysMax) return rate
  const { least, most } = edgesOf(anchor)
  const raised = purpose === 'earns' && !isShallow ? rate : dearer(rate, least)
  return purpose === 'limits' && !isShallow ? raised : cheaper(raised, most)
}

export function valueFor(purpose: Purpose, facts: ValueFacts): Rate | undefined {
  const { ways, feed } = facts
  if (purpose === 'shown') return ways.find(({ day }) => day)?.day
  // A limit accepts an old price; other purposes need one from the last 7 days.
  const used = purpose === 'limits' ? ways : ways.filter(({ day }) => day)
  const prices = used.flatMap(({ day, week, last }) => [day, week, last]).filter(isKnown)
  if (prices.length === 0 && purpose !== 'limits') return undefined
  const all = [...prices, feed].filter(isKnown)
  if (all.length === 0) return undefined
  return within(purpose, all.reduce(purpose === 'earns' ? cheaper : dearer), facts)
}
