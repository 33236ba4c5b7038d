import { divide, lesser, showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { OrderId } from '#kit/text/ids.ts'
import type { Order, OrderChange } from '../../terms/order.ts'
import { isOver } from '../../terms/order-state.ts'

/** In units. */
export type Markable = { readonly coin: Coin; readonly principal: bigint; readonly marked: bigint }

export type Held = { readonly id: OrderId; readonly principal: bigint }
export type LeavingPart = { readonly id: OrderId; readonly units: bigint }

/** Maximum orders per call, to limit its duration. */
export const ordersAtOnce = 20

/**
 * Oldest compound orders first. @param compound oldest orders, up to the limit per call; the rest stays marked. @throws
 * invest.order_closed, invest.conditions_not_met for an order of another line, invest.compound_insufficient.
 */
export function decideUnmark(
  order: Order,
  units: bigint,
  compound: readonly Held[],
): { parts: LeavingPart[]; change: OrderChange; taken: bigint } {
  if (order.terms.boost === undefined) fail('invest.conditions_not_met')
  if (isOver(order.state)) fail('invest.order_closed')
  const principal = compound.reduce((sum, each) => sum + each.principal, 0n)
  const most = compound.length < ordersAtOnce ? lesser(principal, order.baseUnits) : order.baseUnits
  if (units > most) fail('invest.compound_insufficient', { left: showUnits(most), coin: order.terms.base })
  const parts: LeavingPart[] = []
  let due = units
  for (const { id, principal: held } of compound) {
    const part = lesser(held, due)
    if (part > 0n) parts.push({ id, units: part })
    due -= part
  }
  const taken = units - due
  return { parts, change: changeOf(order, taken), taken }
}

function changeOf({ baseUnits, valueUnits }: Order, units: bigint): OrderChange {
  const left = baseUnits - units
  if (left === 0n) return { state: 'cancelled' }
  return { baseUnits: left, valueUnits: divide(valueUnits * left, baseUnits, 'down') }
}
