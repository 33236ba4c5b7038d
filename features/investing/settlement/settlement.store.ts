import { addDays, addMs, type Day, dayOf } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { LineId } from '#kit/ids.ts'
import type { Order } from '../orders/order.ts'
import { type StepName, stepNames } from './steps.ts'

/**
 * The first day that is not settled: the one after the last settled, or the first day anything was bought, or today.
 * Days before the first purchase hold nothing to settle.
 */
export async function firstOpenDay(sql: Sql, now: Date): Promise<Day> {
  const [row] = await sql.query<{ settled: string | null; bought: Date | null }>(
    `SELECT (SELECT max(day)::text FROM settlement_day WHERE finished_at IS NOT NULL) AS settled,
       (SELECT min(bought_at) FROM investment_order) AS bought`,
  )
  if (row?.settled) return addDays(row.settled as Day, 1)
  return row?.bought && row.bought < now ? dayOf(row.bought) : dayOf(now)
}

/** How far a step has come: orders up to `lastOrder` are done. */
export type StepMark = { readonly lastOrder: number; readonly finished: boolean }
type StepKey = { readonly day: Day; readonly line: LineId; readonly step: StepName }

/** Holds a step until the transaction ends, so that two processes never do the same chunk. */
export async function lockStep(tx: Tx, { day, line, step }: StepKey): Promise<StepMark> {
  await tx.query('INSERT INTO settlement_step (day, line, step) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    day,
    line,
    step,
  ])
  const [row] = await tx.query<{ lastOrder: bigint; finished: boolean }>(
    'SELECT last_order AS "lastOrder", finished FROM settlement_step WHERE day = $1 AND line = $2 AND step = $3 FOR UPDATE',
    [day, line, step],
  )
  expect(row, 'a step that was written is there')
  return { lastOrder: Number(row.lastOrder), finished: row.finished }
}

/**
 * Whether settlement has done the lock of an order's round. Until the transaction ends it does not do it either, so that what the
 * holder changes meanwhile is either seen by the lock or refused. Taken before the order itself, as settlement does.
 */
export async function isRoundLocked(tx: Tx, { id, terms, roundEnds }: Order): Promise<boolean> {
  if (!roundEnds) return false
  const mark = await lockStep(tx, { day: dayOf(addMs(roundEnds, -1)), line: terms.line, step: 'set_aside' })
  return mark.finished || mark.lastOrder >= id
}

/** Writes how far a step has come, with the chunk it speaks of. */
export async function markStep(tx: Tx, { day, line, step }: StepKey, mark: StepMark, orders: number): Promise<void> {
  await tx.query(
    `UPDATE settlement_step SET last_order = $4, finished = $5, orders = orders + $6
     WHERE day = $1 AND line = $2 AND step = $3`,
    [day, line, step, mark.lastOrder, mark.finished, orders],
  )
}

/** Writes the day's cut once: the last posting that happened before the day ended. */
export async function writeCut(sql: Sql, day: Day, boundary: Date): Promise<void> {
  await sql.query(
    `INSERT INTO settlement_day (day, cut_posting) VALUES ($1, (SELECT id FROM posting WHERE lane = 0 AND happened_at < $2 ORDER BY id DESC LIMIT 1))
     ON CONFLICT (day) DO NOTHING`,
    [day, boundary],
  )
}

export async function finishDay(sql: Sql, day: Day, at: Date): Promise<void> {
  await sql.query('UPDATE settlement_day SET finished_at = $2 WHERE day = $1 AND finished_at IS NULL', [day, at])
}

/** What a step did on a day, whichever process did it. */
export type Settled = { readonly day: Day; readonly line: string; readonly step: StepName; readonly orders: number }

/** What was settled of a day and those after it, in order. At most a year of days of every line. */
export async function loadSettled(sql: Sql, from: Day): Promise<Settled[]> {
  const rows = await sql.query<Omit<Settled, 'orders'> & { orders: bigint }>(
    `SELECT day::text AS day, line, step, orders FROM settlement_step WHERE day >= $1 AND finished
     ORDER BY settlement_step.day, line, array_position($2::text[], step) LIMIT 15000`,
    [from, stepNames],
  )
  return rows.map((row) => ({ ...row, orders: Number(row.orders) }))
}
