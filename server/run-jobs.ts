import { setTimeout as wait } from 'node:timers/promises'
import { leavable } from './leave.ts'

/** Something the clock starts. It does a bounded piece of work and returns; what is left waits for the next turn. */
export type Job = {
  readonly name: string
  /** The least time between the end of one run and the start of the next. */
  readonly everyMs: number
  run(): Promise<void>
}

export type RunOptions = {
  /** Ends the loop; the run under way is left where it is, which every job survives. */
  readonly signal: AbortSignal
  /** A run threw; it is tried again later. */
  readonly onError: (job: string, error: unknown) => void
  /** A run has taken longer than it may. It is left, and the others of its loop go on. */
  readonly onStuck: (job: string) => void
  /** A run ended well, after so many milliseconds. */
  readonly onTurn?: (job: string, ms: number) => void
  readonly longestMs?: number
  readonly tickMs?: number
}

const pauseMaxMs = 60_000
const longestRunMs = 300_000

/** A run that was left because it took too long. */
class RunLeft extends Error {}

/** Runs a job once, as long as it may take and the loop goes on. @throws what the job throws, RunLeft */
async function runOnce(job: Job, { signal, onStuck, longestMs = longestRunMs }: RunOptions): Promise<void> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const stuck = setTimeout(() => {
    onStuck(job.name)
    leaving.abort(new RunLeft(`'${job.name}' took too long`))
  }, longestMs)
  try {
    await leavable(leaving.signal, () => job.run())
  } finally {
    clearTimeout(stuck)
    signal.removeEventListener('abort', leave)
  }
}

/**
 * Runs jobs one after another, in the order given, for as long as the signal allows. No two runs ever overlap.
 * A job that fails is tried again after a pause that doubles up to a minute; the others are not held up.
 */
export async function runJobs(jobs: readonly Job[], options: RunOptions): Promise<void> {
  const { signal, onError, tickMs = 200 } = options
  const states = jobs.map((job) => ({ job, dueAt: 0, failures: 0 }))
  while (!signal.aborted) {
    for (const state of states) {
      if (signal.aborted) return
      if (performance.now() < state.dueAt) continue
      const since = performance.now()
      try {
        await runOnce(state.job, options)
        state.failures = 0
        options.onTurn?.(state.job.name, performance.now() - since)
      } catch (error) {
        if (signal.aborted) return
        state.failures += 1
        if (!(error instanceof RunLeft)) onError(state.job.name, error)
      }
      const pauseMs = Math.min(state.job.everyMs * 2 ** state.failures, Math.max(pauseMaxMs, state.job.everyMs))
      state.dueAt = performance.now() + pauseMs
    }
    await wait(tickMs, undefined, { signal }).catch(() => {})
  }
}
