import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'

export type OthersStep = {
  readonly id: bigint
  readonly transactionId: bigint
  readonly kind: 'taken' | 'paid' | 'released' | 'cancelled' | 'unpaid' | 'disputed' | 'evidence' | 'decided'
  readonly at: Date
}

/** The newest transactions of a wallet on each side that are looked at. */
const newest = 50

/** What others did, or the clock, with transactions of a wallet since a moment, the newest first. */
export const othersSteps = (sql: Sql, walletId: WalletId, since: Date, limit: number): Promise<OthersStep[]> =>
  sql.query<OthersStep>(
    `SELECT e.id, e.transaction_id AS "transactionId", e.kind, e.at FROM (
       (SELECT m.id FROM otc_transaction m WHERE m.maker_id = $1 ORDER BY m.id DESC LIMIT ${newest})
       UNION ALL (SELECT m.id FROM otc_transaction m WHERE m.taker_id = $1 ORDER BY m.id DESC LIMIT ${newest})) t
     JOIN otc_event e ON e.transaction_id = t.id
     WHERE e.at >= $2 AND e.by_id IS DISTINCT FROM $1 ORDER BY e.id DESC LIMIT $3`,
    [walletId, since, limit],
  )
