import { type AskedSince, askedParams, askedRows } from '#kit/asked-since.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

const ownEnd = `SELECT FROM order_event e WHERE e.order_id = o.id AND e.at = o.over_at
         AND (e.kind IN ('mark_cancelled', 'gift_declined', 'left_early', 'market_left', 'taken_out', 'queue_left', 'given_up', 'acknowledged')
           OR e.kind = 'cancelled' AND o.over_at < o.round_started)`

/** Ended orders, without the holder's own exits. Latest end first, each wallet since its own time, at most `limit`. */
export const overOrders = (
  sql: Sql,
  asked: readonly AskedSince[],
  limit: number,
): Promise<{ readonly walletId: WalletId; readonly id: bigint; readonly at: Date }[]> =>
  sql.query(
    `SELECT w.id AS "walletId", o.id, o.over_at AS at FROM ${askedRows}, LATERAL (
       SELECT id, over_at FROM investment_order o
       WHERE wallet_id = w.id AND over_at >= w.since AND NOT EXISTS (${ownEnd})
       ORDER BY over_at DESC, id DESC LIMIT $3) o
     ORDER BY o.over_at DESC, o.id DESC`,
    [...askedParams(asked), limit],
  )
