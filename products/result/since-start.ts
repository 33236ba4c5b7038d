import { lineOf } from '../registry.ts'
import { legsOf } from '../terms/legs.ts'
import type { Moved } from '../terms/line.ts'
import type { Order, Present } from '../terms/order.ts'
import { isOver, isReservation } from '../terms/order-state.ts'
import type { Way } from './outcomes.ts'
import type { Flow } from './realised.ts'
import { sumOf, type UsdtOf, usdtOf } from './result.ts'

export const isBegun = ({ state }: Order): boolean =>
  !isReservation(state) && state !== 'to_be_started' && !isOver(state)

/** Coins owed to the holder regardless of future earnings. */
export function heldNow(order: Order, present: Present): readonly Moved[] {
  const { base, pays = base, line } = order.terms
  const { source, grows, holds } = lineOf(line)
  if (source) return sumOf([{ asset: pays, units: present.promised }])
  if (grows) return [{ asset: base, units: present.principal }]
  return holds?.coins === 'nothing' ? [] : legsOf(order)
}

export const fieldOf = (flows: readonly Flow[], field: 'paid' | 'back' | 'net'): readonly Moved[] =>
  sumOf(flows.map((flow) => ({ asset: flow.asset, units: flow[field] })))
export const negated = (moved: readonly Moved[]): readonly Moved[] =>
  moved.map(({ asset, units }) => ({ asset, units: -units }))
export const isCoinMoved = ({ asset }: Moved): boolean => asset !== 'POWER' && asset !== 'CREDIT'

/**
 * Result since purchase: flows until now plus the fixed changes of this outcome. @param flows all entries of the order and its holdings
 * elsewhere (results.server.ts)
 */
export function sinceStart(
  way: Way,
  { order, present, flows, usdt }: { order: Order; present: Present; flows: readonly Flow[]; usdt: UsdtOf },
): Way {
  if (!way.sure || !isBegun(order)) return way
  const held = heldNow(order, present)
  const { source, grows } = lineOf(order.terms.line)
  // For growing or released amounts, the accounts are authoritative, not the row.
  const comes = source || grows ? held : way.comesBack
  const all = sumOf([...fieldOf(flows, 'net'), ...comes, ...negated(held)]).filter(isCoinMoved)
  return {
    ...way,
    goesIn: fieldOf(flows, 'paid').filter(isCoinMoved),
    comesBack: sumOf([...fieldOf(flows, 'back'), ...comes]).filter(isCoinMoved),
    gained: all.filter(({ units }) => units > 0n),
    givenUp: negated(all.filter(({ units }) => units < 0n)),
    usdt: usdtOf(all, usdt),
  }
}
