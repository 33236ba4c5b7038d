import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { postingsMax } from '../posting/check-entry.ts'
import { laneOf } from '../posting/lane.ts'
import { keepUp, lateMost } from './history.store.ts'
import { assetNames, pairsOf } from './record-pairs.ts'

export type WalletRecord = {
  readonly id: bigint
  /** Id of the entry's first posting. */
  readonly entry: bigint
  readonly at: Date
  readonly asset: Asset
  /** The spec's record type; POWER has its own codes. */
  readonly code: number
  /** If both accounts are the wallet's, the purpose closest to `available`. */
  readonly purpose: 'available' | 'held' | 'principal' | 'promised'
  readonly direction: 'in' | 'out'
  readonly units: bigint
  /** Balance right after the posting. */
  readonly balance: bigint
  readonly other: { readonly owner: string; readonly purpose: string; readonly own: boolean }
  readonly ref?: string
}

export type RecordsQuery = {
  readonly walletId: WalletId
  readonly assets?: readonly Asset[] | undefined
  readonly codes?: readonly number[] | undefined
  /** `from` is inclusive, `until` exclusive. */
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly before?: bigint | undefined
  readonly limit: number
}

type Row = {
  readonly id: bigint
  readonly entry: bigint
  readonly happened_at: Date
  readonly asset: number
  readonly code: number
  readonly amount: bigint
  readonly debit_balance: bigint
  readonly credit_balance: bigint
  readonly ref: string | null
  readonly from_owner: string
  readonly from_purpose: string
  readonly from_holder: string | null
  readonly to_owner: string
  readonly to_purpose: string
  readonly to_holder: string | null
}

const columns = `p.id, p.entry, p.happened_at, p.asset, p.code, p.amount, p.debit_balance, p.credit_balance, p.ref,
  p.from_owner, p.from_purpose, p.from_holder, p.to_owner, p.to_purpose, p.to_holder`

const posted =
  'p.id, p.entry, p.happened_at, p.asset, p.code, p.amount, p.debit_balance, p.credit_balance, p.ref, p.debit, p.credit'

const [noId, never] = [2n ** 63n - 1n, 'infinity']

async function placeOf(sql: Sql, { walletId, before, until }: RecordsQuery): Promise<[at: Date | string, id: bigint]> {
  if (before === undefined) return until ? [until, -1n] : [never, noId]
  const [row] = await sql.query<{ at: Date }>('SELECT happened_at AS at FROM record WHERE lane = $1 AND id = $2', [
    laneOf(walletId),
    before,
  ])
  return until && (!row || row.at >= until) ? [until, -1n] : [row?.at ?? never, before]
}

/** Newest first: by time if a range is given, otherwise by id. Cost per page does not grow with the history. */
export async function recordsOf(sql: Sql, query: RecordsQuery): Promise<WalletRecord[]> {
  const { walletId, assets, codes, from, until, before, limit } = query
  const byMoment = from !== undefined || until !== undefined
  if (byMoment || codes) await keepUp(sql, walletId)
  const params: unknown[] = [laneOf(walletId), walletId, limit]
  const param = (value: unknown, type: string): string => `$${params.push(value)}::${type}`
  const place = byMoment ? await placeOf(sql, query) : undefined
  const pairs = assets || codes ? pairsOf(assets ?? assetNames, codes) : undefined
  // Only the needed conditions, so that PostgreSQL plans each query shape once.
  const where = (at: string) =>
    [
      place && `(${at}, id) < (${param(place[0], 'timestamptz')}, ${param(place[1], 'int8')})`,
      from && `${at} >= ${param(from, 'timestamptz')}`,
      !byMoment && before !== undefined && `id < ${param(before, 'int8')}`,
    ]
      .filter(Boolean)
      .map((condition) => ` AND ${condition}`)
      .join('')
  const order = byMoment ? 'at DESC, id DESC' : 'id DESC'
  const keptOf = (which: string) =>
    `(SELECT id, at FROM own_record WHERE lane = $1 AND holder = $2${which}${where('at')} ORDER BY ${order} LIMIT $3)`
  const kept = pairs
    ? `SELECT k.id, k.at FROM unnest(${param(
        pairs.map(([asset]) => assetNumber(asset)),
        'int2[]',
      )}, ${param(
        pairs.map(([, code]) => code),
        'int2[]',
      )}) AS w (asset, code),
        LATERAL ${keptOf(' AND asset = w.asset AND code = w.code')} k ORDER BY ${order} LIMIT $3`
    : `SELECT k.id, k.at FROM (${
        byMoment ? `${keptOf(' AND spendable')} UNION ALL ${keptOf(' AND NOT spendable')}` : keptOf('')
      }) k ORDER BY ${order} LIMIT $3`
  const ofAssets = assets ? ` AND a.asset = ANY (${param(assets.map(assetNumber), 'int2[]')})` : ''
  const ofCodes = codes ? ` AND code = ANY (${param(codes, 'int2[]')})` : ''
  const side = (column: 'debit' | 'credit') =>
    `(SELECT ${posted}, happened_at AS at FROM record p WHERE lane = $1 AND ${column} = own.id AND id > own.until AND code >= 0${ofCodes}${where(
      'happened_at',
    )}
      ORDER BY ${byMoment ? 'happened_at DESC, id DESC' : 'id DESC'} LIMIT $3)`
  const account = (column: 'debit' | 'credit') =>
    `LATERAL (SELECT owner, purpose, holder FROM balance WHERE lane = $1 AND id = p.${column} OFFSET 0)`
  // A posting between two of the wallet's accounts matches twice.
  const rows = await sql.query<Row & { accounts: bigint }>(
    `WITH own AS MATERIALIZED (
      SELECT a.id, coalesce(m.until, 0) AS until FROM own_account a LEFT JOIN own_mark m ON m.account = a.id AND m.lane = a.lane
      WHERE a.lane = $1 AND a.holder = $2${ofAssets}
    ), late AS MATERIALIZED (
      SELECT DISTINCT ON (p.id) p.* FROM own, LATERAL (${side('debit')} UNION ALL ${side('credit')}) p ORDER BY p.id DESC
    ), kept AS MATERIALIZED (
      ${kept}
    ), page AS (
      SELECT * FROM (
        SELECT * FROM late
        UNION ALL
        SELECT p.*, k.at FROM kept k CROSS JOIN LATERAL (SELECT ${posted} FROM record p WHERE p.lane = $1 AND p.id = k.id OFFSET 0) p
          WHERE k.id NOT IN (SELECT id FROM late)) found
      ORDER BY ${order} LIMIT $3
    )
    SELECT p.id, p.entry, p.happened_at, p.asset, p.code, p.amount, p.debit_balance, p.credit_balance, p.ref,
      d.owner AS from_owner, d.purpose AS from_purpose, d.holder AS from_holder, c.owner AS to_owner, c.purpose AS to_purpose, c.holder AS to_holder,
      (SELECT count(*) FROM own) AS accounts
    FROM page p LEFT JOIN ${account('debit')} d ON true LEFT JOIN ${account('credit')} c ON true
    ORDER BY ${byMoment ? 'p.at DESC, p.id DESC' : 'p.id DESC'}`,
    params,
  )
  if ((rows[0]?.accounts ?? 0n) > lateMost) await keepUp(sql, walletId)
  return rows.map((row) => recordOf(row, walletId))
}

/** Undefined if the wallet has no such record. */
export async function loadRecord(sql: Sql, walletId: WalletId, id: bigint): Promise<WalletRecord | undefined> {
  const [row] = await sql.query<Row>(
    `SELECT ${columns} FROM record p WHERE p.lane = $1 AND p.id = $2 AND p.code >= 0 AND $3 IN (p.from_holder, p.to_holder)`,
    [laneOf(walletId), id, walletId],
  )
  return row && recordOf(row, walletId)
}

export async function walletRecordsByIds(
  sql: Sql,
  walletId: WalletId,
  ids: readonly bigint[],
): Promise<WalletRecord[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM record p WHERE p.lane = $1 AND p.id = ANY ($2) AND $3 IN (p.from_holder, p.to_holder)
     ORDER BY array_position($2, p.id)`,
    [laneOf(walletId), ids, walletId],
  )
  return rows.map((row) => recordOf(row, walletId))
}

export async function recordsOfEntry(sql: Sql, walletId: WalletId, entry: bigint): Promise<WalletRecord[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM record p
      WHERE p.lane = $1 AND p.id BETWEEN $2 AND $2 + $4 AND p.entry = $2 AND p.code >= 0 AND $3 IN (p.from_holder, p.to_holder)
      ORDER BY p.id`,
    [laneOf(walletId), entry, walletId, postingsMax],
  )
  return rows.map((row) => recordOf(row, walletId))
}

/** A record shows the first of these accounts. */
const nearest = ['available', 'held', 'principal', 'promised'] as const

function recordOf(row: Row, walletId: WalletId): WalletRecord {
  const from = { owner: row.from_owner, purpose: row.from_purpose, holder: row.from_holder }
  const to = { owner: row.to_owner, purpose: row.to_purpose, holder: row.to_holder }
  const rank = ({ holder, purpose }: typeof from) =>
    holder === walletId ? (nearest as readonly string[]).indexOf(purpose) : nearest.length
  const out = rank(from) <= rank(to)
  const [mine, other] = out ? [from, to] : [to, from]
  return {
    id: row.id,
    entry: row.entry,
    at: row.happened_at,
    asset: assetOf(row.asset),
    code: row.code,
    purpose: mine.purpose as WalletRecord['purpose'],
    direction: out ? 'out' : 'in',
    units: row.amount,
    balance: out ? row.debit_balance : row.credit_balance,
    other: { owner: other.owner, purpose: other.purpose, own: other.holder === walletId },
    ...(row.ref === null ? {} : { ref: row.ref }),
  }
}

/** Since the database server's statistics began. */
export async function postingsWritten(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    "SELECT coalesce(sum(n_tup_ins), 0)::float8 AS count FROM pg_stat_user_tables WHERE relname ~ '^posting'",
  )
  return row?.count ?? 0
}
