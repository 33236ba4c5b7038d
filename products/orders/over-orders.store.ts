import { type AskedSince, askedParams, askedRows } from '#kit/asked-since.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'

/** Latest end first, each wallet since its own time, at most `limit` per wallet. */
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
