import { expect } from '#kit/expect.ts'
import type { OrderState } from './fields.ts'

/** Same table in the database (order_transition); a test compares them. */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  reserved: ['queued'],
  queued: ['due', 'cancelled'],
  due: ['to_be_started', 'closed'],
  to_be_started: ['earning', 'cancelled', 'to_be_released'],
  earning: ['paused', 'to_be_released', 'ended', 'cancelled', 'exited'],
  paused: ['earning', 'to_be_released', 'ended', 'cancelled', 'exited'],
  to_be_released: ['ended'],
  ended: [],
  closed: [],
  cancelled: [],
  exited: [],
}

export const overStates: readonly OrderState[] = (Object.keys(transitions) as OrderState[]).filter(
  (state) => transitions[state].length === 0,
)
export const runningStates: readonly OrderState[] = (Object.keys(transitions) as OrderState[]).filter(
  (state) => transitions[state].length > 0,
)
export const isReservation = (state: OrderState): boolean =>
  state === 'reserved' || state === 'queued' || state === 'due'
export const isOver = (state: OrderState): boolean => transitions[state].length === 0

export function expectTransition(before: OrderState, after: OrderState): void {
  expect(transitions[before].includes(after), `an order goes from ${before} to ${after}`)
}
