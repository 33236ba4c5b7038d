import { addMs, type Clock, dayMs, wallClock } from './clock.ts'
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

/** Stops the business clock of a demo that nobody has started, for whoever makes one with a past of its own. */
export const stopClock = async (tx: Tx, at: Date): Promise<void> => {
  await tx.query('UPDATE demo_clock SET stands_at = $1', [at])
}

/**
 * Sets a clock going that stands, once: on from the day it stands on, at the time of day that it really is. Whole days lie between it and
 * the real time, so that midnight is midnight.
 */
export async function startClock(sql: Sql, wall: Date): Promise<void> {
  await sql.query(
    `UPDATE demo_clock SET stands_at = NULL, offset_ms = -$2::int8 * floor(extract(epoch FROM $1::timestamptz - stands_at) * 1000 / $2::int8)::int8
     WHERE stands_at IS NOT NULL`,
    [wall, dayMs],
  )
}

/** Moves the business clock forward. Everything due in between is made up by the jobs. @throws when `ms` is not above 0. */
export async function advanceClock(tx: Tx, ms: number): Promise<void> {
  expect(Number.isSafeInteger(ms) && ms > 0, 'the clock is moved forward by whole milliseconds')
  await tx.query('UPDATE demo_clock SET offset_ms = offset_ms + $1', [ms])
}
