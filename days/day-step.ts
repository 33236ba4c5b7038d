import type { Tx } from '#kit/store/db.ts'
import { addDays, addMs, type Day, minuteMs, startOf } from '#kit/time/clock.ts'

/** Rounds that end with the day are locked in its last 30 minutes. */
export const lockMs = 30 * minuteMs

export const endOf = (day: Day): Date => startOf(addDays(day, 1))
export const lockOf = (day: Day): Date => addMs(endOf(day), -lockMs)
/** A week ends on Sunday. */
export const isLastOfWeek = (day: Day): boolean => startOf(day).getUTCDay() === 0

/** The next `limit` items of a part, after `after`. */
export type ChunkOf = { readonly day: Day; readonly part: string; readonly after: string; readonly limit: number }
/** `last` is in the step's own order. */
export type ChunkDone = { readonly last: string; readonly done: number; readonly finished: boolean }

/**
 * Runs once per business day, in chunks. A chunk and its progress share one transaction. Every entry has the key (step, day, item), so the
 * step is crash-safe and pays once. Entries are dated at the lock or midnight.
 */
export type DayStep = {
  /** Unique forever, because it is in the entries' keys. */
  readonly name: string
  /** Product lines in order, or only ''. */
  readonly parts: readonly string[]
  readonly when: 'lock' | 'midnight'
  /** Independent of the previous step; both may run in parallel. */
  readonly beside?: true
  /** Default: every day. */
  readonly on?: (day: Day) => boolean
  /** Parts with work on a day. Others are skipped. Default: all. */
  readonly busy?: (tx: Tx, day: Day) => Promise<ReadonlySet<string>>
  readonly chunk: (tx: Tx, chunk: ChunkOf) => Promise<ChunkDone>
}

/** A step without chunks. `work` returns the number of items. */
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

export const stepKey = (step: string, day: Day, thing: string | number): string => `settle:${step}:${day}:${thing}`
