import { leavable } from './leave.ts'
import { type RunTime, realTime } from './run-time.ts'

/** Each run does a bounded amount of work. The rest waits for the next run. */
export type Job = {
  readonly name: string
  readonly everyMs: number
  readonly restMs?: number
  /** @returns 'more' if work remains, to run again soon */
  run(): Promise<unknown>
  /** Polled while idle to detect outside work without a database query. */
  stirs?(): Promise<boolean>
}

export type RunOptions = {
  readonly signal: AbortSignal
  readonly onError: (job: string, error: unknown) => void
  readonly onStuck: (job: string) => void
  readonly onTurn?: (job: string, ms: number) => void
  readonly longestMs?: number
  readonly tickMs?: number
  readonly isAwake?: () => boolean
  readonly time?: RunTime
}

const pauseMaxMs = 60_000
const mostRestMs = 10_000
const longestRunMs = 300_000

class RunLeft extends Error {}

/** Runs a job until its time limit or the abort signal. @throws the job's errors, RunLeft */
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
 * Runs jobs sequentially until aborted, never overlapping. Failed jobs retry with backoff up to a minute without blocking others. Idle jobs
 * run less often.
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

async function stirs(state: State, options: RunOptions): Promise<boolean> {
  const { job, askedAt = 0 } = state
  const { time = realTime } = options
  if (!job.stirs || time.now() < askedAt + job.everyMs) return false
  state.askedAt = time.now()
  return runOnce(job, options, async () => (await job.stirs?.()) === true)
}
