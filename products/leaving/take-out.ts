import { showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import { lineOf } from '../registry.ts'
import type { Order } from '../terms/order.ts'
import { isOver } from '../terms/order-state.ts'

/** Whether parts may be taken out of an order of this line at all. */
export const mayTake = ({ terms }: Order): boolean => lineOf(terms.line).take !== undefined

/** Whether an order runs, so that parts may be taken out of it: also while it pauses. */
export const isTakable = (order: Order): boolean =>
  mayTake(order) && (order.state === 'earning' || order.state === 'paused')

/**
 * Whether so much may be taken out of an order now. Before its start it is cancelled instead.
 * @param principal what is in it now, in units.
 * @throws invest.order_closed, invest.order_cannot_close, invest.pool_settling while its start waits for settlement,
 * invest.compound_insufficient.
 */
export function decideTake(order: Order, units: bigint, principal: bigint, now: Date): void {
  if (isOver(order.state)) fail('invest.order_closed')
  if (!mayTake(order) || (order.state === 'to_be_started' && now < order.roundStarted))
    fail('invest.order_cannot_close')
  if (!isTakable(order)) fail('invest.pool_settling')
  if (units > principal || units === 0n)
    fail('invest.compound_insufficient', { left: showUnits(principal), coin: order.terms.base })
}
