import { setTimeout as pause } from 'node:timers/promises'

/** How time passes for jobs, loops and their leases. A test moves it by hand. */
export type RunTime = {
  /** Milliseconds since some moment, which no change of a clock moves. */
  now(): number
  /** Ends after so many milliseconds, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** The moment by which leases are judged. Left out, the clock of the database decides. */
  leaseMoment?(): Date
}

export const realTime: RunTime = {
  now: () => performance.now(),
  wait: (ms, signal) => pause(ms, undefined, { signal }).catch(() => {}),
}
