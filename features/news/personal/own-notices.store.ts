import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { ReadMark } from './own-notices.ts'

export async function loadMark(sql: Sql, walletId: WalletId): Promise<ReadMark | undefined> {
  const [row] = await sql.query<ReadMark>(
    'SELECT business_at AS business, real_at AS real FROM own_notice_mark WHERE wallet_id = $1',
    [walletId],
  )
  return row
}

/** Never moves back, because a screen that was open for long may report late. */
export async function moveMark(tx: Tx, walletId: WalletId, { business, real }: ReadMark): Promise<void> {
  await tx.query(
    `INSERT INTO own_notice_mark AS mark (wallet_id, business_at, real_at) VALUES ($1, $2, $3)
     ON CONFLICT (wallet_id) DO UPDATE SET business_at = greatest(mark.business_at, excluded.business_at),
       real_at = greatest(mark.real_at, excluded.real_at)`,
    [walletId, business, real],
  )
}
