import { addMs, type Day, dayOf } from '#kit/clock.ts'
import { lineOf } from '../registry.ts'
import type { Order } from '../terms/order.ts'
import type { Flow } from './booked.ts'

/**
 * The day a moment belongs to. settled: a midnight belongs to the day it ends. calendar: to the day it begins, so that what was paid
 * at a midnight was paid "today".
 */
export type DayRule = 'settled' | 'calendar'
export const dayBy = (rule: DayRule, at: Date): Day => dayOf(rule === 'settled' ? addMs(at, -1) : at)

/**
 * Flows as days count them. Coins that went into a market are still the holder's own, so they are no loss of the day they went there:
 * what came back more or less counts on the day it comes. The coins of a package are set aside for good when it starts, so they count
 * on that day, beside its price, and not again when they are released.
 */
export function countedByDay(flows: readonly Flow[], orders: readonly Order[], rule: DayRule): readonly Flow[] {
  const known = new Map(orders.map((order) => [order.id as number, order]))
  const kept = flows.filter(({ orderId, asset }) => {
    const order = known.get(orderId)
    return !order || !lineOf(order.terms.line).source || asset !== order.terms.pays
  })
  const moved = orders.filter(({ round }) => round > 0).flatMap((order) => movedElsewhere(order, rule))
  return [...kept, ...moved].toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? 1 : -1))
}

/** What an order that started has outside the wallet and its own principal: from its start on, and to its end where the coins come back. */
function movedElsewhere(order: Order, rule: DayRule): readonly Flow[] {
  const { joinsMarket, source } = lineOf(order.terms.line)
  const { base, side = base, pays = base } = order.terms
  const flow = (at: Date, asset: Flow['asset'], net: bigint): Flow => ({
    ...{ orderId: order.id, day: dayBy(rule, at), asset, paid: 0n, back: 0n, net },
  })
  if (source) return [flow(order.roundStarted, pays, order.promiseUnits)]
  if (!joinsMarket) return []
  const coins = [
    { asset: base, units: order.baseUnits },
    { asset: side, units: order.sideUnits },
  ]
  return coins.flatMap(({ asset, units }) => [
    flow(order.roundStarted, asset, units),
    ...(order.overAt ? [flow(order.overAt, asset, -units)] : []),
  ])
}
