import { dayMs } from '#kit/time/clock.ts'

// Assumed: a quarter is 91 days from the backup or the last drill; a postponed drill returns after 7 days.
const quarterMs = 91 * dayMs
const putOffMs = 7 * dayMs
const putOffMost = 2
const wordsAsked = 3

/** `from` is in milliseconds. */
export type Drill = { readonly from: number; readonly putOff: number }

export const nextDrill = (now: number): Drill => ({ from: now + quarterMs, putOff: 0 })

/** If `from` is more than a quarter away, the device's clock was ahead, so the drill is due. */
export const isDrillDue = ({ from }: Drill, now: number): boolean => now >= from || from > now + quarterMs

export const mayPutOff = ({ putOff }: Drill): boolean => putOff < putOffMost
export const putOff = (drill: Drill, now: number): Drill => ({ from: now + putOffMs, putOff: drill.putOff + 1 })

/** Three different positions, counted from 1, ascending. */
export function placesOf(count: number, randomBelow: (below: number) => number): number[] {
  const left = Array.from({ length: count }, (_, place) => place + 1)
  const asked = Array.from(
    { length: Math.min(wordsAsked, count) },
    () => left.splice(randomBelow(left.length), 1)[0] ?? 1,
  )
  return asked.toSorted((one, other) => one - other)
}
