import { assetNumber } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { otcCoin } from './otc-terms.ts'

const shownMax = 20

/** Expected `held` balances: untraded parts of sell ads, and escrow of selling takers. */
export const otcHolds = `SELECT 'wallet:' || a.maker_id, 'held', ${assetNumber(otcCoin)}, sum(a.units - a.done_units)
  FROM otc_ad a WHERE a.side = 'sell' AND a.state <> 'removed' GROUP BY a.maker_id
  UNION ALL SELECT 'wallet:' || t.taker_id, 'held', ${assetNumber(otcCoin)}, sum(t.escrow_units)
  FROM otc_transaction t WHERE t.ended_at IS NULL AND t.seller_id = t.taker_id GROUP BY t.taker_id`

/** @returns one sentence per inconsistency */
export async function findOtcProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ said: string }>(
    `SELECT format('ad:%s binds %s and has traded %s, its transactions say otherwise', a.id, a.bound_units, a.done_units) AS said
     FROM otc_ad a LEFT JOIN otc_transaction t ON t.ad_id = a.id GROUP BY a.id
     HAVING a.bound_units <> coalesce(sum(t.units) FILTER (WHERE t.ended_at IS NULL), 0)
       OR a.done_units <> coalesce(sum(t.released_units), 0)
     UNION ALL
     SELECT format('otc:%s is %s, which its dispute is not', t.id, t.state) FROM otc_transaction t
     LEFT JOIN otc_dispute d ON d.transaction_id = t.id
     WHERE CASE WHEN t.state = 'disputed' THEN d.transaction_id IS NULL OR d.decided_at IS NOT NULL
       WHEN t.ended_at IS NULL THEN d.transaction_id IS NOT NULL ELSE d.decided_units <> t.released_units END
     LIMIT $1`,
    [shownMax],
  )
  return rows.map(({ said }) => said)
}
