import type { Address } from '#kit/address.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Coin } from '#kit/coins.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { PaymentTerms, TronTerms } from '#outside/chains/port.ts'
import type { PaidTerms } from './payment-entries.ts'

export type PaymentState = 'allocated' | 'signed' | 'sent'

export type Payment = PaidTerms & {
  readonly key: string
  readonly address: Address
  readonly state: PaymentState
  readonly nonce: number
  /** EVM only. */
  readonly feeMaxPerGas: string | null
  readonly tipMaxPerGas: string | null
  /** TRON only. */
  readonly tron: TronTerms | null
  readonly raw: string | null
  readonly hash: string | null
  readonly blockNumber: bigint | null
  /** Block at which the wait began; null before the first check. */
  readonly waitingSince: number | null
  readonly isStopAsked: boolean
}

const columns = `w.id, w.wallet_id AS "walletId", w.chain, w.coin, w.units, w.fee_units AS "feeUnits", w.received_units AS "receivedUnits", w.address,
  p.state,
  CASE WHEN d.id IS NULL THEN w.key ELSE concat_ws(':', 'ret', d.chain, d.tx_hash, d.ordinal) END AS key,
  CASE WHEN d.id IS NULL THEN NULL ELSE jsonb_build_object('hash', d.tx_hash, 'ordinal', d.ordinal) END AS deposit,
  p.nonce::float8 AS nonce, p.fee_max_per_gas AS "feeMaxPerGas", p.tip_max_per_gas AS "tipMaxPerGas", p.tron, p.raw, p.tx_hash AS hash,
  p.block_number AS "blockNumber", p.waiting_since::float8 AS "waitingSince", p.stop_asked_at IS NOT NULL AS "isStopAsked"`

export const paymentsIn = (sql: Sql, lane: string, state: PaymentState, limit: number): Promise<Payment[]> =>
  sql.query<Payment>(
    `SELECT ${columns} FROM payment p JOIN withdrawal w ON w.id = p.withdrawal_id LEFT JOIN deposit d ON d.id = w.deposit_id
     WHERE p.lane = $1 AND p.state = $2 ORDER BY p.nonce LIMIT $3`,
    [lane, state, limit],
  )

/** An existing lane keeps its nonce. */
export const openLane = async (sql: Sql, lane: string, nonce: number): Promise<void> => {
  await sql.query('INSERT INTO payment_lane (lane, next_nonce) VALUES ($1, $2) ON CONFLICT DO NOTHING', [lane, nonce])
}

export type LaneState = {
  readonly next: number
  readonly count: number
  readonly span: number
  readonly last: number | null
  readonly lastSigned: number | null
}

export async function laneState(sql: Sql, lane: string): Promise<LaneState | undefined> {
  const [row] = await sql.query<LaneState>(
    `SELECT l.next_nonce::float8 AS next, count(p.nonce)::float8 AS count, max(p.nonce)::float8 AS last,
       (max(p.nonce) FILTER (WHERE p.raw IS NOT NULL))::float8 AS "lastSigned",
       coalesce(max(p.nonce) - min(p.nonce) + 1, 0)::float8 AS span
     FROM payment_lane l LEFT JOIN payment p ON p.lane = l.lane WHERE l.lane = $1 GROUP BY l.next_nonce`,
    [lane],
  )
  return row
}

export const outgoing = (sql: Sql, lane: string): Promise<{ chain: ChainId; coin: Coin; units: bigint }[]> =>
  sql.query(
    `SELECT w.chain, w.coin, sum(w.received_units)::bigint AS units FROM payment p JOIN withdrawal w ON w.id = p.withdrawal_id
     WHERE p.lane = $1 AND p.state IN ('allocated', 'signed', 'sent') GROUP BY w.chain, w.coin`,
    [lane],
  )

/** The caller has locked the withdrawal and checked its gates. */
export async function allocate(tx: Tx, lane: string, withdrawalId: bigint, terms: PaymentTerms): Promise<void> {
  const [row] = await tx.query<{ nonce: bigint }>(
    'UPDATE payment_lane SET next_nonce = next_nonce + 1 WHERE lane = $1 RETURNING next_nonce - 1 AS nonce',
    [lane],
  )
  expect(row, 'a lane is opened before it is used')
  await tx.query(
    `INSERT INTO payment (withdrawal_id, lane, nonce, fee_max_per_gas, tip_max_per_gas, tron, state)
     VALUES ($1, $2, $3, $4, $5, $6, 'allocated')`,
    [
      withdrawalId,
      lane,
      row.nonce,
      'feeMaxPerGas' in terms ? terms.feeMaxPerGas : null,
      'tipMaxPerGas' in terms ? terms.tipMaxPerGas : null,
      'expiration' in terms ? JSON.stringify(terms) : null,
    ],
  )
}

/** Only for a payment that was never signed, so no nonce is skipped. */
export async function giveBack(tx: Tx, lane: string, withdrawalId: bigint): Promise<void> {
  const [row] = await tx.query<{ nonce: bigint }>(
    `DELETE FROM payment WHERE withdrawal_id = $1 AND lane = $2 AND state = 'allocated' RETURNING nonce`,
    [withdrawalId, lane],
  )
  const rows = await tx.query(
    'UPDATE payment_lane SET next_nonce = $2 WHERE lane = $1 AND next_nonce = $2 + 1 RETURNING lane',
    [lane, row?.nonce],
  )
  expect(rows.length === 1, 'only the newest number is taken back')
  await tx.query('UPDATE withdrawal SET taken_at = NULL WHERE id = $1', [withdrawalId])
}

/** Call before anything leaves the machine. @returns whether the payment was unsigned before. */
export async function keepSigned(tx: Tx, withdrawalId: bigint, raw: string, hash: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payment SET state = 'signed', raw = $2, tx_hash = $3 WHERE withdrawal_id = $1 AND state = 'allocated' RETURNING nonce`,
    [withdrawalId, raw, hash],
  )
  return rows.length > 0
}

/** @returns whether the payment was in state `from`. */
export async function movePayment(
  tx: Tx,
  withdrawalId: bigint,
  from: 'signed' | 'sent',
  to: 'signed' | 'sent' | 'confirmed' | 'failed',
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payment SET state = $3, block_number = CASE WHEN $3 = 'signed' THEN NULL ELSE block_number END
     WHERE withdrawal_id = $1 AND state = $2 RETURNING nonce`,
    [withdrawalId, from, to],
  )
  return rows.length > 0
}

export const keepBlockNumber = async (sql: Sql, withdrawalId: bigint, blockNumber: number): Promise<void> => {
  await sql.query('UPDATE payment SET block_number = $2 WHERE withdrawal_id = $1', [withdrawalId, blockNumber])
}
