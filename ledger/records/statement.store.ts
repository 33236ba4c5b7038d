import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Day, dayOf, startOf } from '#kit/time/clock.ts'
import { classes, classNumber } from '../posting/classes.ts'
import { laneOf } from '../posting/lane.ts'
import { keepUp } from './history.store.ts'
import { type WalletRecord, walletRecordsByIds } from './records.store.ts'

/** `until` is exclusive. Business clock. */
export type Span = { readonly from: Date; readonly until: Date }

/** opening + received − spent = closing, of the available balance in 10⁻⁸. */
export type StatementSum = {
  readonly asset: Asset
  readonly opening: bigint
  readonly received: bigint
  readonly spent: bigint
  readonly closing: bigint
  /** At the end of the span. */
  readonly held: bigint
  readonly inOrders: bigint
}

const principals = classes.filter((name) => name.endsWith('.principal')).map(classNumber)
const [available, held] = [classNumber('wallet.available'), classNumber('wallet.held')]

/**
 * Computed from postings, not balances, as midnight entries may be written after later ones of that day. Omits assets that never moved.
 * @param from start of a month, UTC
 */
export async function statementSums(sql: Sql, walletId: WalletId, from: Date): Promise<StatementSum[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<
    Record<'opening' | 'received' | 'spent' | 'held' | 'inOrders', string> & { asset: number }
  >(
    `SELECT asset,
      coalesce(sum(units_in - units_out) FILTER (WHERE class = $4 AND month < $3), 0)::text AS opening,
      coalesce(sum(units_in) FILTER (WHERE class = $4 AND month = $3), 0)::text AS received,
      coalesce(sum(units_out) FILTER (WHERE class = $4 AND month = $3), 0)::text AS spent,
      coalesce(sum(units_in - units_out) FILTER (WHERE class = $5), 0)::text AS held,
      coalesce(sum(units_in - units_out) FILTER (WHERE class = ANY ($6)), 0)::text AS "inOrders"
    FROM own_month WHERE lane = $1 AND holder = $2 AND month <= $3 AND class = ANY ($6 || $4::int2 || $5::int2) GROUP BY asset ORDER BY asset`,
    [laneOf(walletId), walletId, dayOf(from), available, held, principals],
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

export type StatementPlace = { readonly at: Date; readonly id: bigint }

/** Oldest first. */
export async function statementRecords(
  sql: Sql,
  walletId: WalletId,
  { from, until }: Span,
  { after, limit }: { readonly after?: StatementPlace | undefined; readonly limit: number },
): Promise<WalletRecord[]> {
  await keepUp(sql, walletId)
  const first = after ?? { at: from, id: -1n }
  const place = '(at, id) > ($3::timestamptz, $4::int8) AND at < $5'
  const rows = await sql.query<{ id: bigint }>(
    `SELECT id FROM (
       (SELECT id, at FROM own_record WHERE lane = $1 AND holder = $2 AND spendable AND ${place} ORDER BY at, id LIMIT $6)
       UNION SELECT id, at FROM late_leg WHERE lane = $1 AND holder = $2 AND class = $7 AND ${place}) found
     ORDER BY at, id LIMIT $6`,
    [laneOf(walletId), walletId, first.at, first.id, until, limit, available],
  )
  return walletRecordsByIds(
    sql,
    walletId,
    rows.map(({ id }) => id),
  )
}

/** Undefined if no asset ever moved. */
export async function firstMonth(sql: Sql, walletId: WalletId): Promise<Date | undefined> {
  await keepUp(sql, walletId)
  const [row] = await sql.query<{ month: Day | null }>(
    'SELECT min(month)::text AS month FROM own_month WHERE lane = $1 AND holder = $2 AND class = $4 AND asset <> $3',
    [laneOf(walletId), walletId, assetNumber('CREDIT'), available],
  )
  return row?.month ? startOf(row.month) : undefined
}
