/** Seconds until it is asked again whether a wallet can be paid; the last one repeats. A wallet may ask 20 times a minute, 200 an hour. */
const pauses = [4, 6, 10, 20, 40, 60] as const
/** When the phone is looked at again it is asked at once, unless it was within so many milliseconds. */
export const leastMs = 4_000

/** Milliseconds to wait after so many times in a row. */
export const pauseAfter = (times: number): number => (pauses[times] ?? 60) * 1000
