import { dayMs, hourMs } from './clock.ts'

export type Closing = { readonly from: Date; readonly until: Date }

/** Maximum time per week in which withdrawals, or steps before them, may be closed. */
export const longestClosedMs = 72 * hourMs
const spanMs = 7 * dayMs

const later = (one: Date, other: Date): Date => (one > other ? one : other)
const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** The past closings. Each ends at the next change, at the latest. @param changes oldest first */
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

const closedMs = (closings: readonly Closing[], end: number): number =>
  closings.reduce((sum, { from, until }) => {
    const ms = Math.min(until.getTime(), end) - Math.max(from.getTime(), end - spanMs)
    return sum + Math.max(0, ms)
  }, 0)

/** Whether closures exceed 72 hours in total within any seven days. */
export function closesTooLong(before: readonly Closing[], next: Closing): boolean {
  const all = [...before, next]
  // The maximum occurs in a window that ends or starts with a closing.
  const ends = all.flatMap(({ from, until }) => [until.getTime(), from.getTime() + spanMs])
  return ends.some((end) => end > next.from.getTime() && closedMs(all, end) > longestClosedMs)
}
