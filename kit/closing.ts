import { dayMs, hourMs } from './clock.ts'

/** From when until when something is closed. */
export type Closing = { readonly from: Date; readonly until: Date }

/** Nothing that leads to withdrawing is closed for longer, whether at once or in pieces within a week. */
export const longestClosedMs = 72 * hourMs
const spanMs = 7 * dayMs

const later = (one: Date, other: Date): Date => (one > other ? one : other)
const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/**
 * What was closed until now: each closing holds from the moment it was set until the next change.
 * @param changes the oldest first.
 */
export function closedBefore(
  changes: readonly { readonly closing: Closing | undefined; readonly at: Date }[],
  now: Date,
): readonly Closing[] {
  return changes.flatMap(({ closing, at }, place) => {
    if (!closing) return []
    const from = later(closing.from, at)
    const until = earlier(closing.until, changes[place + 1]?.at ?? now)
    return from < until ? [{ from, until }] : []
  })
}

/** How much of these is closed within the seven days before a moment. */
const closedMs = (closings: readonly Closing[], end: number): number =>
  closings.reduce((sum, { from, until }) => {
    const ms = Math.min(until.getTime(), end) - Math.max(from.getTime(), end - spanMs)
    return sum + Math.max(0, ms)
  }, 0)

/** Whether a closing, with those before it, would close for more than 72 hours within any seven days. */
export function closesTooLong(before: readonly Closing[], next: Closing): boolean {
  const all = [...before, next]
  // The sum over seven days is greatest where they end with a closing or begin with one.
  const ends = all.flatMap(({ from, until }) => [until.getTime(), from.getTime() + spanMs])
  return ends.some((end) => end > next.from.getTime() && closedMs(all, end) > longestClosedMs)
}
