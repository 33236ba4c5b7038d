import { multiply, type Rate } from '#kit/amount.ts'
import { type Asset, assetNumber, assetOf, isCoin } from '#kit/assets.ts'
import { addDays, type Day, dayOf, startOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { usdtRate } from '#ledger/market.store.ts'
import { add, addUnits, amountsOf } from './amounts.ts'
import type { TeamFacts } from './assessment.ts'
import { sharedFeeCodes, weekOf } from './fee-shares.ts'
import type { TeamTree } from './team-tree.ts'

/**
 * A posting's number below which nothing happened from `from` on, so that reading a day does not read the books from their beginning.
 * A whole day is left as a margin, since what happens around midnight may be written in another order.
 */
const before = (parameter: string) =>
  `coalesce((SELECT max(cut_posting) FROM settlement_day WHERE day < (${parameter}::timestamptz AT TIME ZONE 'UTC')::date - 1), 0)`

/** POWER the accruals of a day granted, by wallet and code: the daily release, and side coins retired since the midnight before. */
export async function loadPower(
  sql: Sql,
  day: Day,
): Promise<{ serial: number; code: number; whole: number; rest: number }[]> {
  const [from, to] = [startOf(day), startOf(addDays(day, 1))]
  return sql.query(
    `SELECT w.serial::int4 AS serial, p.code::int4 AS code, div(sum(p.amount), 100000000)::float8 AS whole,
       mod(sum(p.amount), 100000000)::float8 AS rest
     FROM account i JOIN posting p ON p.lane = 0 AND p.debit = i.id AND p.id > ${before('$1')}
     JOIN account c ON c.lane = 0 AND c.id = p.credit JOIN wallet w ON w.id = c.holder
     WHERE i.lane = 0 AND i.owner = 'issued' AND i.asset = $3
       AND (p.code = ANY ('{2,20}') AND p.happened_at = $2 OR p.code = 13 AND p.happened_at >= $1 AND p.happened_at < $2)
     GROUP BY w.serial, p.code ORDER BY w.serial, p.code`,
    [from, to, assetNumber('POWER')],
  )
}

export type PaidFee = {
  readonly serial: number
  readonly day: Day
  readonly asset: Asset
  readonly code: number
  readonly units: bigint
}

/** Fees with a part for the referral budget, from one day through another: by wallet, day, coin and kind, in this order. */
export async function loadFees(sql: Sql, from: Day, through: Day): Promise<PaidFee[]> {
  const rows = await sql.query<{ serial: number; day: Day; asset: number; code: number; units: bigint }>(
    `SELECT w.serial::int4 AS serial, (p.happened_at AT TIME ZONE 'UTC')::date::text AS day, p.asset, p.code, sum(p.amount)::int8 AS units
     FROM account f JOIN posting p ON p.lane = 0 AND p.credit = f.id AND p.id > ${before('$1')}
     JOIN account d ON d.lane = 0 AND d.id = p.debit JOIN wallet w ON w.id = d.holder
     WHERE f.lane = 0 AND f.owner = 'house' AND f.purpose = 'fees' AND p.code = ANY ($3)
       AND p.happened_at >= $1 AND p.happened_at < $2
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    [startOf(from), startOf(addDays(through, 1)), Object.values(sharedFeeCodes)],
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
}

/**
 * What every wallet brings of its own at the midnight that ends a day: running orders at their value at opening, those bought in the
 * week, and the week's deposits and withdrawals. The week is the one that midnight stands in.
 * Assumed: an order's value is that of its base coin, as everywhere; a position acceleration is a mark on one and counts once.
 */
export async function loadFacts(
  sql: Sql,
  tree: TeamTree,
  day: Day,
): Promise<Pick<TeamFacts, 'own' | 'week' | 'weekNet' | 'weekWld'>> {
  const midnight = startOf(addDays(day, 1))
  const monday = startOf(weekOf(dayOf(midnight)))
  const own = amountsOf(tree.size)
  const week = amountsOf(tree.size)
  const rows = await sql.query<Record<'serial' | 'whole' | 'rest' | 'weekWhole' | 'weekRest', number>>(
    `SELECT w.serial::int4 AS serial,
       coalesce(sum(o.value_units / 100000000) FILTER (WHERE o.runs), 0)::float8 AS whole,
       coalesce(sum(o.value_units % 100000000) FILTER (WHERE o.runs), 0)::float8 AS rest,
       coalesce(sum(o.value_units / 100000000) FILTER (WHERE o.bought_at >= $2), 0)::float8 AS "weekWhole",
       coalesce(sum(o.value_units % 100000000) FILTER (WHERE o.bought_at >= $2), 0)::float8 AS "weekRest"
     FROM (
       SELECT wallet_id, value_units, bought_at,
         round >= 1 AND (state IN ('earning', 'paused', 'to_be_released') OR over_at > $1) AS runs
       FROM investment_order
       WHERE line <> 'acceleration' AND bought_at < $1 AND state NOT IN ('reserved', 'queued', 'due', 'closed')
         AND (over_at IS NULL OR over_at > $1 OR state <> 'cancelled' AND bought_at >= $2)
     ) o JOIN wallet w ON w.id = o.wallet_id GROUP BY w.serial`,
    [midnight, monday],
  )
  for (const row of rows) {
    const place = tree.placeOf(row.serial)
    add(own, place, row.whole, row.rest)
    add(week, place, row.weekWhole, row.weekRest)
  }
  return { own, week, ...(await loadFlows(sql, tree, monday, midnight)) }
}

/** Deposits less what left on chain, at each day's guide price, and WLD that left. Coins without a price that day count nothing. */
async function loadFlows(
  sql: Sql,
  tree: TeamTree,
  from: Date,
  to: Date,
): Promise<Pick<TeamFacts, 'weekNet' | 'weekWld'>> {
  const weekNet = amountsOf(tree.size)
  const weekWld = amountsOf(tree.size)
  const rows = await sql.query<{ serial: number; day: Day; asset: number; arrived: bigint; left: bigint }>(
    `WITH edge AS (SELECT id FROM account WHERE lane = 0 AND (purpose LIKE 'in_flight:%' OR purpose = 'suspense' OR owner LIKE 'outside:%')),
     moved AS (
       SELECT p.*, c.holder, p.amount AS arrived, 0::int8 AS "left" FROM edge
         JOIN posting p ON p.lane = 0 AND p.debit = edge.id AND p.id > ${before('$1')} AND p.code IN (2, 101)
         JOIN account c ON c.lane = 0 AND c.id = p.credit
       UNION ALL
       SELECT p.*, d.holder, 0, p.amount FROM edge
         JOIN posting p ON p.lane = 0 AND p.credit = edge.id AND p.id > ${before('$1')} AND p.code IN (3, 116)
         JOIN account d ON d.lane = 0 AND d.id = p.debit
     )
     SELECT w.serial::int4 AS serial, (m.happened_at AT TIME ZONE 'UTC')::date::text AS day, m.asset,
       sum(CASE WHEN m.code = 101 THEN 0 ELSE m.arrived END)::int8 AS arrived,
       sum(m."left" - CASE WHEN m.code = 101 THEN m.arrived ELSE 0 END)::int8 AS "left"
     FROM moved m JOIN wallet w ON w.id = m.holder
     WHERE m.happened_at >= $1 AND m.happened_at < $2 GROUP BY 1, 2, 3`,
    [from, to],
  )
  const price = pricesAt(sql, to)
  for (const row of rows) {
    const place = tree.placeOf(row.serial)
    const asset = assetOf(row.asset)
    addUnits(weekNet, place, worth(row.arrived - row.left, await price(asset, row.day)))
    if (asset === 'WLD' && row.left > 0n) addUnits(weekWld, place, row.left)
  }
  return { weekNet, weekWld }
}

const worth = (units: bigint, rate: Rate | undefined): bigint => {
  if (!rate) return 0n
  return units < 0n ? -multiply(-units, rate, 'down') : multiply(units, rate, 'down')
}

/** The guide price of a coin at the end of a day, but not later than `latest`; each asked once. */
export function pricesAt(sql: Sql, latest: Date): (asset: Asset, day: Day) => Promise<Rate | undefined> {
  const known = new Map<string, Promise<Rate | undefined>>()
  return (asset, day) => {
    if (!isCoin(asset)) return Promise.resolve(undefined)
    const key = `${asset} ${day}`
    const end = startOf(addDays(day, 1))
    const found = known.get(key) ?? usdtRate(sql, asset, end < latest ? end : latest)
    known.set(key, found)
    return found
  }
}
