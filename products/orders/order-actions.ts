import { fail } from '#kit/failure.ts'
import type { Ending } from '../terms/line.ts'
import type { Order, Product } from '../terms/order.ts'
import { isOver, isReservation } from '../terms/order-state.ts'
import { hasEnded, isLastHalfHour } from '../terms/order-time.ts'

/** @throws invest.order_closed, invest.order_cannot_close */
export function decideCancel(order: Order, now: Date): void {
  if (isOver(order.state)) fail('invest.order_closed')
  if (order.state !== 'to_be_started' || now >= order.roundStarted) fail('invest.order_cannot_close')
}

/**
 * @param isLocked settlement has locked the round, regardless of the request's time. @throws invest.order_closed,
 * invest.queue_not_processed before its balance is paid, invest.last_half_hour, and invest.pool_settling between a round's end and its
 * settlement.
 */
export function decideReinvest(order: Order, now: Date, isLocked = false): void {
  if (isOver(order.state)) fail('invest.order_closed')
  if (isReservation(order.state)) fail('invest.queue_not_processed')
  if (hasEnded(order, now)) fail('invest.pool_settling')
  if (isLocked || isLastHalfHour(order, now)) fail('invest.last_half_hour')
}

export function renewalBarredBy(
  order: Order,
  product: Product,
): Exclude<Ending, 'reinvest_off' | 'pool_short'> | undefined {
  if (product.endedAt && order.roundEnds && product.endedAt <= order.roundEnds) return 'product_ended'
  if (product.termsVersion !== order.terms.version) return 'terms_changed'
  return undefined
}

/** undefined if the order continues because the next interest is reserved. */
export function endingOf(order: Order, product: Product): Ending | undefined {
  if (order.nextPromiseUnits !== undefined) return undefined
  if (!order.reinvest) return 'reinvest_off'
  return renewalBarredBy(order, product) ?? 'pool_short'
}
