import { showUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Markable } from '#products/lines/acceleration/marks.ts'
import type { Order } from '#products/terms/order.ts'
import { isOver } from '#products/terms/order-state.ts'
import { shareText } from '#products/terms/share.ts'
import { type Speed, stepFrom } from '#products/terms/speed.ts'
import type { accelerate, listAccelerations } from './acceleration.contract.ts'

export type AccelerationItem = OutputOf<typeof accelerate>['acceleration']
type Listed = OutputOf<typeof listAccelerations>

function stateOf({ state }: Order): AccelerationItem['state'] {
  if (isOver(state)) return 'over'
  if (state === 'earning') return 'accelerating'
  return state === 'paused' ? 'paused' : 'waiting'
}

export function showAcceleration(order: Order): AccelerationItem {
  const { boost, base } = order.terms
  expect(boost, `order ${order.id} is an acceleration`)
  return {
    orderId: order.id,
    productId: order.productId,
    version: boost,
    coin: base,
    amount: showUnits(order.baseUnits),
    state: stateOf(order),
    startsAt: order.roundStarted.toISOString(),
    stepFrom: boost === '2.0' ? stepFrom(order.roundStarted).toISOString() : null,
    overAt: order.overAt?.toISOString() ?? null,
  }
}

export function showMarkable({ coin, principal, marked }: Markable): Listed['principal'][number] {
  const left = principal > marked ? principal - marked : 0n
  return { coin, amount: showUnits(principal), marked: showUnits(marked), left: showUnits(left) }
}

/** Rounded down. */
export const showSpeed = ({ speed, ratio, step, acceleratedUnits, pendingUnits }: Speed): Listed['speed'] => ({
  speed: shareText(speed.numerator, speed.denominator),
  ratio: shareText(ratio.numerator, ratio.denominator),
  step: shareText(step.numerator, step.denominator),
  accelerated: showUnits(acceleratedUnits),
  pending: showUnits(pendingUnits),
})
