import { createHash } from 'node:crypto'
import { assetNumber } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import { issued } from '#ledger/posting/chart.ts'
import type { PowerOfDay } from './power-figures.ts'
import { type PowerDay, type PowerLine, type PowerPaid, powerText } from './power-log.ts'

const beginning = '0'.repeat(64)
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const source = `(SELECT id FROM balance WHERE owner = '${issued.owner}' AND asset = ${assetNumber('POWER')})`
const codes = (which: string) => `code IN (SELECT code FROM power_code WHERE ${which})`
const inSpan = 'id > $1 AND id <= $2'

/** A code used by several lines counts for the line of the entry's order. */
const moved = `SELECT coalesce(c.line, o.line) AS line, m.code, sum(m.amount)::text AS units, count(*) AS postings
  FROM (
    SELECT code, amount, ref FROM record WHERE debit = ${source} AND ${inSpan} AND ${codes('NOT is_back')}
    UNION ALL SELECT code, amount, ref FROM record WHERE credit = ${source} AND ${inSpan} AND ${codes('is_back')}
  ) m
  LEFT JOIN (SELECT code, min(line) AS line FROM power_code GROUP BY code HAVING count(*) = 1) c ON c.code = m.code
  LEFT JOIN investment_order o ON c.line IS NULL AND m.ref LIKE 'order:%' AND o.id = substr(m.ref, 7)::int8
  GROUP BY 1, 2`

type Moved = { line: string; code: number; units: string; postings: bigint }

/**
 * Orders of the previous day, with their values then. Later withdrawals from compound or acceleration orders are added back in proportion.
 * Ended rounds have separate rows.
 */
const held = `WITH known AS (SELECT DISTINCT line FROM power_code),
  ran AS (
    SELECT o.id, o.line, o.terms, o.base_units, o.value_units::numeric AS value FROM investment_order o JOIN known USING (line)
    WHERE o.state IN ('earning', 'paused') AND o.round_started <= $1
    UNION ALL
    SELECT o.id, o.line, o.terms, o.base_units, o.value_units FROM investment_order o JOIN known USING (line)
    WHERE o.state IN ('ended', 'exited') AND o.over_at >= $2 AND o.round_started <= $1
    UNION ALL
    SELECT o.id, o.line, o.terms, o.base_units, o.value_units FROM investment_order o JOIN known USING (line)
    WHERE o.state = 'cancelled' AND o.round > 0 AND o.over_at >= $2 AND o.round_started <= $1
    UNION ALL
    SELECT o.id, o.line, o.terms, r.principal_units, div(o.value_units::numeric * r.principal_units, o.base_units)
    FROM order_round r JOIN investment_order o ON o.id = r.order_id JOIN known USING (line)
    WHERE r.ended_at >= $2 AND r.ended_at - r.days * interval '1 day' <= $1 AND r.round < o.round
  ),
  then_had AS (
    SELECT ran.line, ran.terms, floor(ran.value * coalesce(CASE ran.line
      WHEN 'compound' THEN (
        SELECT exp(sum(ln((p.debit_balance + p.amount)::numeric / p.debit_balance)))
        FROM balance a JOIN record p ON p.debit = a.id
        WHERE a.owner = 'order:' || ran.id AND a.purpose = 'principal' AND p.id > $3 AND p.happened_at >= $2 AND p.debit_balance > 0)
      WHEN 'acceleration' THEN 1 + (
        SELECT sum(split_part(e.params ->> 'amount', ' ', 1)::numeric) * 100000000 / ran.base_units
        FROM order_event e WHERE e.order_id = ran.id AND e.kind = 'unmarked' AND e.at >= $2
          AND NOT EXISTS (SELECT FROM investment_order whole WHERE whole.id = ran.id AND whole.over_at = e.at))
      END, 1)) AS value
    FROM ran
  )
  SELECT line, count(*) AS orders, sum(value)::text AS value, sum(floor(value * (terms ->> 'powerPerDay')::numeric))::text AS named
  FROM then_had GROUP BY line`

type Held = { line: string; orders: bigint; value: string; named: string }

type DueDay = {
  readonly day: Day
  readonly before: bigint
  readonly cut: bigint
  readonly place: number
  readonly previous: string
}

export async function nextPowerDay(sql: Sql): Promise<DueDay | undefined> {
  const [row] = await sql.query<DueDay>(
    `SELECT s.day::text AS day, s.before, s.cut, coalesce(p.place, 0) + 1 AS place, coalesce(p.hash, $1) AS previous
     FROM day_span s LEFT JOIN (SELECT day, place, hash FROM power_day ORDER BY day DESC LIMIT 1) p ON true
     WHERE s.day > coalesce(p.day, '-infinity') ORDER BY s.day LIMIT 1`,
    [beginning],
  )
  return row
}

/** Call only after all postings of the day exist. */
async function sumPower(sql: Sql, { day, before, cut }: Pick<DueDay, 'day' | 'before' | 'cut'>): Promise<PowerLine[]> {
  const paid = await sql.query<Moved>(moved, [before, cut])
  const ran = await sql.query<Held>(held, [startOf(addDays(day, -1)), startOf(day), before])
  const lines = new Set([...paid, ...ran].map(({ line }) => line))
  return [...lines].map((line) => toLine(line, ran, paid))
}

function toLine(line: string, ran: readonly Held[], paid: readonly Moved[]): PowerLine {
  const of = ran.find((each) => each.line === line)
  return {
    line,
    orders: Number(of?.orders ?? 0n),
    value: BigInt(of?.value ?? '0'),
    named: BigInt(of?.named ?? '0'),
    paid: paid.filter((each) => each.line === line).map(toPaid),
  }
}
const toPaid = ({ code, units, postings }: Moved): PowerPaid => ({
  code,
  units: BigInt(units),
  postings: Number(postings),
})

/** A concurrent call waits and takes the next day. @returns the day */
export async function keepPowerDay(tx: Tx): Promise<Day | undefined> {
  await tx.query('LOCK TABLE power_day IN EXCLUSIVE MODE')
  const due = await nextPowerDay(tx)
  if (!due) return undefined
  const { day, cut, place, previous } = due
  const lines = await sumPower(tx, due)
  const paid = lines.flatMap((each) => each.paid.map((of) => ({ line: each.line, ...of })))
  await tx.query(
    `INSERT INTO power_paid (day, line, code, units, postings)
     SELECT $1, * FROM unnest($2::text[], $3::int2[], $4::numeric[], $5::int8[])`,
    [
      day,
      paid.map(({ line }) => line),
      paid.map(({ code }) => code),
      paid.map(({ units }) => `${units}`),
      paid.map(({ postings }) => postings),
    ],
  )
  const ran = lines.filter(({ orders }) => orders > 0)
  await tx.query(
    `INSERT INTO power_held (day, line, orders, value_units, named_units)
     SELECT $1, * FROM unnest($2::text[], $3::int8[], $4::numeric[], $5::numeric[])`,
    [
      day,
      ran.map(({ line }) => line),
      ran.map(({ orders }) => orders),
      ran.map(({ value }) => `${value}`),
      ran.map(({ named }) => `${named}`),
    ],
  )
  const hash = digestOf(powerText({ day, previous, lines }))
  await tx.query('INSERT INTO power_day (day, place, cut, previous, hash) VALUES ($1, $2, $3, $4, $5)', [
    day,
    place,
    cut,
    previous,
    hash,
  ])
  return day
}

async function keptLines(sql: Sql, from: Day, until: Day, by: 'day' | 'span'): Promise<Map<string, PowerLine[]>> {
  const day = by === 'day' ? 'day::text' : `''`
  const paid = await sql.query<Moved & { day: string }>(
    `SELECT ${day} AS day, line, code, sum(units)::text AS units, sum(postings)::int8 AS postings FROM power_paid
     WHERE day BETWEEN $1 AND $2 GROUP BY 1, 2, 3`,
    [from, until],
  )
  const ran = await sql.query<Held & { day: string }>(
    `SELECT ${day} AS day, line, sum(orders)::int8 AS orders, sum(value_units)::text AS value, sum(named_units)::text AS named
     FROM power_held WHERE day BETWEEN $1 AND $2 GROUP BY 1, 2`,
    [from, until],
  )
  const [paidOn, ranOn] = [Map.groupBy(paid, (each) => each.day), Map.groupBy(ran, (each) => each.day)]
  const days = new Set([...paidOn.keys(), ...ranOn.keys()])
  return new Map(
    [...days].map((on) => {
      const [ofPaid, ofRan] = [paidOn.get(on) ?? [], ranOn.get(on) ?? []]
      const lines = new Set([...ofPaid, ...ofRan].map(({ line }) => line))
      return [on, [...lines].map((line) => toLine(line, ofRan, ofPaid))]
    }),
  )
}

export async function powerTexts(
  sql: Sql,
  from: Day,
  until: Day,
): Promise<{ readonly day: Day; readonly text: string; readonly hash: string }[]> {
  const days = await sql.query<Omit<PowerDay, 'lines'> & { day: Day; hash: string }>(
    'SELECT day::text AS day, previous, hash FROM power_day WHERE day BETWEEN $1 AND $2 ORDER BY power_day.day',
    [from, until],
  )
  const lines = await keptLines(sql, from, until, 'day')
  return days.map(({ day, previous, hash }) => ({
    day,
    hash,
    text: powerText({ day, previous, lines: lines.get(day) ?? [] }),
  }))
}

export async function powerSince(sql: Sql, from: Day): Promise<PowerOfDay[]> {
  const span = await powerSpan(sql)
  if (!span) return []
  return [...(await keptLines(sql, from, span.last, 'day'))].map(([day, lines]) => ({ day, lines }))
}

export const powerBefore = async (sql: Sql, day: Day): Promise<PowerLine[]> =>
  [...(await keptLines(sql, '2020-01-01' as Day, addDays(day, -1), 'span')).values()].flat()

export async function powerSpan(sql: Sql): Promise<{ readonly first: Day; readonly last: Day } | undefined> {
  const [row] = await sql.query<{ first: Day | null; last: Day | null }>(
    'SELECT min(day)::text AS first, max(day)::text AS last FROM power_day',
  )
  return row?.first && row.last ? { first: row.first, last: row.last } : undefined
}

export async function powerLogHead(sql: Sql): Promise<{ readonly line: number; readonly hash: string } | undefined> {
  const [row] = await sql.query<{ line: number; hash: string }>(
    'SELECT place AS line, hash FROM power_day ORDER BY place DESC LIMIT 1',
  )
  return row
}
export async function powerLogHash(sql: Sql, line: number): Promise<string | undefined> {
  const [row] = await sql.query<{ hash: string }>('SELECT hash FROM power_day WHERE place = $1', [line])
  return row?.hash
}

export async function powerTextOf(sql: Sql, hash: string): Promise<string | undefined> {
  const [row] = await sql.query<{ day: Day }>('SELECT day::text AS day FROM power_day WHERE hash = $1', [hash])
  const [found] = row ? await powerTexts(sql, row.day, row.day) : []
  return found?.text
}

/** Recomputes all days from the ledger. @returns one sentence per mismatch, at most 20 */
export async function findPowerProblems(sql: Sql): Promise<string[]> {
  const span = await powerSpan(sql)
  if (!span) return []
  const problems: string[] = []
  const spans = await sql.query<Pick<DueDay, 'day' | 'before' | 'cut'>>(
    'SELECT day::text AS day, before, cut FROM day_span WHERE day BETWEEN $1 AND $2 ORDER BY day_span.day',
    [span.first, span.last],
  )
  let previous = beginning
  for (const of of spans) {
    const [kept] = await powerTexts(sql, of.day, of.day)
    if (!kept || digestOf(kept.text) !== kept.hash || !kept.text.includes(`"previous":"${previous}"`))
      problems.push(`power of ${of.day}: it is not what the log says`)
    const paid = (await sql.query<Moved>(moved, [of.before, of.cut])).map(textOf).toSorted().join()
    const said = await sql.query<Moved>(
      'SELECT line, code, units::text AS units, postings FROM power_paid WHERE day = $1',
      [of.day],
    )
    if (said.map(textOf).toSorted().join() !== paid) problems.push(`power of ${of.day}: it is not what the books say`)
    previous = kept?.hash ?? ''
    if (problems.length >= shownMax) break
  }
  return problems
}
const textOf = ({ line, code, units, postings }: Moved): string => `${line} ${code} ${units} ${postings}`
const shownMax = 20
