/** Seconds between checks; the last one repeats. Rate limit: 20 per minute and 200 per hour. */
const pauses = [4, 6, 10, 20, 40, 60] as const
/** Minimum milliseconds between checks when the screen becomes visible again. */
export const leastMs = 4_000

export const pauseAfter = (times: number): number => (pauses[times] ?? 60) * 1000
