import type { Sql, Tx } from '#kit/store/db.ts'
import { evidenceDays } from '#kit/store/quotas.ts'
import type { WalletId } from '#kit/text/ids.ts'

export type Dispute = {
  readonly transactionId: bigint
  readonly openedBy: WalletId
  readonly reason: string
  readonly openedAt: Date
  readonly toldAt: Date
  readonly answeredAt: Date | null
  readonly answer: string | null
  readonly decidedAt: Date | null
  /** Released to the buyer, in 10⁻⁸. */
  readonly decidedUnits: bigint | null
  readonly decision: string | null
}
const columns = `d.transaction_id AS "transactionId", d.opened_by AS "openedBy", d.reason, d.opened_at AS "openedAt", d.told_at AS "toldAt",
  d.answered_at AS "answeredAt", d.answer, d.decided_at AS "decidedAt", d.decided_units AS "decidedUnits", d.decision`

export async function findDispute(sql: Sql, id: bigint): Promise<Dispute | undefined> {
  const [row] = await sql.query<Dispute>(`SELECT ${columns} FROM otc_dispute d WHERE d.transaction_id = $1`, [id])
  return row
}

/** Oldest first. Excludes disputes whose seller has released. */
export const waitingDisputes = (sql: Sql, limit: number): Promise<Dispute[]> =>
  sql.query<Dispute>(
    `SELECT ${columns} FROM otc_dispute d JOIN otc_transaction t ON t.id = d.transaction_id
     WHERE d.decided_at IS NULL AND t.ended_at IS NULL ORDER BY d.opened_at, d.transaction_id LIMIT $1`,
    [limit],
  )

export const isDisputing = async (sql: Sql, walletId: WalletId): Promise<boolean> =>
  (
    await sql.query(
      `SELECT FROM otc_dispute d JOIN otc_transaction t ON t.id = d.transaction_id
       WHERE d.decided_at IS NULL AND t.ended_at IS NULL AND $1 IN (t.maker_id, t.taker_id) LIMIT 1`,
      [walletId],
    )
  ).length > 0

/** The caller notifies the seller in the same transaction. */
export const keepDispute = async (
  tx: Tx,
  { transactionId, openedBy, reason }: Pick<Dispute, 'transactionId' | 'openedBy' | 'reason'>,
  at: Date,
): Promise<void> => {
  await tx.query(
    'INSERT INTO otc_dispute (transaction_id, opened_by, reason, opened_at, told_at) VALUES ($1, $2, $3, $4, $4)',
    [transactionId, openedBy, reason, at],
  )
}
export const keepAnswer = async (tx: Tx, id: bigint, answer: string, at: Date): Promise<void> => {
  await tx.query('UPDATE otc_dispute SET answered_at = $3, answer = $2 WHERE transaction_id = $1', [id, answer, at])
}
export const keepDecision = async (
  tx: Tx,
  id: bigint,
  { units, decision, at }: { readonly units: bigint; readonly decision: string; readonly at: Date },
): Promise<void> => {
  await tx.query(
    'UPDATE otc_dispute SET decided_at = $4, decided_units = $2, decision = $3 WHERE transaction_id = $1',
    [id, `${units}`, decision, at],
  )
}

export type Evidence = { readonly picture: string; readonly walletId: WalletId; readonly at: Date }

export const evidenceOf = (sql: Sql, id: bigint): Promise<Evidence[]> =>
  sql.query<Evidence>(
    'SELECT picture, wallet_id AS "walletId", at FROM otc_evidence WHERE transaction_id = $1 ORDER BY id',
    [id],
  )
/** Idempotent. @returns whether it is new */
export async function keepEvidence(
  tx: Tx,
  { id, walletId, picture, bytes, at }: Omit<Evidence, 'at'> & { id: bigint; bytes: Uint8Array; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO otc_evidence (transaction_id, wallet_id, picture, bytes, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (transaction_id, picture) DO NOTHING RETURNING id`,
    [id, walletId, picture, bytes, at],
  )
  return rows.length > 0
}
export async function evidenceSince(sql: Sql, walletId: WalletId, since: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int4 AS count FROM otc_evidence WHERE wallet_id = $1 AND at > $2',
    [walletId, since],
  )
  return row?.count ?? 0
}
export const loadEvidence = (sql: Sql, id: bigint): Promise<(Evidence & { readonly bytes: Uint8Array })[]> =>
  sql.query(
    'SELECT picture, wallet_id AS "walletId", at, bytes FROM otc_evidence WHERE transaction_id = $1 ORDER BY id',
    [id],
  )

const emptiedAtOnce = 200

/** Clears evidence one year after a trade ends. The database rejects earlier attempts. */
export async function emptyEvidence(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `UPDATE otc_evidence SET bytes = '' WHERE id IN (SELECT e.id FROM otc_evidence e JOIN otc_transaction t ON t.id = e.transaction_id
       WHERE e.bytes <> '' AND e.at < $1::timestamptz - interval '${evidenceDays} days' AND t.ended_at < $1::timestamptz - interval '${evidenceDays} days'
       ORDER BY e.at LIMIT ${emptiedAtOnce})`,
    [now],
  )
}
