import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { ReadPosition } from './own-notices.ts'

export async function loadReadPosition(sql: Sql, walletId: WalletId): Promise<ReadPosition | undefined> {
  const [row] = await sql.query<ReadPosition>(
    'SELECT business_at AS business, real_at AS real FROM notice_read_position WHERE wallet_id = $1',
    [walletId],
  )
  return row
}

/** The position never moves back, because a screen that was open for long may report late. */
export async function moveReadPosition(tx: Tx, walletId: WalletId, { business, real }: ReadPosition): Promise<void> {
  await tx.query(
    `INSERT INTO notice_read_position AS mark (wallet_id, business_at, real_at) VALUES ($1, $2, $3)
     ON CONFLICT (wallet_id) DO UPDATE SET business_at = greatest(mark.business_at, excluded.business_at),
       real_at = greatest(mark.real_at, excluded.real_at)`,
    [walletId, business, real],
  )
}
