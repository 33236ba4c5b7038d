import { type Asset, assetNumber } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { addDays, type Day, dayOf, startOf } from '#kit/time/clock.ts'
import type { Account } from '#ledger/posting/chart.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { endOf } from './day-step.ts'
import { snapshotsOf } from './snapshot.store.ts'

/** The day after the last settled one, or the day of the first posting, or today. */
export async function firstOpenDay(sql: Sql, now: Date): Promise<Day> {
  const [row] = await sql.query<{ settled: string | null; posted: Date | null }>(
    `SELECT (SELECT max(day)::text FROM settlement_day WHERE finished_at IS NOT NULL) AS settled,
       (SELECT happened_at FROM record WHERE lane = $1 ORDER BY id LIMIT 1) AS posted`,
    [laneOf('house')],
  )
  if (row?.settled) return addDays(row.settled as Day, 1)
  return row?.posted && row.posted < now ? dayOf(row.posted) : dayOf(now)
}

/** All postings of the day have a number above `after` and a time in [`from`, `until`). */
export type DaySpan = { readonly after: bigint; readonly cut: bigint; readonly from: Date; readonly until: Date }
export async function spanOf(sql: Sql, day: Day): Promise<DaySpan> {
  const before = addDays(day, -1)
  const cuts = await snapshotsOf(sql, [before, day])
  return { after: cuts.get(before) ?? 0n, cut: cuts.get(day) ?? 0n, from: startOf(day), until: endOf(day) }
}

/** Balance at the day's end. Includes the day's settlement so far. */
export async function balanceAtEnd(sql: Sql, account: Account, asset: Asset, { cut, until }: DaySpan): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `SELECT (a.balance
       + (SELECT coalesce(sum(amount), 0) FROM record WHERE lane = a.lane AND debit = a.id AND id > $5 AND happened_at > $6)
       - (SELECT coalesce(sum(amount), 0) FROM record WHERE lane = a.lane AND credit = a.id AND id > $5 AND happened_at > $6))::text AS units
     FROM balance a WHERE a.lane = $1 AND a.owner = $2 AND a.purpose = $3 AND a.asset = $4`,
    [laneOf(account.owner), account.owner, account.purpose, assetNumber(asset), cut, until],
  )
  return BigInt(row?.units ?? '0')
}

export type StepPosition = { readonly last: string; readonly finished: boolean }
export type PartOf = { readonly step: string; readonly part: string }
/** By `partName`. */
export type Marks = ReadonlyMap<string, StepPosition & PartOf>
export const partName = ({ step, part }: PartOf): string => `${step}:${part}`

/** Locks parts until the transaction ends, so no chunk runs twice. @returns marks by `partName`. */
export async function lockParts(tx: Tx, day: Day, parts: readonly PartOf[]): Promise<Marks> {
  const rows = await tx.query<StepPosition & PartOf>(
    `INSERT INTO settlement_step AS s (day, part, step) SELECT $1, part, step FROM unnest($2::text[], $3::text[]) AS p (part, step)
     ON CONFLICT (day, part, step) DO UPDATE SET finished = s.finished RETURNING s.step, s.part, s.last, s.finished`,
    [day, parts.map(({ part }) => part), parts.map(({ step }) => step)],
  )
  return new Map(rows.map((row) => [partName(row), row]))
}

/** Creates missing rows, so that `holdParts` can lock them. */
export async function openParts(sql: Sql, day: Day, parts: readonly PartOf[]): Promise<void> {
  await sql.query(
    `INSERT INTO settlement_step (day, part, step) SELECT $1, part, step FROM unnest($2::text[], $3::text[]) AS p (part, step)
     ON CONFLICT DO NOTHING`,
    [day, parts.map(({ part }) => part), parts.map(({ step }) => step)],
  )
}

/**
 * Locks available parts until the transaction ends and skips locked ones. @returns marks by `partName`, in input order. @param most limit
 * of unfinished parts; without it, finished ones are included.
 */
export async function holdParts(tx: Tx, day: Day, parts: readonly PartOf[], most?: number): Promise<Marks> {
  const rows = await tx.query<StepPosition & PartOf>(
    `SELECT s.step, s.part, s.last, s.finished FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS p (part, step, place)
     JOIN settlement_step s ON s.day = $1 AND s.part = p.part AND s.step = p.step
     WHERE NOT s.finished OR $4::int4 IS NULL ORDER BY p.place LIMIT $4 FOR UPDATE OF s SKIP LOCKED`,
    [day, parts.map(({ part }) => part), parts.map(({ step }) => step), most ?? null],
  )
  return new Map(rows.map((row) => [partName(row), row]))
}

export async function lockPart(tx: Tx, day: Day, part: PartOf): Promise<StepPosition> {
  const mark = (await lockParts(tx, day, [part])).get(partName(part))
  expect(mark, 'a part that was written is there')
  return mark
}

/** Call in the chunks' transaction. */
export async function markParts(
  tx: Tx,
  day: Day,
  marks: readonly (StepPosition & PartOf & { readonly done: number })[],
): Promise<void> {
  await tx.query(
    `UPDATE settlement_step s SET last = m.last, finished = m.finished, done = s.done + m.done
     FROM unnest($2::text[], $3::text[], $4::text[], $5::boolean[], $6::int8[]) AS m (step, part, last, finished, done)
     WHERE s.day = $1 AND s.step = m.step AND s.part = m.part`,
    [
      day,
      marks.map(({ step }) => step),
      marks.map(({ part }) => part),
      marks.map(({ last }) => last),
      marks.map(({ finished }) => finished),
      marks.map(({ done }) => done),
    ],
  )
}

/** By `partName`. */
export async function finishedParts(sql: Sql, day: Day): Promise<ReadonlySet<string>> {
  const rows = await sql.query<PartOf>('SELECT step, part FROM settlement_step WHERE day = $1 AND finished', [day])
  return new Set(rows.map(partName))
}

export async function finishDay(sql: Sql, day: Day, at: Date): Promise<void> {
  await sql.query('UPDATE settlement_day SET finished_at = $2 WHERE day = $1 AND finished_at IS NULL', [day, at])
}

export type Settled = { readonly day: Day; readonly step: string; readonly part: string; readonly done: number }

/** Ordered by day, step and part. */
export async function loadSettled(sql: Sql, from: Day): Promise<Settled[]> {
  const rows = await sql.query<Omit<Settled, 'done'> & { done: bigint }>(
    `SELECT day::text AS day, step, part, done FROM settlement_step WHERE day >= $1 AND done > 0
     ORDER BY settlement_step.day, step, part LIMIT 15000`,
    [from],
  )
  return rows.map((row) => ({ ...row, done: Number(row.done) }))
}

export async function countSettledDays(sql: Sql, from: Day): Promise<number> {
  const [row] = await sql.query<{ days: bigint }>(
    'SELECT count(*) AS days FROM settlement_day WHERE day >= $1 AND finished_at IS NOT NULL',
    [from],
  )
  return Number(row?.days ?? 0n)
}
