import { addDays, addMs, dayMs, dayOf, minuteMs, startOf } from '#kit/clock.ts'

/** Spec §9: in the last 30 minutes of a round nothing on it changes. */
export const lockMs = 30 * minuteMs
/** A wallet's first order of a line starts no sooner than this after its purchase. */
export const coolingOffMs = dayMs

/** Whether an order would be its wallet's first of a line; the moment the first one starts, while that waits for it. */
export type FirstOfLine = boolean | Date

/**
 * When an order starts: the first of a line at the first 00:00 UTC at least 24 h after purchase, later ones at the next 00:00,
 * or one later when bought in the last half hour of a day; never before the first one starts.
 */
export function startOfOrder(boughtAt: Date, firstOfLine: FirstOfLine): Date {
  if (firstOfLine === true) {
    const earliest = addMs(boughtAt, coolingOffMs)
    const day = dayOf(earliest)
    return startOf(day).getTime() === earliest.getTime() ? earliest : startOf(addDays(day, 1))
  }
  const next = startOf(addDays(dayOf(boughtAt), 1))
  const starts = next.getTime() - boughtAt.getTime() <= lockMs ? addMs(next, dayMs) : next
  return firstOfLine && firstOfLine > starts ? firstOfLine : starts
}

/** The end of a round of so many days. */
export const endOfRound = (startsAt: Date, days: number): Date => addMs(startsAt, days * dayMs)
/** From here to the end of the round nothing changes. */
export const locksAt = (endsAt: Date): Date => addMs(endsAt, -lockMs)

/** What has no end never ends, and has no last half hour. */
type Round = { readonly roundEnds: Date | undefined }
export const hasEnded = ({ roundEnds }: Round, now: Date): boolean => roundEnds !== undefined && now >= roundEnds
export const isLastHalfHour = ({ roundEnds }: Round, now: Date): boolean =>
  roundEnds !== undefined && now >= locksAt(roundEnds)

/** Which day of its round a moment falls on, and of how many. Day 0: it has not started. No number of days: it has no end. */
export function dayOfRound(
  { roundStarted, roundEnds }: Round & { readonly roundStarted: Date },
  now: Date,
): { readonly day: number; readonly days: number | undefined } {
  const days = roundEnds && Math.round((roundEnds.getTime() - roundStarted.getTime()) / dayMs)
  const day = Math.max(0, Math.floor((now.getTime() - roundStarted.getTime()) / dayMs) + 1)
  return { day: days === undefined ? day : Math.min(day, days), days }
}
