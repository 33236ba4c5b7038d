import { dayMs, minuteMs } from '#kit/clock.ts'

/** Wrong tries in a row before a lock. */
export const triesMax = 5
/** How long the first, second and every further lock lasts. */
export const lockMs = [5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const
/** After this long without a try the locks are forgotten. */
export const forgetLocksMs = dayMs

/** How long lock number `locks` lasts, counted from 0. */
export const lockLength = (locks: number): number => lockMs[Math.min(locks, lockMs.length - 1)] ?? lockMs[2]
