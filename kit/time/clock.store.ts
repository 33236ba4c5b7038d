import { expect } from '../expect.ts'
import type { Db, Sql, Tx } from '../store/db.ts'
import { addMs, type Clock, dayMs, wallClock } from './clock.ts'

/** Poll interval, as a fallback for notifications. */
const pollMs = 10_000

/** Real time plus the demo's offset, shared by all processes of the database. */
export async function openClock(db: Db): Promise<Clock & { refresh(): Promise<void>; close(): void }> {
  let offsetMs = await loadOffset(db)
  const refresh = async () => {
    offsetMs = await loadOffset(db)
  }
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

/** Stops the clock at a past time, to build a demo's history before the demo starts. */
export const stopClock = async (tx: Tx, at: Date): Promise<void> => {
  await tx.query('UPDATE demo_clock SET stands_at = $1', [at])
}

/** Starts a stopped clock once, a whole number of days from real time, so midnights match. */
export async function startClock(sql: Sql, wall: Date): Promise<void> {
  await sql.query(
    `WITH move AS (
       INSERT INTO demo_clock_move (moved_at, offset_ms) SELECT $1, offset_ms FROM demo_clock WHERE stands_at IS NOT NULL)
     UPDATE demo_clock SET stands_at = NULL, offset_ms = -$2::int8 * floor(extract(epoch FROM $1::timestamptz - stands_at) * 1000 / $2::int8)::int8
     WHERE stands_at IS NOT NULL`,
    [wall, dayMs],
  )
}

/** Jobs then process everything due. @throws when `ms` is not above 0. */
export async function advanceClock(tx: Tx, ms: number, wall = wallClock.now()): Promise<void> {
  expect(Number.isSafeInteger(ms) && ms > 0, 'the clock is moved forward by whole milliseconds')
  await tx.query(
    `WITH move AS (INSERT INTO demo_clock_move (moved_at, offset_ms) SELECT $2, offset_ms FROM demo_clock)
     UPDATE demo_clock SET offset_ms = offset_ms + $1`,
    [ms, wall],
  )
}

export type BusinessTime = (real: Date) => Date

/** Converts a real moment by the offset that held at that moment, not by today's. */
export async function loadBusinessTime(sql: Sql, { now, wall }: { now: Date; wall: Date }): Promise<BusinessTime> {
  const moves = await sql.query<{ movedAt: Date; offsetMs: bigint }>(
    'SELECT moved_at AS "movedAt", offset_ms AS "offsetMs" FROM demo_clock_move ORDER BY moved_at, id',
  )
  const aheadMs = now.getTime() - wall.getTime()
  return (real) => addMs(real, Number(moves.find(({ movedAt }) => real < movedAt)?.offsetMs ?? aheadMs))
}
