import type * as v from 'valibot'
import { showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import { lineOf } from '../registry.ts'
import type { orderExit } from '../terms/fields.ts'
import type { Exit, Moved, PowerFacts, SharedFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { isOver } from '../terms/order-state.ts'
import { hasEnded, isLastHalfHour } from '../terms/order-time.ts'

/** Whether orders of such terms may be left before their end at all. */
const hasExit = ({ terms }: Order): boolean => terms.exitFee !== undefined && lineOf(terms.line).exit !== undefined

/**
 * Whether an order may be left early now. Before its start it is cancelled instead, which costs nothing.
 * @param isLocked whether settlement has done the lock of the round: then it holds, whatever moment the request carries.
 * @throws invest.order_closed, invest.order_cannot_close, invest.last_half_hour, and invest.pool_settling while its start or its end
 * waits for settlement.
 */
export function decideExit(order: Order, now: Date, isLocked = false): void {
  if (isOver(order.state)) fail('invest.order_closed')
  if (!hasExit(order)) fail('invest.order_cannot_close')
  if (order.state === 'to_be_started' && now < order.roundStarted) fail('invest.order_cannot_close')
  if (order.state === 'to_be_released') fail('invest.order_cannot_close')
  if (!isRunning(order) || hasEnded(order, now)) fail('invest.pool_settling')
  if (isLocked || isLastHalfHour(order, now)) fail('invest.last_half_hour')
}

/** A paused order may be left as any that runs. */
const isRunning = ({ state }: Order): boolean => state === 'earning' || state === 'paused'

/** Whether the way out stands open now. */
export const isExitable = (order: Order, now: Date): boolean =>
  isRunning(order) && hasExit(order) && !isLastHalfHour(order, now)

/** What leaving a running order brings; undefined where it stays until its end, or does not run. */
export const exitOf = (order: Order, power: PowerFacts, shared?: SharedFacts): Exit | undefined =>
  isRunning(order) && hasExit(order) ? lineOf(order.terms.line).exit?.(order, power, shared) : undefined

const showMoved = (moved: readonly Moved[]) => moved.map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

/** The same as its holder sees it before deciding. */
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
