import { setTimeout as pause } from 'node:timers/promises'

export type RunTime = {
  /** Monotonic milliseconds. */
  now(): number
  /** Resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Time used to judge leases. Defaults to the database clock. */
  leaseMoment?(): Date
}

export const realTime: RunTime = {
  now: () => performance.now(),
  wait: (ms, signal) => pause(ms, undefined, { signal }).catch(() => {}),
}
