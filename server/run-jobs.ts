import { leavable } from './leave.ts'
import { type RunTime, realTime } from './run-time.ts'

/** Something the clock starts. It does a bounded piece of work and returns; what is left waits for the next turn. */
export type Job = {
  readonly name: string
  /** The least time between the end of one run and the start of the next, while something happens. */
  readonly everyMs: number
  /** How often it looks while nothing happens; every few seconds without it. */
  readonly restMs?: number
  /** @returns 'more' where there is more to do, and the next turn comes soon, whatever else happens */
  run(): Promise<unknown>
  /** Asked that often while nothing happens, without asking the database: whether there is something to do outside. */
  stirs?(): Promise<boolean>
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
  /** Whether something happens. If nothing does, jobs run every few seconds. */
  readonly isAwake?: () => boolean
  readonly time?: RunTime
}

const pauseMaxMs = 60_000
/** How often most jobs look while nothing happens. */
const mostRestMs = 10_000
const longestRunMs = 300_000

/** A run that was left because it took too long. */
class RunLeft extends Error {}

/** Does work of a job, as long as it may take and the loop goes on. @throws what it throws, RunLeft */
async function runOnce<T>(
  job: Job,
  { signal, onStuck, longestMs = longestRunMs, time = realTime }: RunOptions,
  work: () => Promise<T>,
): Promise<T> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const over = new AbortController()
  void time.wait(longestMs, over.signal).then(() => {
    if (over.signal.aborted) return
    onStuck(job.name)
    leaving.abort(new RunLeft(`'${job.name}' took too long`))
  })
  try {
    return await leavable(leaving.signal, work)
  } finally {
    over.abort()
    signal.removeEventListener('abort', leave)
  }
}

/**
 * Runs jobs one after another, in the order given, for as long as the signal allows. No two runs ever overlap.
 * A job that fails is tried again after a pause that doubles up to a minute; the others are not held up. While nothing happens, jobs rest.
 */
export async function runJobs(jobs: readonly Job[], options: RunOptions): Promise<void> {
  const { signal, onError, tickMs = 200, isAwake = () => true, time = realTime } = options
  const states = jobs.map((job): State => ({ job, endedAt: Number.NEGATIVE_INFINITY, failures: 0, hasMore: false }))
  while (!signal.aborted) {
    for (const state of states) {
      if (signal.aborted) return
      const since = time.now()
      if (since < state.endedAt + pauseOf(state)) continue
      const { job } = state
      const isDue = isAwake() || state.hasMore || since >= state.endedAt + restOf(state)
      try {
        if (!isDue && !(await stirs(state, options))) continue
        state.hasMore = (await runOnce(job, options, () => job.run())) === 'more'
        state.failures = 0
        options.onTurn?.(job.name, time.now() - since)
      } catch (error) {
        state.hasMore = false
        if (signal.aborted) return
        state.failures += 1
        if (!(error instanceof RunLeft)) onError(state.job.name, error)
      }
      state.endedAt = time.now()
    }
    await time.wait(tickMs, signal)
  }
}

type State = { readonly job: Job; endedAt: number; failures: number; hasMore: boolean; askedAt?: number }

const pauseOf = ({ job, failures }: State): number =>
  Math.min(job.everyMs * 2 ** failures, Math.max(pauseMaxMs, job.everyMs))
const restOf = (state: State): number => Math.max(state.job.restMs ?? mostRestMs, pauseOf(state))

/** Whether a job that rests has something to do outside. */
async function stirs(state: State, options: RunOptions): Promise<boolean> {
  const { job, askedAt = 0 } = state
  const { time = realTime } = options
  if (!job.stirs || time.now() < askedAt + job.everyMs) return false
  state.askedAt = time.now()
  return runOnce(job, options, async () => (await job.stirs?.()) === true)
}
