import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

/** Demo wallets that have a declared region and that no one can sign in to, oldest first. */
export async function walletsWithoutKey(sql: Sql, limit: number): Promise<WalletId[]> {
  const rows = await sql.query<{ id: WalletId }>(
    `SELECT w.id FROM wallet w WHERE w.region IS NOT NULL AND w.banned_at IS NULL AND w.frozen_at IS NULL
       AND NOT EXISTS (SELECT FROM identity_key k WHERE k.wallet_id = w.id) ORDER BY w.serial LIMIT $1`,
    [limit],
  )
  return rows.map(({ id }) => id)
}
