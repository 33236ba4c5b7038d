import { type Asset, assetNumber, assetOf } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { laneOf } from './lane.ts'
import { type WalletRecord, walletRecordsByIds } from './records.store.ts'

/** From a moment up to, not including, another; on the business clock. */
export type Span = { readonly from: Date; readonly until: Date }

/** What a span of time did to what a wallet may spend of one asset: opening + received − spent = closing. 10⁻⁸. */
export type StatementSum = {
  readonly asset: Asset
  readonly opening: bigint
  readonly received: bigint
  readonly spent: bigint
  readonly closing: bigint
  /** At the end of the span: set aside, and in orders. */
  readonly held: bigint
  readonly inOrders: bigint
}

/** Every posting of a wallet's accounts before the end of a span, seen from each account: `change` is signed. */
const legs = (purposes: string) => `SELECT a.asset, a.purpose, p.happened_at AS at, p.amount AS change
    FROM balance a JOIN record p ON p.lane = a.lane AND p.credit = a.id
    WHERE a.lane = $1 AND a.holder = $2 AND a.purpose IN (${purposes}) AND p.happened_at < $4
  UNION ALL SELECT a.asset, a.purpose, p.happened_at, -p.amount
    FROM balance a JOIN record p ON p.lane = a.lane AND p.debit = a.id
    WHERE a.lane = $1 AND a.holder = $2 AND a.purpose IN (${purposes}) AND p.happened_at < $4`

/**
 * Sums from the postings themselves, not from balances: entries of a midnight may be written after what happened later that day.
 * Assets that never moved are left out.
 */
export async function statementSums(sql: Sql, walletId: WalletId, { from, until }: Span): Promise<StatementSum[]> {
  const rows = await sql.query<
    Record<'opening' | 'received' | 'spent' | 'held' | 'inOrders', string> & { asset: number }
  >(
    `WITH leg AS (${legs(`'available', 'held', 'principal'`)})
    SELECT asset,
      coalesce(sum(change) FILTER (WHERE purpose = 'available' AND at < $3), 0)::text AS opening,
      coalesce(sum(change) FILTER (WHERE purpose = 'available' AND at >= $3 AND change > 0), 0)::text AS received,
      coalesce(-sum(change) FILTER (WHERE purpose = 'available' AND at >= $3 AND change < 0), 0)::text AS spent,
      coalesce(sum(change) FILTER (WHERE purpose = 'held'), 0)::text AS held,
      coalesce(sum(change) FILTER (WHERE purpose = 'principal'), 0)::text AS "inOrders"
    FROM leg GROUP BY asset ORDER BY asset`,
    [laneOf(walletId), walletId, from, until],
  )
  return rows.map((row) => {
    const [opening, received, spent] = [BigInt(row.opening), BigInt(row.received), BigInt(row.spent)]
    return {
      asset: assetOf(row.asset),
      opening,
      received,
      spent,
      closing: opening + received - spent,
      held: BigInt(row.held),
      inOrders: BigInt(row.inOrders),
    }
  })
}

/** Where a page of a statement goes on: after this record. */
export type StatementPlace = { readonly at: Date; readonly id: bigint }

/** What changed what a wallet may spend, the oldest first, in the order in which it happened. */
export async function statementRecords(
  sql: Sql,
  walletId: WalletId,
  { from, until }: Span,
  { after, limit }: { readonly after?: StatementPlace | undefined; readonly limit: number },
): Promise<WalletRecord[]> {
  const side = (column: 'debit' | 'credit') => `SELECT p.id, p.happened_at FROM balance a
    JOIN record p ON p.lane = a.lane AND p.${column} = a.id
    WHERE a.lane = $1 AND a.holder = $2 AND a.purpose = 'available' AND p.happened_at >= $3 AND p.happened_at < $4
      AND ($5::timestamptz IS NULL OR (p.happened_at, p.id) > ($5, $6::int8))`
  const rows = await sql.query<{ id: bigint }>(
    `SELECT id FROM (${side('debit')} UNION ${side('credit')}) found ORDER BY happened_at, id LIMIT $7`,
    [laneOf(walletId), walletId, from, until, after?.at ?? null, after?.id ?? null, limit],
  )
  return walletRecordsByIds(
    sql,
    walletId,
    rows.map(({ id }) => id),
  )
}

/** The first moment a wallet's account of any asset moved; undefined for one that never did. */
export async function firstMovement(sql: Sql, walletId: WalletId): Promise<Date | undefined> {
  const [row] = await sql.query<{ at: Date | null }>(
    `SELECT min(p.happened_at) AS at FROM balance a JOIN record p ON p.lane = a.lane AND a.id IN (p.debit, p.credit)
     WHERE a.lane = $1 AND a.holder = $2 AND a.purpose = 'available' AND a.asset <> $3`,
    [laneOf(walletId), walletId, assetNumber('CREDIT')],
  )
  return row?.at ?? undefined
}
