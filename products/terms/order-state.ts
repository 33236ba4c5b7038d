import { expect } from '#kit/expect.ts'
import type { OrderState } from './fields.ts'

/** An order's life: what each state may become. The database holds the same table (order_transition); a test keeps them equal. */
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

/** The states nothing follows. */
export const overStates: readonly OrderState[] = (Object.keys(transitions) as OrderState[]).filter(
  (state) => transitions[state].length === 0,
)
export const runningStates: readonly OrderState[] = (Object.keys(transitions) as OrderState[]).filter(
  (state) => transitions[state].length > 0,
)
/** An order whose balance is not paid: nothing on it can be chosen or left like on others. */
export const isReservation = (state: OrderState): boolean =>
  state === 'reserved' || state === 'queued' || state === 'due'
export const isOver = (state: OrderState): boolean => transitions[state].length === 0

/** Guards every change of state. @throws a bug report when the table does not allow it. */
export function expectTransition(before: OrderState, after: OrderState): void {
  expect(transitions[before].includes(after), `an order goes from ${before} to ${after}`)
}
