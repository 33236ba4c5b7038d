import { multiply, type Rate, rateOf } from '#kit/amount/amount.ts'
import { type Coin, markets } from '#kit/amount/coins.ts'
import type { PairId } from '#kit/text/ids.ts'
import type { Dice } from '#kit/text/random.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { coinsOf } from '../market.ts'

/** Oldest first; at most the last `countMax`. */
export function hoursBetween(after: Date, until: Date, countMax: number): Date[] {
  const last = Math.floor(until.getTime() / hourMs)
  const first = Math.max(Math.floor(after.getTime() / hourMs) + 1, last - countMax + 1)
  const start = addMs(after, first * hourMs - after.getTime())
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => addMs(start, index * hourMs))
}

export type DemoOrder = { readonly give: Coin; readonly units: bigint }

/** A random part of a reserve, more often towards the opening price, so that prices move but stay near it. */
export function decideDemoTrade(
  dice: Dice,
  pair: PairId,
  reserves: { readonly base: bigint; readonly quoted: bigint },
): DemoOrder {
  const { base, quoted } = coinsOf(pair)
  const opening = markets[pair].demo
  const dear = reserves.base * whole(opening.quoted) > reserves.quoted * whole(opening.base)
  const giveQuoted = dice.chance(dear ? 0.65 : 0.35)
  const part: Rate = { numerator: BigInt(2 + dice.below(19)), denominator: 10_000n }
  return giveQuoted
    ? { give: quoted, units: multiply(reserves.quoted, part, 'down') }
    : { give: base, units: multiply(reserves.base, part, 'down') }
}

const whole = (text: string): bigint => rateOf(text).numerator
