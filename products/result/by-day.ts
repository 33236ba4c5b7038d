import { addMs, type Day, dayOf } from '#kit/time/clock.ts'
import { lineOf } from '../registry.ts'
import type { Order } from '../terms/order.ts'
import type { DayFlow } from './realised.ts'

/** `settled` assigns a midnight to the day it ends; `calendar` to the day it begins. */
export type DayRule = 'settled' | 'calendar'
export const dayBy = (rule: DayRule, at: Date): Day => dayOf(rule === 'settled' ? addMs(at, -1) : at)

/**
 * Results per day, newest first. Coins in a market still belong to the holder, so gains and losses count when the coins return. A package's
 * coins count in full at its start; releases are not flows (booked.store.ts). @param orders with coins elsewhere that started or ended on
 * or after the first day @param from the first day
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
