import { type Asset, assetNumber, assetOf } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { postingsMax } from './check-entry.ts'
import { laneOf } from './lane.ts'

/** One posting as the wallet it touches sees it. */
export type WalletRecord = {
  readonly id: bigint
  /** The id of the first posting of the same entry. */
  readonly entry: bigint
  readonly at: Date
  readonly asset: Asset
  /** The spec's record type code; POWER has codes of its own. */
  readonly code: number
  /** Which of the wallet's accounts: where a movement stays with the wallet, the one nearest to `available`. */
  readonly purpose: 'available' | 'held' | 'principal' | 'promised'
  readonly direction: 'in' | 'out'
  readonly units: bigint
  /** What that account had right after. */
  readonly balance: bigint
  /** The account on the other side. */
  readonly other: { readonly owner: string; readonly purpose: string; readonly own: boolean }
  readonly ref?: string
}

export type RecordsQuery = {
  readonly walletId: WalletId
  readonly assets?: readonly Asset[] | undefined
  readonly codes?: readonly number[] | undefined
  /** Only what happened from this moment on, and before that one. */
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  /** Only records older than this one. */
  readonly before?: bigint | undefined
  readonly limit: number
}

type Side = { readonly owner: string; readonly purpose: string; readonly holder: string | null }
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
  readonly debit: Side
  readonly credit: Side
}

const columns = `p.id, p.entry, p.happened_at, p.asset, p.code, p.amount, p.debit_balance, p.credit_balance, p.ref,
  jsonb_build_object('owner', d.owner, 'purpose', d.purpose, 'holder', d.holder) AS debit,
  jsonb_build_object('owner', c.owner, 'purpose', c.purpose, 'holder', c.holder) AS credit`
const sides = `JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit`

/** What happened to a wallet's coins and points, the newest first: every posting that carries a code. */
export async function recordsOf(
  sql: Sql,
  { walletId, assets, codes, from, until, before, limit }: RecordsQuery,
): Promise<WalletRecord[]> {
  const side = (
    column: 'debit' | 'credit',
  ) => `(SELECT id FROM record WHERE lane = $1 AND ${column} = own.id AND code >= 0
    AND ($4::int2[] IS NULL OR code = ANY ($4)) AND ($5::int8 IS NULL OR id < $5)
    AND ($7::timestamptz IS NULL OR happened_at >= $7) AND ($8::timestamptz IS NULL OR happened_at < $8) ORDER BY id DESC LIMIT $6)`
  const rows = await sql.query<Row>(
    `WITH own AS (
      SELECT id FROM balance WHERE lane = $1 AND holder = $2 AND ($3::int2[] IS NULL OR asset = ANY ($3))
    ), page AS (
      SELECT DISTINCT found.id FROM own, LATERAL (${side('debit')} UNION ALL ${side('credit')}) found ORDER BY id DESC LIMIT $6
    )
    SELECT ${columns} FROM page CROSS JOIN LATERAL (SELECT * FROM record r WHERE r.lane = $1 AND r.id = page.id OFFSET 0) p ${sides}
    ORDER BY p.id DESC`,
    [laneOf(walletId), walletId, assets?.map(assetNumber), codes, before, limit, from, until],
  )
  return rows.map((row) => recordOf(row, walletId))
}

/** One record of a wallet, or undefined where there is none with this number that is its own. */
export async function loadRecord(sql: Sql, walletId: WalletId, id: bigint): Promise<WalletRecord | undefined> {
  const [row] = await sql.query<Row>(
    `SELECT ${columns} FROM record p ${sides} WHERE p.lane = $1 AND p.id = $2 AND p.code >= 0 AND $3 IN (d.holder, c.holder)`,
    [laneOf(walletId), id, walletId],
  )
  return row && recordOf(row, walletId)
}

/** The records of a wallet with these numbers, in the order asked for. */
export async function walletRecordsByIds(
  sql: Sql,
  walletId: WalletId,
  ids: readonly bigint[],
): Promise<WalletRecord[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM record p ${sides} WHERE p.lane = $1 AND p.id = ANY ($2) AND $3 IN (d.holder, c.holder)
     ORDER BY array_position($2, p.id)`,
    [laneOf(walletId), ids, walletId],
  )
  return rows.map((row) => recordOf(row, walletId))
}

/** The records of a wallet that are postings of one entry: a purchase with its two coins, an exchange with its fee. */
export async function recordsOfEntry(sql: Sql, walletId: WalletId, entry: bigint): Promise<WalletRecord[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM record p ${sides}
      WHERE p.lane = $1 AND p.id >= $2 AND p.id < $2 + $4 AND p.entry = $2 AND p.code >= 0 AND $3 IN (d.holder, c.holder)
      ORDER BY p.id`,
    [laneOf(walletId), entry, walletId, postingsMax],
  )
  return rows.map((row) => recordOf(row, walletId))
}

/** The account a record speaks of comes first in this list. */
const nearest = ['available', 'held', 'principal', 'promised'] as const

function recordOf(row: Row, walletId: WalletId): WalletRecord {
  const rank = ({ holder, purpose }: Side) =>
    holder === walletId ? (nearest as readonly string[]).indexOf(purpose) : nearest.length
  const out = rank(row.debit) <= rank(row.credit)
  const [mine, other] = out ? [row.debit, row.credit] : [row.credit, row.debit]
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
