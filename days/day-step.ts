import { addDays, addMs, type Day, minuteMs, startOf } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'

/** In the last 30 minutes of a day rounds that end with it are locked; steps of the lock run then. */
export const lockMs = 30 * minuteMs

/** The midnight that ends a day. */
export const endOf = (day: Day): Date => startOf(addDays(day, 1))
/** When the last half hour of a day begins. */
export const lockOf = (day: Day): Date => addMs(endOf(day), -lockMs)
/** Whether a day is a Sunday: a week ends with it. */
export const isLastOfWeek = (day: Day): boolean => startOf(day).getUTCDay() === 0

/** A piece of a step: the next `limit` things of a part of a day, after the one named. */
export type ChunkOf = { readonly day: Day; readonly part: string; readonly after: string; readonly limit: number }
/** What was done. `last` is the last thing taken, in the step's own order; `finished` when there are no more. */
export type ChunkDone = { readonly last: string; readonly done: number; readonly finished: boolean }

/**
 * Something that happens once for every business day, in pieces. A piece and the mark that it was done are one transaction, so it may
 * be interrupted anywhere; every entry has a key of (step, day, thing), so it pays once whatever happens. Its entries happen at the
 * lock or the midnight, however late they are written.
 */
export type DayStep = {
  /** Unique among all steps, for good: it is in the keys of what was done. */
  readonly name: string
  /** Done one after another: product lines, or a single ''. */
  readonly parts: readonly string[]
  readonly when: 'lock' | 'midnight'
  /** It does not matter to it whether the step before it is done: two processes may be at both at once. */
  readonly beside?: true
  /** Left out: every day. */
  readonly on?: (day: Day) => boolean
  /** Which parts have anything to do on a day, asked once: the others are done without being gone through. Left out: all may have. */
  readonly busy?: (tx: Tx, day: Day) => Promise<ReadonlySet<string>>
  readonly chunk: (tx: Tx, chunk: ChunkOf) => Promise<ChunkDone>
}

/** A step with nothing to cut into pieces. `work` tells how many things it did. */
export const wholeStep = (
  name: string,
  when: DayStep['when'],
  work: (tx: Tx, day: Day) => Promise<number>,
): DayStep => ({
  name,
  parts: [''],
  when,
  chunk: async (tx, { day }) => ({ last: '', done: await work(tx, day), finished: true }),
})

/** The unique key of what a step posts for a thing. */
export const stepKey = (step: string, day: Day, thing: string | number): string => `settle:${step}:${day}:${thing}`
