import { addMs, dayMs } from '#kit/clock.ts'
import type { Details, Sealed } from './methods.ts'

/** PRODUCT.md part 5: money is paid to a new place only after 24 hours, in which its holder is told. */
export const detailsWaitMs = dayMs

/** Where the buyers of a wallet's sell ads pay to. */
export type PaymentDetails = {
  readonly method: number
  readonly details: Sealed
  /** Takers are shown them from here on. */
  readonly usableFrom: Date
}
export type KnownDetails = PaymentDetails & { readonly plain: Details }

const isSame = (one: Details, other: Details): boolean =>
  Object.keys({ ...one, ...other }).every((field) => one[field] === other[field])

/** The details a wallet has named before, where these are the same. */
export const findKnown = (
  known: readonly KnownDetails[],
  method: number,
  details: Details,
): PaymentDetails | undefined => known.find((each) => each.method === method && isSame(each.plain, details))

/** From when takers see details a wallet names now for the first time: at once with its first sell ad, later ones after the wait. */
export const usableFrom = (known: readonly KnownDetails[], now: Date): Date =>
  known.length === 0 ? now : addMs(now, detailsWaitMs)
