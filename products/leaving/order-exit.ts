import type * as v from 'valibot'
import { showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { lineOf } from '../registry.ts'
import type { orderExit } from '../terms/fields.ts'
import type { Exit, Moved, PowerFacts, SharedFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { isOver } from '../terms/order-state.ts'
import { hasEnded, isLastHalfHour } from '../terms/order-time.ts'

const hasExit = ({ terms }: Order): boolean => terms.exitFee !== undefined && lineOf(terms.line).exit !== undefined

/**
 * Before its start, an order is cancelled without cost instead. @param isLocked settlement has locked the round, regardless of the
 * request's time. @throws invest.order_closed, invest.order_cannot_close, invest.last_half_hour, and invest.pool_settling while its start
 * or end waits for settlement.
 */
export function decideExit(order: Order, now: Date, isLocked = false): void {
  if (isOver(order.state)) fail('invest.order_closed')
  if (!hasExit(order)) fail('invest.order_cannot_close')
  if (order.state === 'to_be_started' && now < order.roundStarted) fail('invest.order_cannot_close')
  if (order.state === 'to_be_released') fail('invest.order_cannot_close')
  if (!isRunning(order) || hasEnded(order, now)) fail('invest.pool_settling')
  if (isLocked || isLastHalfHour(order, now)) fail('invest.last_half_hour')
}

const isRunning = ({ state }: Order): boolean => state === 'earning' || state === 'paused'

export const isExitable = (order: Order, now: Date): boolean =>
  isRunning(order) && hasExit(order) && !isLastHalfHour(order, now)

/** Undefined if the order has no early exit or is not running. */
export const exitOf = (order: Order, power: PowerFacts, shared?: SharedFacts): Exit | undefined =>
  isRunning(order) && hasExit(order) ? lineOf(order.terms.line).exit?.(order, power, shared) : undefined

const showMoved = (moved: readonly Moved[]) => moved.map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

export function showExit(
  order: Order,
  power: PowerFacts,
  shared?: SharedFacts,
): v.InferOutput<typeof orderExit> | null {
  const exit = exitOf(order, power, shared)
  if (!exit) return null
  const { returned, fee } = exit
  return {
    feeShare: order.terms.exitFee ?? '0',
    returned: showMoved(returned),
    fee: showMoved(fee),
    power: showUnits(exit.power),
  }
}
