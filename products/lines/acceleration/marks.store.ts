import type { Coin } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Held, Markable } from './marks.ts'

export async function loadMarkables(sql: Sql, walletId: WalletId): Promise<Markable[]> {
  const rows = await sql.query<{ coin: Coin; principal: string; marked: string }>(
    `SELECT o.terms ->> 'base' AS coin, coalesce(sum(a.balance), 0)::text AS principal,
       coalesce(sum(o.base_units) FILTER (WHERE o.line = 'acceleration'), 0)::text AS marked
     FROM investment_order o
       LEFT JOIN balance a ON o.line = 'compound' AND a.owner = 'order:' || o.id AND a.purpose = 'principal'
     WHERE o.wallet_id = $1 AND (o.line = 'compound' AND o.state IN ('earning', 'paused')
       OR o.line = 'acceleration' AND o.state IN ('to_be_started', 'earning', 'paused'))
     GROUP BY coin ORDER BY coin DESC`,
    [walletId],
  )
  return rows.map(({ coin, principal, marked }) => ({ coin, principal: BigInt(principal), marked: BigInt(marked) }))
}

/** Unmarked compound principal; 0 if more is marked than exists. */
export async function loadMarkable(sql: Sql, walletId: WalletId, coin: Coin): Promise<bigint> {
  const found = (await loadMarkables(sql, walletId)).find((each) => each.coin === coin)
  const left = found ? found.principal - found.marked : 0n
  return left > 0n ? left : 0n
}

/**
 * Pauses uncovered accelerations, newest first, and resumes covered ones. Ends them if no principal is left. Call after any change of
 * principal or marks, and in daily settlement.
 */
export async function refreshMarks(tx: Tx, walletIds: readonly WalletId[], at: Date): Promise<void> {
  await tx.query(
    `WITH mark AS (
       SELECT id, wallet_id, terms ->> 'base' AS coin, state,
         sum(base_units) OVER (PARTITION BY wallet_id, terms ->> 'base' ORDER BY id) AS marked
       FROM investment_order WHERE line = 'acceleration' AND state IN ('earning', 'paused') AND wallet_id = ANY ($1::text[])
     ),
     principal AS (
       SELECT o.wallet_id, o.terms ->> 'base' AS coin, sum(a.balance) AS units
       FROM investment_order o JOIN balance a ON a.owner = 'order:' || o.id AND a.purpose = 'principal'
       WHERE o.line = 'compound' AND o.state IN ('earning', 'paused') AND o.wallet_id = ANY ($1::text[]) GROUP BY 1, 2
     ),
     due AS (
       SELECT mark.id, mark.state, CASE WHEN coalesce(units, 0) = 0 THEN 'cancelled' WHEN marked <= units THEN 'earning' ELSE 'paused' END AS next
       FROM mark LEFT JOIN principal USING (wallet_id, coin)
     ),
     changed AS (
       UPDATE investment_order o SET state = due.next, over_at = CASE due.next WHEN 'cancelled' THEN $2::timestamptz END
       FROM due WHERE o.id = due.id AND o.state = due.state AND due.next <> due.state
       RETURNING o.id, o.state
     )
     INSERT INTO order_event (order_id, at, kind)
     SELECT id, $2::timestamptz, CASE state WHEN 'paused' THEN 'paused' WHEN 'cancelled' THEN 'nothing_marked' ELSE 'resumed' END
     FROM changed ORDER BY id`,
    [walletIds, at],
  )
}

export async function loadMarkingWallets(sql: Sql, after: string, limit: number): Promise<WalletId[]> {
  const rows = await sql.query<{ id: WalletId }>(
    `SELECT DISTINCT wallet_id AS id FROM investment_order
     WHERE line = 'acceleration' AND state IN ('earning', 'paused') AND wallet_id > $1 ORDER BY 1 LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Oldest first, non-empty only. */
export async function loadCompound(sql: Sql, walletId: WalletId, coin: Coin, limit: number): Promise<Held[]> {
  const rows = await sql.query<{ id: bigint; principal: bigint }>(
    `SELECT o.id, a.balance AS principal
     FROM investment_order o JOIN balance a ON a.owner = 'order:' || o.id AND a.purpose = 'principal'
     WHERE o.wallet_id = $1 AND o.line = 'compound' AND o.state IN ('earning', 'paused') AND o.terms ->> 'base' = $2
       AND a.balance > 0 ORDER BY o.id LIMIT $3`,
    [walletId, coin, limit],
  )
  return rows.map(({ id, principal }) => ({ id: Number(id) as Held['id'], principal }))
}
