import { showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { lineOf } from '../registry.ts'
import type { Order } from '../terms/order.ts'
import { isOver } from '../terms/order-state.ts'

export const mayTake = ({ terms }: Order): boolean => lineOf(terms.line).take !== undefined

/** Includes paused orders. */
export const isTakable = (order: Order): boolean =>
  mayTake(order) && (order.state === 'earning' || order.state === 'paused')

/**
 * Before its start an order is cancelled instead. @param principal current units. @throws invest.order_closed, invest.order_cannot_close,
 * invest.pool_settling while its start waits for settlement, invest.compound_insufficient.
 */
export function decideTake(order: Order, units: bigint, principal: bigint, now: Date): void {
  if (isOver(order.state)) fail('invest.order_closed')
  if (!mayTake(order) || (order.state === 'to_be_started' && now < order.roundStarted))
    fail('invest.order_cannot_close')
  if (!isTakable(order)) fail('invest.pool_settling')
  if (units > principal || units === 0n)
    fail('invest.compound_insufficient', { left: showUnits(principal), coin: order.terms.base })
}
