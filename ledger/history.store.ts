import type { DbIdentity, Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { laneOf } from './lane.ts'

/**
 * Postings of a wallet that readers go through one by one; more are kept first, as records and sums (ledger/schema/5-history.sql). Whoever
 * has fewer has no rows there.
 */
export const lateMost = 256
/** Postings that one call keeps: some hundredths of a second. */
const atOnce = 4_096

/** Those that this process keeps at this moment: others who ask for the same wallet wait for them, and hold no connection. */
const underWay = new WeakMap<DbIdentity, Map<WalletId, Promise<void>>>()

/** Keeps what a wallet's postings come to, where many are not kept yet: each of them once in its life. Asked before its history is read. */
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

/** One step of it. @returns whether there may be more to keep */
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
