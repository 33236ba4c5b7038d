import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { PaymentTerms } from '#outside/chains/port.ts'
import { addTransaction, lockUnsigned, type OutgoingTransaction, removeUnsigned } from '../outgoing/outgoing.store.ts'
import type { PaidTerms } from './payment-entries.ts'

export type Payment = PaidTerms & { readonly key: string; readonly address: Address; readonly isStopAsked: boolean }

const columns = `w.id, w.wallet_id AS "walletId", w.chain, w.coin, w.units, w.fee_units AS "feeUnits", w.received_units AS "receivedUnits", w.address,
  CASE WHEN d.id IS NULL THEN w.key ELSE concat_ws(':', 'ret', d.chain, d.tx_hash, d.ordinal) END AS key,
  CASE WHEN d.id IS NULL THEN NULL ELSE jsonb_build_object('hash', d.tx_hash, 'ordinal', d.ordinal) END AS deposit,
  p.stop_asked_at IS NOT NULL AS "isStopAsked"`

export async function paymentOf(sql: Sql, { id }: Pick<OutgoingTransaction, 'id'>): Promise<Payment> {
  const [row] = await sql.query<Payment>(
    `SELECT ${columns} FROM payment p JOIN withdrawal w ON w.id = p.withdrawal_id LEFT JOIN deposit d ON d.id = w.deposit_id
     WHERE p.outgoing_id = $1`,
    [id],
  )
  expect(row, 'a transaction of a payment has its payment')
  return row
}

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
    `SELECT l.next_nonce::float8 AS next, count(t.nonce)::float8 AS count, max(t.nonce)::float8 AS last,
       (max(t.nonce) FILTER (WHERE t.state <> 'allocated'))::float8 AS "lastSigned",
       coalesce(max(t.nonce) - min(t.nonce) + 1, 0)::float8 AS span
     FROM payment_lane l LEFT JOIN (payment p JOIN outgoing_transaction t ON t.id = p.outgoing_id) ON t.lane = l.lane WHERE l.lane = $1 GROUP BY l.next_nonce`,
    [lane],
  )
  return row
}

export const unitsOnTheWay = (sql: Sql, lane: string): Promise<{ chain: ChainId; coin: Coin; units: bigint }[]> =>
  sql.query(
    `SELECT w.chain, w.coin, sum(w.received_units)::bigint AS units
     FROM outgoing_transaction t JOIN payment p ON p.outgoing_id = t.id JOIN withdrawal w ON w.id = p.withdrawal_id
     WHERE t.lane = $1 AND t.ended_at IS NULL GROUP BY w.chain, w.coin`,
    [lane],
  )

/** The caller has locked the withdrawal and checked its gates. */
export async function allocate(
  tx: Tx,
  { lane, chain, id, terms, at }: { lane: string; chain: ChainId; id: bigint; terms: PaymentTerms; at: Date },
): Promise<void> {
  const [row] = await tx.query<{ nonce: number }>(
    'UPDATE payment_lane SET next_nonce = next_nonce + 1 WHERE lane = $1 RETURNING (next_nonce - 1)::float8 AS nonce',
    [lane],
  )
  expect(row, 'a lane is opened before it is used')
  const outgoingId = await addTransaction(tx, { purpose: 'payment', chain, lane, nonce: row.nonce, terms, at })
  await tx.query('INSERT INTO payment (withdrawal_id, outgoing_id) VALUES ($1, $2)', [id, outgoingId])
}

/** Only a payment that was never signed, so no nonce is skipped. @returns false if another worker signed it or gave it back */
export async function giveBack(tx: Tx, { id, lane, nonce }: OutgoingTransaction): Promise<boolean> {
  if (!(await lockUnsigned(tx, id))) return false
  const [row] = await tx.query<{ id: bigint }>(
    'DELETE FROM payment WHERE outgoing_id = $1 RETURNING withdrawal_id AS id',
    [id],
  )
  await removeUnsigned(tx, id)
  const rows = await tx.query(
    'UPDATE payment_lane SET next_nonce = $2 WHERE lane = $1 AND next_nonce = $2 + 1 RETURNING lane',
    [lane, nonce],
  )
  expect(row && rows.length === 1, 'only the newest number is taken back')
  await tx.query('UPDATE withdrawal SET taken_at = NULL WHERE id = $1', [row.id])
  return true
}

const stoppable = `withdrawal_id = $1 AND EXISTS (SELECT FROM payment_transaction t JOIN outgoing_attempt a USING (outgoing_id)
  WHERE t.withdrawal_id = payment.withdrawal_id AND t.state IN ('signed', 'sent') AND t.block_number IS NULL AND a.tron IS NULL)`

export async function mayAskStop(sql: Sql, id: bigint): Promise<boolean> {
  const rows = await sql.query(`SELECT FROM payment WHERE ${stoppable}`, [id])
  return rows.length > 0
}

/** @returns whether there is a payment to stop */
export async function askStop(tx: Tx, id: bigint, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payment SET stop_asked_at = coalesce(stop_asked_at, $2) WHERE ${stoppable} RETURNING withdrawal_id`,
    [id, at],
  )
  return rows.length > 0
}
