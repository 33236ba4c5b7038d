import { addMs, dayMs } from '#kit/time/clock.ts'
import type { Details, Sealed } from './methods.ts'

/** PRODUCT.md part 5: new payment details wait 24 hours, and the holder is notified. */
export const detailsWaitMs = dayMs

export type PaymentDetails = {
  readonly method: number
  readonly details: Sealed
  readonly usableFrom: Date
}
export type KnownDetails = PaymentDetails & { readonly plain: Details }

const isSame = (one: Details, other: Details): boolean =>
  Object.keys({ ...one, ...other }).every((field) => one[field] === other[field])

export const findKnown = (
  known: readonly KnownDetails[],
  method: number,
  details: Details,
): PaymentDetails | undefined => known.find((each) => each.method === method && isSame(each.plain, details))

/** Usable immediately for a wallet's first sell ad, otherwise after the wait. */
export const usableFrom = (known: readonly KnownDetails[], now: Date): Date =>
  known.length === 0 ? now : addMs(now, detailsWaitMs)
