import { addMs, type Clock, wallClock } from './clock.ts'
import type { Db, Sql, Tx } from './db.ts'
import { expect } from './expect.ts'

/** How often a process looks whether the demo's clock was moved. It is told when that happens. */
const pollMs = 10_000

/** The business clock: the real time plus what the demo has moved it by. Every process that shares the database shares it. */
export async function openClock(db: Db): Promise<Clock & { refresh(): Promise<void>; close(): void }> {
  let offsetMs = await loadOffset(db)
  const refresh = async () => {
    offsetMs = await loadOffset(db)
  }
  // A database that does not answer for a moment leaves the clock as it was.
  const look = (): void => void refresh().catch(() => undefined)
  const timer = setInterval(look, pollMs)
  timer.unref()
  const end = db.hear((table) => {
    if (table === undefined || table === 'demo_clock') look()
  })
  const close = (): void => {
    clearInterval(timer)
    end()
  }
  return { now: () => addMs(wallClock.now(), offsetMs), refresh, close }
}

async function loadOffset(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ offset_ms: bigint }>('SELECT offset_ms FROM demo_clock')
  return Number(row?.offset_ms ?? 0n)
}

/** Moves the business clock forward. Everything due in between is made up by the jobs. @throws when `ms` is not above 0. */
export async function advanceClock(tx: Tx, ms: number): Promise<void> {
  expect(Number.isSafeInteger(ms) && ms > 0, 'the clock is moved forward by whole milliseconds')
  await tx.query('UPDATE demo_clock SET offset_ms = offset_ms + $1', [ms])
}
