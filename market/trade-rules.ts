import { divide, multiply, type Rate, showUnits, unitsPerOne } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { fail } from '#kit/failure.ts'
import { type PairId, pairNumber, pairs } from '#kit/ids.ts'
import { type Opening, openingAt } from '#kit/opening.ts'
import { coinsOf, type Swap, swap } from './market.ts'
import { riseOf } from './prices.ts'
import type { ExchangeLimits } from './trade-settings.ts'

/** buy: the base coin is given, the quoted one received · sell: the other way round. */
export type Direction = 'buy' | 'sell'

/** Assumed: a quote stands for as long as the price has not moved by more than this; less is never accepted. */
const tolerance: Rate = { numerator: 995n, denominator: 1_000n }

/** The spec's numeric pair: 1 for the first. @throws exchange.pair_missing */
export const pairOf = (number: number): PairId =>
  pairs.find((pair) => pairNumber(pair) === number) ?? fail('exchange.pair_missing')

/** The coin given and the coin received. */
export function sidesOf(pair: PairId, direction: Direction): { readonly give: Coin; readonly receive: Coin } {
  const { base, quoted } = coinsOf(pair)
  return direction === 'buy' ? { give: base, receive: quoted } : { give: quoted, receive: base }
}

export type Reserves = { readonly base: bigint; readonly quoted: bigint }

/** What the market would answer now. @throws exchange.not_open without reserves, exchange.calculation where nothing would arrive */
export function quoteSwap(reserves: Reserves, direction: Direction, units: bigint): Swap {
  const { base, quoted } = reserves
  if (base === 0n || quoted === 0n) fail('exchange.not_open')
  const answered = direction === 'buy' ? swap(base, quoted, units) : swap(quoted, base, units)
  if (answered.received === 0n) fail('exchange.calculation')
  return answered
}

/** The least that is accepted where a quote said `received`: rounded down. */
export const leastOf = (received: bigint): bigint => multiply(received, tolerance, 'down')

/**
 * The USDT value of a trade: the higher of what is given at its guide price and of what would arrive at the reserves' ratio, so that
 * neither a stale nor a moved price makes a large trade look small. Undefined where neither coin has a price. Rounded down.
 */
export function higherValue(given: bigint | undefined, received: bigint | undefined): bigint | undefined {
  if (given === undefined || received === undefined) return given ?? received
  return given > received ? given : received
}

/** What would arrive at the ratio of the reserves, without fee and impact: rounded down. */
export const atRatio = ({ base, quoted }: Reserves, direction: Direction, units: bigint): bigint =>
  direction === 'buy' ? divide(units * quoted, base, 'down') : divide(units * base, quoted, 'down')

export type TradeFacts = {
  readonly opening: Opening
  readonly limits: ExchangeLimits
  readonly now: Date
  readonly value: bigint | undefined
  readonly impact: Rate
  /** The end of the wait after a security change; null where nobody asks for a wallet. */
  readonly heldUntil: Date | null
  /** What they exchanged in the last 24 hours, in USDT value: slices count together while they wait. */
  readonly traded: bigint
}

/** Decides whether a trade may be made. Pure. @throws exchange.* by the first rule that is broken. */
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
  /** Given, the fee in it, received. */
  readonly units: bigint
  readonly fee: bigint
  readonly received: bigint
  /** The reserve of the coin given, before the trade. */
  readonly reserve: bigint
  /** The pair's guide price, base for one quoted; undefined where there is none. */
  readonly guide: Rate | undefined
}

/** The figures of a trade as a person reads them, of a quote and of a receipt alike. */
export function describeTrade({ direction, units, fee, received, reserve, guide }: TradeFigures) {
  const net = units - fee
  const way: Rate | undefined =
    guide && direction === 'buy' ? { numerator: guide.denominator, denominator: guide.numerator } : guide
  const atGuide = way && way.denominator > 0n ? multiply(units, way, 'down') : 0n
  return {
    amount: showUnits(units),
    fee: showUnits(fee),
    received: showUnits(received),
    /** Received for one given, fee and impact included. */
    rate: showUnits(divide(received * unitsPerOne, units, 'down')),
    /** A share of four decimals, rounded up. */
    impact: showUnits(divide(net * 10_000n, reserve + net, 'up') * 10_000n),
    guideRate: way && atGuide > 0n ? showUnits(multiply(unitsPerOne, way, 'down')) : null,
    guideDifference: atGuide > 0n ? riseOf(received, atGuide) : null,
  }
}
