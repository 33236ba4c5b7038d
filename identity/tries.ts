import { addDays, addMs, dayMs, dayOf, minuteMs, startOf } from '#kit/clock.ts'

/** Wrong tries in a row before a lock. */
export const triesMax = 5
/** Wrong tries of one day, whatever was right between them, before a lock until the next. */
export const dayTriesMax = 20
/**
 * The day's tries at one authenticator, whatever the code is for. `door`: signing in from a device the wallet does not know, which takes the
 * password alone. `inside`: all others, which take a session or a known device, so that a stranger with the password cannot use them up.
 */
export const codeShares = { door: 8, inside: dayTriesMax - 8 } as const
export type CodeShare = keyof typeof codeShares
/** How long the first, second and every further lock lasts. */
export const lockMs = [5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const
/** After this long without a try the locks are forgotten. */
export const forgetLocksMs = dayMs
/** A try that is neither right nor wrong after this long counts as wrong: its process has died. */
export const answerMs = minuteMs

/** What is known of the tries at one secret for one purpose. */
export type Tries = {
  /** Wrong ones in a row. */
  readonly wrong: number
  /** Taken, and neither right nor wrong yet. */
  readonly pending: number
  readonly locks: number
  readonly lockedUntil: Date | null
  /** The day, UTC, the next count is of. */
  readonly day: string
  readonly dayWrong: number
  /** When the last one was taken. */
  readonly at: Date
}

export const noTries = (wall: Date): Tries => ({
  wrong: 0,
  pending: 0,
  locks: 0,
  lockedUntil: null,
  day: '',
  dayWrong: 0,
  at: wall,
})

/** How long lock number `locks` lasts, counted from 0. */
export const lockLength = (locks: number): number => lockMs[Math.min(locks, lockMs.length - 1)] ?? lockMs[2]

const wrongToday = ({ day, dayWrong }: Tries, wall: Date): number => (day === dayOf(wall) ? dayWrong : 0)

/** Tries left before the next lock. @param dayMax wrong ones of a day */
export const triesLeft = (tries: Tries, wall: Date, dayMax = dayTriesMax): number =>
  Math.min(triesMax - tries.wrong, dayMax - wrongToday(tries, wall))

/** The end of the lock that binds now. */
export const lockOf = ({ lockedUntil }: Tries, wall: Date): Date | undefined =>
  lockedUntil && lockedUntil > wall ? lockedUntil : undefined

/** One more try is compared. */
export const takeOne = (tries: Tries, wall: Date): Tries => ({
  ...tries,
  pending: tries.pending + 1,
  locks: addMs(tries.at, forgetLocksMs) < wall ? 0 : tries.locks,
  at: wall,
})

/** One more wrong try, with the lock it may bring. */
export function countWrong(tries: Tries, wall: Date, dayMax = dayTriesMax): Tries {
  const wrong = tries.wrong + 1
  const dayWrong = wrongToday(tries, wall) + 1
  const counted = { ...tries, wrong, day: dayOf(wall), dayWrong }
  if (wrong < triesMax && dayWrong < dayMax) return counted
  const nextDay = startOf(addDays(dayOf(wall), 1))
  const until = addMs(wall, lockLength(tries.locks))
  const lockedUntil = dayWrong >= dayMax && nextDay > until ? nextDay : until
  return { ...counted, wrong: 0, locks: tries.locks + 1, lockedUntil }
}

/** Counts as wrong what a process that died left unsettled. */
export function countStale(tries: Tries, wall: Date, dayMax = dayTriesMax): Tries {
  if (tries.pending === 0 || addMs(tries.at, answerMs) >= wall) return tries
  let settled = tries
  for (let each = 0; each < tries.pending; each++) settled = countWrong(settled, wall, dayMax)
  return { ...settled, pending: 0 }
}
