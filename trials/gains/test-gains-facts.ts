import type { Coin } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, dayOf, startOf } from '#kit/time/clock.ts'
import { startOfOrder } from '#products/terms/order-time.ts'
import {
  type Balance,
  balancesOf,
  coinsInFunds,
  type DayPot,
  type Flow,
  flowsAfter,
  lastPosting,
  type Markets,
  marketsOf,
  type OwnOrder,
  ownOrders,
  potsAfter,
} from './test-gains-flows.ts'
import { type GainsWorld, worthAt } from './test-gains-world.ts'

export type Before = {
  readonly last: bigint
  readonly balances: readonly Balance[]
  readonly markets: Markets
  readonly orders: ReadonlyMap<number, OwnOrder>
}

export const readBefore = async ({ db, attackers }: GainsWorld): Promise<Before> => ({
  last: await lastPosting(db),
  balances: await balancesOf(db, attackers),
  markets: await marketsOf(db),
  orders: await ownOrders(db, attackers),
})

/** Oracle input: a run's postings and final state. */
export type Facts = {
  readonly world: GainsWorld
  readonly before: Before
  readonly now: Date
  readonly flows: readonly Flow[]
  readonly balances: readonly Balance[]
  readonly orders: ReadonlyMap<number, OwnOrder>
  readonly pots: readonly DayPot[]
  readonly markets: Markets
  readonly inFunds: bigint
  readonly own: ReadonlySet<WalletId>
}

export async function readFacts(world: GainsWorld, before: Before): Promise<Facts> {
  const { db, attackers, clock, start } = world
  return {
    world,
    before,
    now: clock.now(),
    flows: await flowsAfter(db, before.last),
    balances: await balancesOf(db, attackers),
    orders: await ownOrders(db, attackers),
    pots: await potsAfter(db, start),
    markets: await marketsOf(db),
    inFunds: await coinsInFunds(db),
    own: new Set(attackers),
  }
}

export const isOwn = ({ own }: Facts, { holder }: Flow['from']): boolean => holder !== null && own.has(holder)
export const cameIn = (facts: Facts, flow: Flow): boolean => isOwn(facts, flow.to) && !isOwn(facts, flow.from)
export const wentOut = (facts: Facts, flow: Flow): boolean => isOwn(facts, flow.from) && !isOwn(facts, flow.to)

export const sumOf = (flows: readonly Flow[]): bigint => flows.reduce((sum, { units }) => sum + units, 0n)
export const usdtOf = ({ world }: Facts, flows: readonly Flow[]): bigint =>
  flows.reduce((sum, { asset, units }) => sum + worthAt(world, asset as Coin, units), 0n)

/** Time of the last payment. A reservation is paid long after it was made. */
export function boughtAt({ flows }: Facts, order: OwnOrder): Date {
  const paid = flows.findLast(
    ({ to, from, orderId }) => orderId === order.id && to.purpose === 'principal' && from.owner.startsWith('wallet:'),
  )
  return paid?.at ?? order.boughtAt
}

/** Earliest possible start. The first order of a line waits longer. */
export const earliestStart = (facts: Facts, order: OwnOrder): Date => startOfOrder(boughtAt(facts, order), false)

export function midnightsOf({ world, now }: Facts): Date[] {
  const midnights: Date[] = []
  for (let at = addMs(startOf(dayOf(world.start)), dayMs); at <= now; at = addMs(at, dayMs)) midnights.push(at)
  return midnights
}

export const ranWhole = (facts: Facts, order: OwnOrder, midnight: Date): boolean =>
  addMs(midnight, -dayMs) >= earliestStart(facts, order) && (order.overAt === null || order.overAt >= midnight)

export const wholeDays = (facts: Facts, order: OwnOrder): bigint =>
  BigInt(midnightsOf(facts).filter((midnight) => ranWhole(facts, order, midnight)).length)

export const isUndone = (facts: Facts, order: OwnOrder): boolean =>
  (order.state === 'cancelled' || order.state === 'closed') &&
  (order.overAt === null || order.overAt < earliestStart(facts, order))

export const flowsOf = ({ flows }: Facts, order: OwnOrder): readonly Flow[] =>
  flows.filter(({ orderId }) => orderId === order.id)

export function paidInto(facts: Facts, order: OwnOrder, coin: string): bigint {
  const had = facts.before.balances
    .filter(({ owner, purpose, asset }) => owner === `order:${order.id}` && purpose === 'principal' && asset === coin)
    .reduce((sum, { units }) => sum + units, 0n)
  const paid = flowsOf(facts, order).filter(
    ({ from, to, asset }) => asset === coin && to.purpose === 'principal' && from.owner.startsWith('wallet:'),
  )
  return had + sumOf(paid)
}

/** The order's market shares. If it joined and ended during the run, 1.5 times the shares its coins would now buy. */
export function sharesOf(facts: Facts, order: OwnOrder): bigint {
  const had = facts.before.orders.get(order.id)?.shareUnits ?? 0n
  if (order.shareUnits > 0n) return order.shareUnits
  const market = order.pair ? facts.markets.get(order.pair) : undefined
  if (had > 0n || !market) return had
  const joined = flowsOf(facts, order).filter(
    ({ to, asset }) => to.owner.startsWith('market:') && asset === order.terms.base,
  )
  return (sumOf(joined) * market.shares * 3n) / (market.base * 2n)
}
