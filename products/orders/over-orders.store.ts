import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'

/** Orders of a wallet that came to their end since a moment, the newest end first. */
export const overOrders = (
  sql: Sql,
  walletId: WalletId,
  since: Date,
  limit: number,
): Promise<{ readonly id: bigint; readonly at: Date }[]> =>
  sql.query(
    `SELECT id, over_at AS at FROM investment_order WHERE wallet_id = $1 AND over_at >= $2
     ORDER BY over_at DESC, id DESC LIMIT $3`,
    [walletId, since, limit],
  )
