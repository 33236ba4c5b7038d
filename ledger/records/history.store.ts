import type { DbIdentity, Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { laneOf } from '../posting/lane.ts'

/** Above this many unprocessed postings, a wallet's records and sums are stored (ledger/schema/5-history.sql). */
export const lateMost = 256
const atOnce = 4_096

/** Concurrent callers for one wallet share a run and hold no connection. */
const underWay = new WeakMap<DbIdentity, Map<WalletId, Promise<void>>>()

/** Stores records and sums of unprocessed postings. Call before reading a history. */
export function keepUp(sql: Sql, walletId: WalletId): Promise<void> {
  if (sql.inTransaction) return keep(sql, walletId)
  const known = underWay.get(sql.identity) ?? new Map<WalletId, Promise<void>>()
  underWay.set(sql.identity, known)
  const now = known.get(walletId)
  if (now) return now
  const kept = keep(sql, walletId).finally(() => known.delete(walletId))
  known.set(walletId, kept)
  return kept
}

async function keep(sql: Sql, walletId: WalletId): Promise<void> {
  while (await keepSome(sql, walletId, { least: lateMost, most: atOnce }));
}

/** @returns whether more may remain */
export async function keepSome(
  sql: Sql,
  walletId: WalletId,
  { least, most }: { readonly least: number; readonly most: number },
): Promise<boolean> {
  const [row] = await sql.query<{ more: boolean }>(
    'SELECT books.keep_history($1::int4, $2, $3::int4, $4::int4) AS more',
    [laneOf(walletId), walletId, least, most],
  )
  return row?.more === true
}
