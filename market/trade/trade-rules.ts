import { divide, multiply, type Rate, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import { type PairId, pairNumber, pairs } from '#kit/text/ids.ts'
import { type Opening, openingAt } from '#kit/time/opening.ts'
import { coinsOf, type Swap, swap } from '../market.ts'
import { riseOf } from '../prices/prices.ts'
import type { ExchangeLimits } from './trade-settings.ts'

/** buy: gives the base coin, receives the quoted one · sell: the reverse. */
export type Direction = 'buy' | 'sell'

/** Assumed: a trade must return at least this share of the quoted amount. */
const tolerance: Rate = { numerator: 995n, denominator: 1_000n }

/** @throws exchange.pair_missing */
export const pairOf = (number: number): PairId =>
  pairs.find((pair) => pairNumber(pair) === number) ?? fail('exchange.pair_missing')

export function sidesOf(pair: PairId, direction: Direction): { readonly give: Coin; readonly receive: Coin } {
  const { base, quoted } = coinsOf(pair)
  return direction === 'buy' ? { give: base, receive: quoted } : { give: quoted, receive: base }
}

export type Reserves = { readonly base: bigint; readonly quoted: bigint }

/** @throws exchange.not_open without reserves, exchange.calculation if nothing would arrive */
export function quoteSwap(reserves: Reserves, direction: Direction, units: bigint): Swap {
  const { base, quoted } = reserves
  if (base === 0n || quoted === 0n) fail('exchange.not_open')
  const answered = direction === 'buy' ? swap(base, quoted, units) : swap(quoted, base, units)
  if (answered.received === 0n) fail('exchange.calculation')
  return answered
}

/** Rounded down. */
export const leastOf = (received: bigint): bigint => multiply(received, tolerance, 'down')

/**
 * The higher of both values, so no stale or manipulated price makes a large trade look small. Undefined if both prices are missing. Rounded
 * down.
 */
export function higherValue(given: bigint | undefined, received: bigint | undefined): bigint | undefined {
  if (given === undefined || received === undefined) return given ?? received
  return given > received ? given : received
}

/** At the reserve ratio, without fee and impact; rounded down. */
export const atRatio = ({ base, quoted }: Reserves, direction: Direction, units: bigint): bigint =>
  direction === 'buy' ? divide(units * quoted, base, 'down') : divide(units * base, quoted, 'down')

export type TradeFacts = {
  readonly opening: Opening
  readonly limits: ExchangeLimits
  readonly now: Date
  readonly value: bigint | undefined
  readonly impact: Rate
  /** End of the security wait; null for quotes. */
  readonly heldUntil: Date | null
  /** USDT value of the last 24 hours, so that split trades count together. */
  readonly traded: bigint
}

/** Pure. @throws exchange.* for the first broken rule. */
export function decideTrade({ opening, limits, now, value, impact, heldUntil, traded }: TradeFacts): {
  readonly value: bigint
} {
  const state = openingAt(opening, now)
  if (state === 'closed' || value === undefined) fail('exchange.not_open')
  if (state === 'wrong_time') fail('exchange.wrong_time', { from: opening.opensAt, to: opening.closesAt })
  if (value < limits.minimumValue || value > limits.maximumValue)
    fail('exchange.amount', { minimum: showUnits(limits.minimumValue), maximum: showUnits(limits.maximumValue) })
  if (impact.numerator * unitsPerOne > limits.impactMax * impact.denominator)
    fail('exchange.impact', { maximum: showUnits(limits.impactMax * 100n) })
  if (heldUntil && heldUntil > now && value + traded > limits.heldAboveValue)
    fail('exchange.held', { until: heldUntil.toISOString(), value: showUnits(limits.heldAboveValue) })
  return { value }
}

export type TradeFigures = {
  readonly direction: Direction
  readonly units: bigint
  readonly fee: bigint
  readonly received: bigint
  /** Of the coin given, before the trade. */
  readonly reserve: bigint
  /** Guide price in base per quoted coin, if any. */
  readonly guide: Rate | undefined
}

export function describeTrade({ direction, units, fee, received, reserve, guide }: TradeFigures) {
  const net = units - fee
  const way: Rate | undefined =
    guide && direction === 'buy' ? { numerator: guide.denominator, denominator: guide.numerator } : guide
  const atGuide = way && way.denominator > 0n ? multiply(units, way, 'down') : 0n
  return {
    amount: showUnits(units),
    fee: showUnits(fee),
    received: showUnits(received),
    rate: showUnits(divide(received * unitsPerOne, units, 'down')),
    impact: showUnits(divide(net * 10_000n, reserve + net, 'up') * 10_000n),
    guideRate: way && atGuide > 0n ? showUnits(multiply(unitsPerOne, way, 'down')) : null,
    guideDifference: atGuide > 0n ? riseOf(received, atGuide) : null,
  }
}
