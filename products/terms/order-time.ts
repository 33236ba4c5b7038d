import { addDays, addMs, dayMs, dayOf, minuteMs, startOf } from '#kit/time/clock.ts'

/** Spec §9: a round is frozen for its last 30 minutes. */
export const lockMs = 30 * minuteMs
/** Minimum wait before a wallet's first order of a line starts. */
export const coolingOffMs = dayMs

/** A date means that the first order has not started and will start then. */
export type FirstOfLine = boolean | Date

/**
 * The first order of a line starts at the first 00:00 UTC at least 24 h after purchase. Later ones start at the next 00:00, or the one
 * after if bought in a day's last half hour, but never before the first.
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

export const endOfRound = (startsAt: Date, days: number): Date => addMs(startsAt, days * dayMs)
export const locksAt = (endsAt: Date): Date => addMs(endsAt, -lockMs)

type Round = { readonly roundEnds: Date | undefined }
export const hasEnded = ({ roundEnds }: Round, now: Date): boolean => roundEnds !== undefined && now >= roundEnds
export const isLastHalfHour = ({ roundEnds }: Round, now: Date): boolean =>
  roundEnds !== undefined && now >= locksAt(roundEnds)

/** `day` is 0 before the start. `days` is undefined without a fixed end. */
export function dayOfRound(
  { roundStarted, roundEnds }: Round & { readonly roundStarted: Date },
  now: Date,
): { readonly day: number; readonly days: number | undefined } {
  const days = roundEnds && Math.round((roundEnds.getTime() - roundStarted.getTime()) / dayMs)
  const day = Math.max(0, Math.floor((now.getTime() - roundStarted.getTime()) / dayMs) + 1)
  return { day: days === undefined ? day : Math.min(day, days), days }
}
