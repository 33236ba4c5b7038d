import { addDays, addMs, type Day, startOf } from '#kit/clock.ts'
import { lockMs } from '../orders/order-time.ts'

/**
 * What settlement does for each line and day, in this order. `set_aside` belongs to 23:30, when rounds lock; the rest to the
 * midnight that ends the day, after its cut is written.
 */
export const stepNames = ['set_aside', 'accrue', 'mature', 'start'] as const
export type StepName = (typeof stepNames)[number]

/** The midnight that ends a day. */
export const endOf = (day: Day): Date => startOf(addDays(day, 1))
/** When the step of a day is due; its entries happen at that moment, however late they are written. */
export const dueAt = (day: Day, step: StepName): Date =>
  step === 'set_aside' ? addMs(endOf(day), -lockMs) : endOf(day)
/** The unique key of what a step posts for an order. */
export const keyOf = (day: Day, step: StepName, order: { id: number }): string => `settle:${step}:${day}:${order.id}`
