import { type Asset, assetNumber, assetOf, isCoin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { postingsMax } from '#ledger/posting/check-entry.ts'
import { type AccountClass, classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { className } from '../flows/flows.store.ts'
import type { Flow } from '../flows/flows.ts'

const lane = laneOf('house')

/** Does not fit `house.in_flight`, which has a purpose per chain. */
function accountOf(name: string): { readonly owner: string; readonly purpose: string } {
  const [kind = '', which = '', purpose = ''] = name.split('.')
  return kind === 'house' ? { owner: 'house', purpose: which } : { owner: `${kind}:${which}`, purpose }
}
const numberOf = (name: string): number => classNumber(name as AccountClass)

async function summedUpTo(sql: Sql, upTo: bigint): Promise<{ readonly line: number; readonly cut: bigint }> {
  const [row] = await sql.query<{ line: number; cut: bigint }>(
    'SELECT line, cut FROM proof_flow_day WHERE cut <= $1 ORDER BY line DESC LIMIT 1',
    [upTo],
  )
  return row ?? { line: 0, cut: 0n }
}

/** 0 before the first day. Later postings must stay private. */
export async function lastPublishedPosting(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ cut: bigint | null }>('SELECT max(cut) AS cut FROM proof_flow_day')
  return row?.cut ?? 0n
}

/** Daily sums plus the postings of the unfinished day. */
export async function loadInflows(sql: Sql, account: string, coin: string, upTo: bigint): Promise<Flow[]> {
  const { line, cut } = await summedUpTo(sql, upTo)
  const { owner, purpose } = accountOf(account)
  const rows = await sql.query<{ from: number; code: number; units: string; postings: bigint }>(
    `SELECT from_class AS from, code, sum(units)::text AS units, sum(postings)::int8 AS postings FROM (
       SELECT f.from_class, f.code, f.units, f.postings FROM proof_flow f JOIN proof_flow_day y USING (day)
         WHERE f.to_class = $2 AND f.asset = $3 AND y.line <= $4
       UNION ALL
       SELECT d.class, p.code, sum(p.amount), count(*) FROM balance c
         JOIN record p ON p.lane = c.lane AND p.credit = c.id AND p.id > $5 AND p.id <= $6
         JOIN balance d ON d.lane = p.lane AND d.id = p.debit
         WHERE c.lane = $1 AND c.owner = $7 AND c.purpose = $8 AND c.asset = $3 GROUP BY 1, 2) moved
     GROUP BY 1, 2 ORDER BY sum(units) DESC`,
    [lane, numberOf(account), assetNumber(coin as Asset), line, cut, upTo, owner, purpose],
  )
  return rows.map(({ from, code, units, postings }) => ({
    from: className(from),
    to: account,
    coin,
    code,
    units: BigInt(units),
    postings: Number(postings),
  }))
}

export type FundingEntry = { readonly entry: bigint; readonly at: Date; readonly units: bigint }

/** Newest first. */
export async function loadFundings(
  sql: Sql,
  { from, to, coin }: Pick<Flow, 'from' | 'to' | 'coin'>,
  upTo: bigint,
  limit: number,
): Promise<FundingEntry[]> {
  const { cut } = await summedUpTo(sql, upTo)
  const isFromCompany = from.startsWith('house.')
  const [own, other] = isFromCompany ? [from, to] : [to, from]
  const { owner, purpose } = accountOf(own)
  const [mine, theirs] = isFromCompany ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  return sql.query<FundingEntry>(
    `WITH span AS (
       (SELECT coalesce((SELECT b.cut FROM proof_flow_day b WHERE b.line = y.line - 1), 0) AS after, y.cut
        FROM proof_flow f JOIN proof_flow_day y USING (day)
        WHERE f.from_class = $2 AND f.to_class = $3 AND f.asset = $4 AND y.cut <= $5 ORDER BY y.line DESC LIMIT $6)
       UNION ALL SELECT $5, $7)
     SELECT found.entry, found.at, found.units FROM span CROSS JOIN LATERAL (
       SELECT p.id, p.entry, p.happened_at AS at, p.amount AS units FROM balance own
         JOIN record p ON p.lane = own.lane AND p.${mine} = own.id AND p.id > span.after AND p.id <= span.cut
         JOIN balance other ON other.lane = p.lane AND other.id = p.${theirs} AND other.class = $8
         WHERE own.lane = $1 AND own.owner = $9 AND own.purpose = $10 AND own.asset = $4
         ORDER BY p.id DESC LIMIT $6) found
     ORDER BY found.id DESC LIMIT $6`,
    [lane, numberOf(from), numberOf(to), assetNumber(coin as Asset), cut, limit, upTo, numberOf(other), owner, purpose],
  )
}

export async function loadSetAside(
  sql: Sql,
  order: string,
  coin: string,
  upTo: bigint,
): Promise<(FundingEntry & { readonly from: string })[]> {
  const rows = await sql.query<FundingEntry & { from: number }>(
    `SELECT p.entry, p.happened_at AS at, p.amount AS units, d.class AS from FROM balance own
     JOIN record p ON p.lane = own.lane AND p.credit = own.id AND p.id <= $4
     JOIN balance d ON d.lane = p.lane AND d.id = p.debit
     WHERE own.lane = $1 AND own.owner = $2 AND own.purpose = 'promised' AND own.asset = $3 ORDER BY p.id`,
    [lane, order, assetNumber(coin as Asset), upTo],
  )
  return rows.map(({ from, ...row }) => ({ ...row, from: className(from) }))
}

export async function classesOfPosting(sql: Sql, id: bigint): Promise<{ from: string; to: string } | undefined> {
  const [row] = await sql.query<{ from: number; to: number }>(
    `SELECT d.class AS from, c.class AS to FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit
     JOIN balance c ON c.lane = p.lane AND c.id = p.credit WHERE p.lane = $1 AND p.id = $2`,
    [lane, id],
  )
  return row && { from: className(row.from), to: className(row.to) }
}

export type CompanyPosting = {
  readonly from: string
  readonly to: string
  readonly coin: Asset
  readonly units: bigint
}

/** Undefined if the entry touches a holder's account or does not exist. */
export async function loadCompanyEntry(
  sql: Sql,
  entry: bigint,
): Promise<{ readonly at: Date; readonly postings: readonly CompanyPosting[] } | undefined> {
  const rows = await sql.query<{ from: number; to: number; asset: number; units: bigint; at: Date; isOwned: boolean }>(
    `SELECT d.class AS from, c.class AS to, p.asset, p.amount AS units, p.happened_at AS at,
       d.holder IS NOT NULL OR c.holder IS NOT NULL AS "isOwned"
     FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit
     WHERE p.lane = $1 AND p.id >= $2 AND p.id < $2 + $3 AND p.entry = $2 ORDER BY p.id`,
    [lane, entry, postingsMax],
  )
  const [first] = rows
  const postings = rows.map(({ from, to, asset, units }) => ({
    from: className(from),
    to: className(to),
    coin: assetOf(asset),
    units,
  }))
  // Unattributed deposits and in-flight coins belong to users.
  const isTheirs = ({ from, to, coin }: CompanyPosting) =>
    !isCoin(coin) || from === 'house.in_flight' || from === 'house.suspense' || to === 'house.suspense'
  if (!first || rows.some(({ isOwned }) => isOwned) || postings.some(isTheirs)) return undefined
  return { at: first.at, postings }
}

/** Undefined until the day is over. */
export async function dayOfPosting(sql: Sql, id: bigint): Promise<Day | undefined> {
  const [row] = await sql.query<{ day: Day }>('SELECT day::text AS day FROM day_span WHERE before < $1 AND cut >= $1', [
    id,
  ])
  return row?.day
}
