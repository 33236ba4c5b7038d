import type * as v from 'valibot'
import { showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { lineOf } from '../registry.ts'
import type { orderExit } from '../terms/fields.ts'
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

/** What taking everything out now brings and costs. Null if nothing can be taken out. @param available POWER of the wallet */
export function showTake(order: Order, principal: bigint, available: bigint): v.InferOutput<typeof orderExit> | null {
  const { take } = lineOf(order.terms.line)
  if (!take || !isTakable(order) || principal === 0n) return null
  const { power } = take(order, principal, { principal, power: available })
  const returned = [{ asset: order.terms.base, amount: showUnits(principal) }]
  return { feeShare: '0', returned, fee: [], power: showUnits(power) }
}
