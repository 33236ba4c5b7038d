import { setTimeout as wait } from 'node:timers/promises'

/** Something the clock starts. It does a bounded piece of work and returns; what is left waits for the next turn. */
export type Job = {
  readonly name: string
  /** The least time between the end of one run and the start of the next. */
  readonly everyMs: number
  run(): Promise<void>
}

export type RunOptions = {
  readonly signal: AbortSignal
  /** A run threw; it is tried again later. */
  readonly onError: (job: string, error: unknown) => void
  /** A run has taken longer than it may; the process should end and start afresh, which every job survives. */
  readonly onStuck: (job: string) => void
  readonly longestMs?: number
  readonly tickMs?: number
}

const pauseMaxMs = 60_000

/**
 * Runs jobs one after another, in the order given, for as long as the signal allows. No two runs ever overlap.
 * A job that fails is tried again after a pause that doubles up to a minute; the others are not held up.
 */
export async function runJobs(jobs: readonly Job[], options: RunOptions): Promise<void> {
  const { signal, onError, onStuck, longestMs = 300_000, tickMs = 200 } = options
  const states = jobs.map((job) => ({ job, dueAt: 0, failures: 0 }))
  while (!signal.aborted) {
    for (const state of states) {
      if (signal.aborted) return
      if (performance.now() < state.dueAt) continue
      const stuck = setTimeout(() => onStuck(state.job.name), longestMs)
      try {
        await state.job.run()
        state.failures = 0
      } catch (error) {
        state.failures += 1
        onError(state.job.name, error)
      } finally {
        clearTimeout(stuck)
      }
      const pauseMs = Math.min(state.job.everyMs * 2 ** state.failures, Math.max(pauseMaxMs, state.job.everyMs))
      state.dueAt = performance.now() + pauseMs
    }
    await wait(tickMs, undefined, { signal }).catch(() => {})
  }
}
