import { createHash } from 'node:crypto'
import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { classes, classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { beginning, type LogHead } from '../tree/format.ts'
import { type Flow, flowsText, isHolders, type PaidOnDay } from './flows.ts'

const names: ReadonlyMap<number, string> = new Map(classes.map((name) => [classNumber(name), name]))
const holders = classes.filter(isHolders).map(classNumber)

export const className = (number: number): string => {
  const name = names.get(number)
  expect(name, 'every class has a name')
  return name
}

const numberOf = (name: string): number => classNumber(name as (typeof classes)[number])

type Row = { from: number; to: number; asset: number; code: number; units: string; postings: bigint }
const toFlow = ({ from, to, asset, code, units, postings }: Row): Flow => ({
  from: className(from),
  to: className(to),
  coin: assetOf(asset),
  code,
  units: BigInt(units),
  postings: Number(postings),
})

async function sumPostings(sql: Sql, after: bigint, cut: bigint, assets: readonly Asset[]): Promise<Flow[]> {
  const rows = await sql.query<Row>(
    `SELECT d.class AS from, c.class AS to, p.asset, p.code, sum(p.amount)::text AS units, count(*) AS postings
     FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit
     WHERE p.lane = $1 AND p.id > $2 AND p.id <= $3 AND p.asset = ANY ($4::int2[])
       AND NOT (d.class = ANY ($5::int2[]) AND c.class = ANY ($5::int2[]))
     GROUP BY 1, 2, 3, 4`,
    [laneOf('house'), after, cut, assets.map(assetNumber), holders],
  )
  return rows.map(toFlow)
}

export type MadeFlows = LogHead & {
  readonly cut: bigint
  readonly previous: string
  readonly flows: readonly Flow[]
}

/** All postings of the day must exist. */
export async function makeFlows(
  sql: Sql,
  { day, cut }: { readonly day: Day; readonly cut: bigint },
  assets: readonly Asset[],
): Promise<MadeFlows> {
  const [before] = await sql.query<LogHead & { cut: bigint }>(
    'SELECT line, hash, cut FROM proof_flow_day WHERE day < $1 ORDER BY day DESC LIMIT 1',
    [day],
  )
  const flows = await sumPostings(sql, before?.cut ?? 0n, cut, assets)
  const previous = before?.hash ?? beginning
  const hash = createHash('sha256').update(flowsText({ day, previous, flows })).digest('hex')
  return { line: (before?.line ?? 0) + 1, hash, cut, previous, flows }
}

export async function keepFlows(tx: Tx, day: Day, { line, hash, cut, previous, flows }: MadeFlows): Promise<void> {
  await tx.query('INSERT INTO proof_flow_day (day, line, cut, previous, hash) VALUES ($1, $2, $3, $4, $5)', [
    day,
    line,
    cut,
    previous,
    hash,
  ])
  await tx.query(
    `INSERT INTO proof_flow (day, from_class, to_class, asset, code, units, postings)
     SELECT $1, * FROM unnest($2::int2[], $3::int2[], $4::int2[], $5::int2[], $6::numeric[], $7::int8[])`,
    [
      day,
      flows.map(({ from }) => numberOf(from)),
      flows.map(({ to }) => numberOf(to)),
      flows.map(({ coin }) => assetNumber(coin as Asset)),
      flows.map(({ code }) => code),
      flows.map(({ units }) => `${units}`),
      flows.map(({ postings }) => postings),
    ],
  )
}

/** Oldest first. */
export async function flowTexts(
  sql: Sql,
  from: Day,
  until: Day,
): Promise<{ readonly day: Day; readonly text: string }[]> {
  const days = await sql.query<{ day: Day; previous: string }>(
    'SELECT day::text AS day, previous FROM proof_flow_day WHERE day BETWEEN $1 AND $2 ORDER BY proof_flow_day.day',
    [from, until],
  )
  const rows = await sql.query<Row & { day: Day }>(
    `SELECT day::text AS day, from_class AS from, to_class AS to, asset, code, units::text AS units, postings
     FROM proof_flow WHERE day BETWEEN $1 AND $2`,
    [from, until],
  )
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return days.map(({ day, previous }) => ({
    day,
    text: flowsText({ day, previous, flows: (byDay.get(day) ?? []).map(toFlow) }),
  }))
}

export async function flowsBefore(sql: Sql, day: Day): Promise<Flow[]> {
  const rows = await sql.query<Row>(
    `SELECT from_class AS from, to_class AS to, asset, code, sum(units)::text AS units, sum(postings)::int8 AS postings
     FROM proof_flow WHERE day < $1 GROUP BY 1, 2, 3, 4`,
    [day],
  )
  return rows.map(toFlow)
}

/** Sums by paying account class. */
export async function paidByDay(sql: Sql, from: readonly string[]): Promise<PaidOnDay[]> {
  const rows = await sql.query<{ day: Day; from: number; asset: number; units: string }>(
    `SELECT day::text AS day, from_class AS from, asset, sum(units)::text AS units FROM proof_flow
     WHERE from_class = ANY ($1::int2[]) AND to_class = $2 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [from.map(numberOf), numberOf('wallet.available')],
  )
  return rows.map(({ day, from: number, asset, units }) => ({
    day,
    from: className(number),
    coin: assetOf(asset),
    units: BigInt(units),
  }))
}

/** Undefined before the first summed day. */
export async function flowSpan(sql: Sql): Promise<{ readonly first: Day; readonly last: Day } | undefined> {
  const [row] = await sql.query<{ first: Day | null; last: Day | null }>(
    'SELECT min(day)::text AS first, max(day)::text AS last FROM proof_flow_day',
  )
  return row?.first && row.last ? { first: row.first, last: row.last } : undefined
}
