import { divide } from '#kit/amount/amount.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { bonusesOf, type Uplines } from './bonus.ts'
import { holdingWeights, profitParts } from './fund.ts'

/** In units. */
export type Held = {
  readonly orderId: OrderId
  readonly walletId: WalletId
  readonly principal: bigint
  readonly lost: bigint
  readonly shares: bigint
  readonly startedAt: Date
}
export type ProfitPart<Key> = { readonly to: Key; readonly units: bigint }

/** Divides by weight. Parts add up exactly, each within one unit. @throws if weights add up to 0. */
export function cut<Thing>(
  units: bigint,
  things: readonly Thing[],
  weight: (thing: Thing) => bigint,
): ProfitPart<Thing>[] {
  const all = things.reduce((sum, thing) => sum + weight(thing), 0n)
  let weighed = 0n
  let given = 0n
  return things.map((to) => {
    weighed += weight(to)
    const until = divide(units * weighed, all, 'down')
    const part = until - given
    given = until
    return { to, units: part }
  })
}

function tenthsOf(startedAt: Date, at: Date): bigint {
  const days = (at.getTime() - startedAt.getTime()) / dayMs
  return holdingWeights.findLast((step) => days >= step.days)?.tenths ?? 0n
}

/** The parts add up to the profit. */
export type Split = {
  readonly refills: readonly ProfitPart<Held>[]
  readonly dividends: readonly ProfitPart<Held>[]
  readonly bonuses: readonly ProfitPart<WalletId>[]
  readonly fee: bigint
  /** Remainder added to the next profit. */
  readonly left: bigint
}

const sumOf = (parts: readonly ProfitPart<unknown>[]): bigint => parts.reduce((sum, { units }) => sum + units, 0n)

/**
 * Recovers losses first, in proportion. The rest is split: 70 % by shares × holding weight, 20 % to uplines, 10 % to us. Unassigned upline
 * parts join the 70 %. Dividends and bonuses round down.
 */
export function splitProfit(profit: bigint, held: readonly Held[], at: Date, uplines: Uplines): Split {
  const lost = held.reduce((sum, order) => sum + order.lost, 0n)
  const refill = lost < profit ? lost : profit
  const refills = refill > 0n ? cut(refill, held, (order) => order.lost) : []
  const rest = profit - refill
  const weights = held.map((order) => order.shares * tenthsOf(order.startedAt, at))
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  if (all === 0n) return { refills: nonZero(refills), dividends: [], bonuses: [], fee: 0n, left: rest }
  const fee = divide(rest * profitParts.fee, 100n, 'down')
  const toBonus = divide(rest * profitParts.bonus, 100n, 'down')
  const caused = held.map(({ walletId }, place) => ({
    to: walletId,
    units: divide(toBonus * (weights[place] ?? 0n), all, 'down'),
  }))
  const bonuses = bonusesOf(caused, uplines)
  const toShare = rest - fee - sumOf(bonuses)
  const dividends = held.map((to, place) => ({ to, units: divide(toShare * (weights[place] ?? 0n), all, 'down') }))
  return {
    refills: nonZero(refills),
    dividends: nonZero(dividends),
    bonuses,
    fee,
    left: toShare - sumOf(dividends),
  }
}

const nonZero = <Key>(parts: readonly ProfitPart<Key>[]): ProfitPart<Key>[] => parts.filter(({ units }) => units > 0n)

/** Takes the same fraction from each order, in total exactly the loss. @param loss at most all principal. */
export const splitLoss = (loss: bigint, held: readonly Held[]): ProfitPart<Held>[] =>
  nonZero(cut(loss, held, (order) => order.principal))
