import { type AskedSince, askedParams, askedRows } from '#kit/asked-since.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'

/** Orders of some wallets that came to their end, each since its moment, the newest end first; of each wallet at most so many. */
export const overOrders = (
  sql: Sql,
  asked: readonly AskedSince[],
  limit: number,
): Promise<{ readonly walletId: WalletId; readonly id: bigint; readonly at: Date }[]> =>
  sql.query(
    `SELECT w.id AS "walletId", o.id, o.over_at AS at FROM ${askedRows}, LATERAL (
       SELECT id, over_at FROM investment_order WHERE wallet_id = w.id AND over_at >= w.since
       ORDER BY over_at DESC, id DESC LIMIT $3) o
     ORDER BY o.over_at DESC, o.id DESC`,
    [...askedParams(asked), limit],
  )
