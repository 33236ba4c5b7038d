import { spanOf } from '#days/days.store.ts'
import { snapshotOf } from '#days/snapshot.store.ts'
import { loadNumbers } from '#engine/number-rows.store.ts'
import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { multiply, type Rate } from '#kit/amount/amount.ts'
import { type Asset, assetNumber, assetOf, isCoin } from '#kit/amount/coins.ts'
import { type Amounts, add, addUnits, amountsOf, unitsAt, unitsPerWhole } from '#kit/amount/many-amounts.ts'
import { chains } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import { firstDigit } from '#kit/text/privacy.ts'
import { addDays, type Day, dayOf, startOf } from '#kit/time/clock.ts'
import { valuesAtSnapshot } from '#market/prices/value.store.ts'
import type { ValueOf } from '#market/prices/value.ts'
import { markLines } from '#products/registry.ts'
import { sharedFeeCodes, weekOf } from '../rewards/fee-shares.ts'
import type { TeamFacts } from './assessment.ts'

/** POWER granted by a day's accruals, by code and place. Summed here, because the database would first sort a million postings. */
export async function loadPower(sql: Sql, tree: SponsorTree, day: Day): Promise<Map<number, Amounts>> {
  const { after, from, until } = await spanOf(sql, day)
  // Queried first: a known ID lets the planner expect a million postings.
  const [source] = await sql.query<{ id: bigint }>(
    `SELECT id FROM balance WHERE owner = 'issued' AND purpose = 'all' AND asset = $1`,
    [assetNumber('POWER')],
  )
  if (!source) return new Map()
  const rows = await loadNumbers(
    sql,
    ['code', 'whole', 'rest'],
    `SELECT w.serial, p.code, p.amount / 100000000 AS whole, p.amount % 100000000 AS rest
     FROM record p JOIN balance c ON c.id = p.credit JOIN holder w ON w.id = c.holder
     WHERE p.debit = $3 AND p.id > $4
       AND (p.code = ANY ('{2,20}') AND p.happened_at = $2 OR p.code = 13 AND p.happened_at >= $1 AND p.happened_at < $2)`,
    [from, until, source.id, after],
  )
  const granted = new Map<number, Amounts>()
  for (let at = 0; at < rows.length; at += 4) {
    const code = rows[at + 1] ?? 0
    const sum = granted.get(code) ?? amountsOf(tree.size)
    granted.set(code, sum)
    add(sum, tree.placeOf(rows[at] ?? 0), rows[at + 2] ?? 0, rows[at + 3] ?? 0)
  }
  return granted
}

export type PaidFee = { readonly serial: number; readonly asset: Asset; readonly code: number; readonly units: bigint }

export async function loadFees(sql: Sql, day: Day): Promise<PaidFee[]> {
  const { after, cut } = await spanOf(sql, day)
  const rows = await sql.query<{ serial: number; asset: number; code: number; units: bigint }>(
    `SELECT w.serial::int4 AS serial, p.asset, p.code, sum(p.amount)::int8 AS units
     FROM balance f JOIN record p ON p.credit = f.id AND p.id > $1 AND p.id <= $2 AND p.code = ANY ($3)
     JOIN balance d ON d.id = p.debit JOIN holder w ON w.id = d.holder
     WHERE f.owner = 'house' AND f.purpose = 'fees'
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [after, cut, Object.values(sharedFeeCodes)],
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
}

/** Inputs per wallet at the end of a day. Assumed: an order's value is its base coin's value. An acceleration mark adds nothing. */
export async function loadFacts(
  sql: Sql,
  tree: SponsorTree,
  day: Day,
): Promise<Pick<TeamFacts, 'own' | 'week' | 'weekNet' | 'weekWld'>> {
  const midnight = startOf(addDays(day, 1))
  const monday = weekOf(dayOf(midnight))
  const own = amountsOf(tree.size)
  const week = amountsOf(tree.size)
  const rows = await loadNumbers(
    sql,
    ['runs', 'isNew', 'whole', 'rest'],
    `SELECT w.serial, o.runs::int4 AS runs, (o.bought_at >= $2)::int4 AS "isNew",
       o.value_units / ${unitsPerWhole} AS whole, o.value_units % ${unitsPerWhole} AS rest
     FROM (
       SELECT wallet_id, value_units, bought_at,
         round >= 1 AND (state IN ('earning', 'paused', 'to_be_released') OR coalesce(over_at > $1, false)) AS runs
       FROM investment
       WHERE line <> ALL ($3::text[]) AND bought_at < $1 AND state NOT IN ('reserved', 'queued', 'due', 'closed')
         AND (over_at IS NULL OR over_at > $1 OR state <> 'cancelled' AND bought_at >= $2)
     ) o JOIN holder w ON w.id = o.wallet_id WHERE o.runs OR o.bought_at >= $2`,
    [midnight, startOf(monday), markLines],
  )
  for (let at = 0; at < rows.length; at += 5) {
    const place = tree.placeOf(rows[at] ?? 0)
    const [whole, rest] = [rows[at + 3] ?? 0, rows[at + 4] ?? 0]
    if (rows[at + 1]) add(own, place, whole, rest)
    if (rows[at + 2]) add(week, place, whole, rest)
  }
  return { own, week, ...(await loadFlows(sql, tree, monday, day)) }
}

/**
 * Weekly chain flows at daily cutoff prices. Unpriced coins count as zero. Uplines see these sums, so each wallet's sum is cut to its first
 * digit. Assumed: a withdrawal counts when sent, without its fee, and a failed one is reversed.
 */
async function loadFlows(
  sql: Sql,
  tree: SponsorTree,
  from: Day,
  through: Day,
): Promise<Pick<TeamFacts, 'weekNet' | 'weekWld'>> {
  const weekNet = amountsOf(tree.size)
  const weekWld = amountsOf(tree.size)
  const rows = await sql.query<{ serial: number; day: Day; asset: number; arrived: bigint; left: bigint }>(
    `WITH edge AS (
       SELECT id FROM balance WHERE (owner = 'house' AND (purpose LIKE 'in_flight:%' OR purpose = 'suspense') OR owner = ANY ($5))
     ),
     moved AS (
       SELECT c.holder, p.happened_at, p.asset, CASE p.code WHEN 2 THEN p.amount ELSE 0 END AS arrived,
           CASE p.code WHEN 101 THEN -p.amount ELSE 0 END AS "left"
         FROM edge JOIN record p ON p.debit = edge.id AND p.id > $3 AND p.id <= $4 AND p.code IN (2, 101)
         JOIN balance c ON c.id = p.credit
       UNION ALL
       SELECT d.holder, p.happened_at, p.asset, 0, p.amount
         FROM edge JOIN record p ON p.credit = edge.id AND p.id > $3 AND p.id <= $4 AND p.code IN (3, 116)
         JOIN balance d ON d.id = p.debit
     )
     SELECT w.serial::int4 AS serial, (m.happened_at AT TIME ZONE 'UTC')::date::text AS day, m.asset,
       sum(m.arrived)::int8 AS arrived, sum(m."left")::int8 AS "left"
     FROM moved m JOIN holder w ON w.id = m.holder WHERE m.happened_at >= $1 AND m.happened_at < $2 GROUP BY 1, 2, 3`,
    [
      startOf(from),
      startOf(addDays(through, 1)),
      await snapshotOf(sql, addDays(from, -1)),
      await snapshotOf(sql, through),
      [...Object.keys(chains), 'venue'].map((world) => `outside:${world}`),
    ],
  )
  const prices = new Map<Day, ValueOf>()
  for (const row of rows) {
    const place = tree.placeOf(row.serial)
    const asset = assetOf(row.asset)
    const known = prices.get(row.day) ?? (await valuesAtSnapshot(sql, row.day))
    prices.set(row.day, known)
    addUnits(weekNet, place, worth(row.arrived - row.left, isCoin(asset) ? known(asset, 'shown') : undefined))
    // `left` is negative if a failed withdrawal was sent in an earlier week.
    if (asset === 'WLD' && row.left > 0n) addUnits(weekWld, place, row.left)
  }
  for (const place of new Set(rows.map(({ serial }) => tree.placeOf(serial)))) {
    cutToFirstDigit(weekNet, place)
    cutToFirstDigit(weekWld, place)
  }
  return { weekNet, weekWld }
}

function cutToFirstDigit(amounts: Amounts, place: number): void {
  const cut = firstDigit(unitsAt(amounts, place))
  amounts.whole[place] = 0
  amounts.rest[place] = 0
  addUnits(amounts, place, cut)
}

const worth = (units: bigint, rate: Rate | undefined): bigint => {
  if (!rate) return 0n
  return units < 0n ? -multiply(-units, rate, 'down') : multiply(units, rate, 'down')
}
