import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { DayCap } from './approving/fair-share.ts'
import type { WithdrawalTerms } from './withdrawal-entries.ts'

export type Candidate = Pick<WithdrawalTerms, 'id' | 'chain' | 'coin' | 'receivedUnits'> & {
  readonly address: Address
  readonly isReturn: boolean
  /** In units. */
  readonly dayTaken: bigint
  readonly weekTaken: bigint
  readonly isApproved: boolean
}

/**
 * Number of withdrawals examined per queue, both first and smallest. If a claim is small (`roomFor`), smaller ones are too, so none is
 * missed.
 */
const lineMax = 200

/** Each coin on each chain has its own queue (`compareClaims`), so a rush on one does not block the others. Returns count as approved. */
export async function waitingToPay(sql: Sql, chains: readonly ChainId[], now: Date): Promise<Candidate[]> {
  const rows = await sql.query<Omit<Candidate, 'dayTaken' | 'weekTaken'> & { dayTaken: string; weekTaken: string }>(
    `WITH waiting AS (
       SELECT w.id, w.wallet_id, w.deposit_id, w.chain, w.coin, w.received_units, w.address, w.approved_at IS NOT NULL AS approved,
         coalesce(sum(w.received_units) OVER (PARTITION BY w.wallet_id, w.coin ORDER BY w.id
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
       FROM withdrawal w LEFT JOIN payment p ON p.withdrawal_id = w.id
       WHERE w.state = 'sending' AND p.withdrawal_id IS NULL AND w.chain = ANY ($1::text[])
     ),
     taken AS (
       SELECT x.wallet_id, x.coin, sum(x.received_units) AS week, sum(x.received_units) FILTER (WHERE x.taken_at > $2) AS day
       FROM withdrawal x WHERE x.wallet_id IN (SELECT wallet_id FROM waiting) AND x.taken_at > $3 AND x.state <> 'failed'
       GROUP BY x.wallet_id, x.coin
     ),
     claim AS (
       SELECT w.*, CASE WHEN w.deposit_id IS NULL THEN coalesce(t.day, 0) + w.before ELSE 0 END AS day,
         CASE WHEN w.deposit_id IS NULL THEN coalesce(t.week, 0) + w.before ELSE 0 END AS week
       FROM waiting w LEFT JOIN taken t ON t.wallet_id = w.wallet_id AND t.coin = w.coin
     ),
     line AS (
       SELECT c.*, row_number() OVER (PARTITION BY c.chain, c.coin
           ORDER BY c.approved DESC, c.week = 0 DESC, c.week + c.received_units, c.id) AS place,
         row_number() OVER (PARTITION BY c.chain, c.coin ORDER BY c.week + c.received_units, c.id) AS smallness
       FROM claim c
     )
     SELECT id, deposit_id IS NOT NULL AS "isReturn", chain, coin, received_units AS "receivedUnits", address, day::text AS "dayTaken",
       week::text AS "weekTaken", approved AS "isApproved"
     FROM line WHERE place <= ${lineMax} OR smallness <= ${lineMax} ORDER BY chain, coin, place`,
    [chains, addMs(now, -dayMs), addMs(now, -7 * dayMs)],
  )
  // A sum may exceed the column's type.
  return rows.map((row) => ({ ...row, dayTaken: BigInt(row.dayTaken), weekTaken: BigInt(row.weekTaken) }))
}

type Taken = Pick<DayCap, 'openTaken' | 'smallTaken'>

/** Amounts paid, per chain and in total. Counts whole hours, as the payout contract does. */
export async function takenOf(
  sql: Sql,
  chain: ChainId,
  coin: Coin,
  now: Date,
): Promise<{ readonly there: Taken; readonly anywhere: Taken }> {
  const rows = await sql.query<{ isThere: boolean; isSmall: boolean; units: string }>(
    `SELECT chain = $1 AS "isThere", taken_small AS "isSmall", sum(received_units)::text AS units
     FROM withdrawal WHERE coin = $2 AND taken_at > $3 AND state <> 'failed' GROUP BY 1, 2`,
    [chain, coin, addMs(now, -dayMs - hourMs)],
  )
  const sumOf = (isSmall: boolean, there: boolean) =>
    rows.reduce((sum, row) => (row.isSmall === isSmall && (row.isThere || !there) ? sum + BigInt(row.units) : sum), 0n)
  return {
    there: { openTaken: sumOf(false, true), smallTaken: sumOf(true, true) },
    anywhere: { openTaken: sumOf(false, false), smallTaken: sumOf(true, false) },
  }
}

export const recordTaken = async (tx: Tx, id: bigint, isSmall: boolean, now: Date): Promise<void> => {
  await tx.query('UPDATE withdrawal SET taken_at = $2, taken_small = $3 WHERE id = $1', [id, now, isSmall])
}
