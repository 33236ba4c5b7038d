import { isNewest } from '#engine/migrate.store.ts'
import { openDb } from '#engine/open-db.store.ts'
import { jobDoneAt, jobFailures, jobSeconds, loopsHeld } from '#kit/monitor/metrics.server.ts'
import type { Running } from '#kit/run-child.server.ts'
import type { Db } from '#kit/store/db.ts'
import { openClock } from '#kit/time/clock.store.ts'
import type { Clock } from '#kit/time/clock.ts'
import { databaseChecks } from '../monitor/checks.ts'
import type { Config } from '../processes/config.ts'
import { openLog } from '../processes/log.ts'
import { refuseDemo, refuseOwner } from '../processes/safe-start.ts'
import { awakeBy } from './awake.ts'
import { guardedDb } from './leave.ts'
import { type Loop, type Loops, runLoops } from './run-loops.ts'
import { watchForStandstill } from './watchdog.ts'
import { isWorkerGone, workerName } from './worker-name.ts'

export type LoopProcess = Running & {
  readonly log: ReturnType<typeof openLog>
  /** An abandoned run cannot write. */
  readonly db: Db
  /** The business clock. */
  readonly clock: Clock
  readonly signal: AbortSignal
  run(loops: readonly Loop[]): Loops
}

/** @throws with a message for the operator */
export async function openLoopProcess(name: string, config: Config): Promise<LoopProcess> {
  const log = openLog(name, config.logLevel)
  const watchdog = watchForStandstill()
  const rawDb = await openDb(config)
  if (!(await isNewest(rawDb)))
    throw new Error(
      'This database lacks tables or rules of this version: start the API on it, or run `npm run db:migrate`, and then start this part again.',
    )
  await refuseDemo(config, rawDb)
  await refuseOwner(config, rawDb)
  const clock = await openClock(rawDb)
  const db = guardedDb(rawDb)
  const { isAwake, close: endAwake } = awakeBy(rawDb)
  const stopping = new AbortController()
  const { signal } = stopping
  let loops: Loops | undefined
  return {
    log,
    db,
    clock,
    signal,
    checks: databaseChecks(rawDb),
    run: (first) => {
      loops = runLoops(first, {
        db,
        owner: workerName(),
        isGone: isWorkerGone,
        signal,
        isAwake,
        onError: (job, error) => {
          jobFailures.inc({ job })
          log.error({ job, err: error }, 'a job failed and will be tried again')
        },
        onStuck: (job) => {
          jobFailures.inc({ job })
          log.error({ job }, 'a job took too long: it was left, and will be tried again')
        },
        onTurn: (job, ms) => {
          jobSeconds.observe({ job }, ms / 1000)
          jobDoneAt.setToCurrentTime({ job })
          log.trace({ job, ms: Math.round(ms) }, 'a turn')
        },
        onHeld: (loop, isHeld) => loopsHeld.set({ loop }, isHeld ? 1 : 0),
      })
      return loops
    },
    stop: async () => {
      stopping.abort()
      await loops?.ended
      clock.close()
      endAwake()
      await watchdog.stop()
      await rawDb.close()
    },
  }
}
