import { dayMs } from '#kit/clock.ts'

// Assumed: a quarter is 91 days from the backup or the last drill; put off, the drill comes again after 7 days.
/** A drill of three words is offered each quarter and can be put off twice (PRODUCT.md part 18). */
const quarterMs = 91 * dayMs
const putOffMs = 7 * dayMs
const putOffMost = 2
const wordsAsked = 3

/** When a wallet's next drill is offered on this device, in milliseconds, and how often it was put off. */
export type Drill = { readonly from: number; readonly putOff: number }

/** The next drill of a wallet that was backed up, or passed one, at this moment. */
export const nextDrill = (now: number): Drill => ({ from: now + quarterMs, putOff: 0 })

/** Whether the drill is offered now. A date further away than a quarter was written by a clock that ran ahead. */
export const isDrillDue = ({ from }: Drill, now: number): boolean => now >= from || from > now + quarterMs

export const mayPutOff = ({ putOff }: Drill): boolean => putOff < putOffMost
export const putOff = (drill: Drill, now: number): Drill => ({ from: now + putOffMs, putOff: drill.putOff + 1 })

/** Three different places of a phrase, counted from 1, in their order. */
export function placesOf(count: number, randomBelow: (below: number) => number): number[] {
  const left = Array.from({ length: count }, (_, place) => place + 1)
  const asked = Array.from(
    { length: Math.min(wordsAsked, count) },
    () => left.splice(randomBelow(left.length), 1)[0] ?? 1,
  )
  return asked.toSorted((one, other) => one - other)
}
