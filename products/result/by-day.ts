import { addMs, type Day, dayOf } from '#kit/clock.ts'
import { lineOf } from '../registry.ts'
import type { Order } from '../terms/order.ts'
import type { DayFlow } from './booked.ts'

/**
 * The day a moment belongs to. settled: a midnight belongs to the day it ends. calendar: to the day it begins, so that what was paid
 * at a midnight was paid "today".
 */
export type DayRule = 'settled' | 'calendar'
export const dayBy = (rule: DayRule, at: Date): Day => dayOf(rule === 'settled' ? addMs(at, -1) : at)

/**
 * Flows as days count them, the newest first. Coins that went into a market are still the holder's own, so they are no loss of the day
 * they went there: what came back more or less counts on the day it comes. The coins of a package are set aside for good when it starts,
 * so they count on that day, beside its price; their releases are none of the flows (booked.store.ts).
 * @param orders those with something elsewhere that started or ended on one of these days, or later
 * @param from the first day
 */
export function countedByDay(
  flows: readonly DayFlow[],
  orders: readonly Order[],
  { rule, from }: { readonly rule: DayRule; readonly from: Day },
): readonly DayFlow[] {
  const moved = orders.filter(({ round }) => round > 0).flatMap((order) => movedElsewhere(order, rule))
  return [...flows, ...moved.filter(({ day }) => day >= from)].toSorted((one, other) =>
    one.day === other.day ? 0 : one.day < other.day ? 1 : -1,
  )
}

/** What an order that started has outside the wallet and its own principal: from its start on, and to its end where the coins come back. */
function movedElsewhere(order: Order, rule: DayRule): readonly DayFlow[] {
  const { joinsMarket, source } = lineOf(order.terms.line)
  const { base, side = base, pays = base } = order.terms
  const flow = (at: Date, asset: DayFlow['asset'], net: bigint): DayFlow => ({
    ...{ day: dayBy(rule, at), asset, paid: 0n, back: 0n, net },
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
