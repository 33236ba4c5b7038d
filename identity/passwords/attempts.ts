import { addDays, addMs, dayMs, dayOf, minuteMs, startOf } from '#kit/time/clock.ts'

export const attemptsMax = 5
/** Failures allowed per day before a lock until the next day. Successes do not reset them. */
export const dayAttemptsMax = 20
/**
 * Daily attempts per authenticator. `door`: sign-ins from unknown devices, which need only the password. `inside`: all others, so a
 * stranger with the password cannot use them up.
 */
export const codeShares = { door: 8, inside: dayAttemptsMax - 8 } as const
export type CodeShare = keyof typeof codeShares
export const lockMs = [5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const
export const forgetLocksMs = dayMs
/** Unsettled attempts count as wrong after this time, because their process crashed. */
export const answerMs = minuteMs

export type Attempts = {
  /** Consecutive failures. */
  readonly wrong: number
  readonly pending: number
  readonly locks: number
  readonly lockedUntil: Date | null
  /** UTC day of `dayWrong`. */
  readonly day: string
  readonly dayWrong: number
  readonly at: Date
}

export const noAttempts = (wall: Date): Attempts => ({
  wrong: 0,
  pending: 0,
  locks: 0,
  lockedUntil: null,
  day: '',
  dayWrong: 0,
  at: wall,
})

export const lockLength = (locks: number): number => lockMs[Math.min(locks, lockMs.length - 1)] ?? lockMs[2]

const wrongToday = ({ day, dayWrong }: Attempts, wall: Date): number => (day === dayOf(wall) ? dayWrong : 0)

export const attemptsLeft = (attempts: Attempts, wall: Date, dayMax = dayAttemptsMax): number =>
  Math.min(attemptsMax - attempts.wrong, dayMax - wrongToday(attempts, wall))

export const lockOf = ({ lockedUntil }: Attempts, wall: Date): Date | undefined =>
  lockedUntil && lockedUntil > wall ? lockedUntil : undefined

export const takeOne = (attempts: Attempts, wall: Date): Attempts => ({
  ...attempts,
  pending: attempts.pending + 1,
  locks: addMs(attempts.at, forgetLocksMs) < wall ? 0 : attempts.locks,
  at: wall,
})

export function countWrong(attempts: Attempts, wall: Date, dayMax = dayAttemptsMax): Attempts {
  const wrong = attempts.wrong + 1
  const dayWrong = wrongToday(attempts, wall) + 1
  const counted = { ...attempts, wrong, day: dayOf(wall), dayWrong }
  if (wrong < attemptsMax && dayWrong < dayMax) return counted
  const nextDay = startOf(addDays(dayOf(wall), 1))
  const until = addMs(wall, lockLength(attempts.locks))
  const lockedUntil = dayWrong >= dayMax && nextDay > until ? nextDay : until
  return { ...counted, wrong: 0, locks: attempts.locks + 1, lockedUntil }
}

export function countStale(attempts: Attempts, wall: Date, dayMax = dayAttemptsMax): Attempts {
  if (attempts.pending === 0 || addMs(attempts.at, answerMs) >= wall) return attempts
  let settled = attempts
  for (let each = 0; each < attempts.pending; each++) settled = countWrong(settled, wall, dayMax)
  return { ...settled, pending: 0 }
}
