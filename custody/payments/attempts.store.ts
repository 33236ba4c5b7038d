import type { Sql, Tx } from '#kit/db.ts'
import type { AttemptFees } from '../outgoing/outgoing.ts'
import type { Payment } from './payments.store.ts'

export type Attempt = AttemptFees & {
  readonly number: number
  readonly kind: 'pay' | 'stop'
  readonly raw: string | null
  readonly hash: string | null
}
export type SignedAttempt = Attempt & { readonly raw: string; readonly hash: string }

const columns = `number, kind, fee_max_per_gas AS "feeMaxPerGas", tip_max_per_gas AS "tipMaxPerGas", raw, tx_hash AS hash`

/** Newest first; empty while only the original transaction exists. */
export async function attemptsOf(sql: Sql, withdrawalId: bigint): Promise<Attempt[]> {
  const rows = await sql.query<Omit<Attempt, keyof AttemptFees> & { feeMaxPerGas: string; tipMaxPerGas: string }>(
    `SELECT ${columns} FROM payment_attempt WHERE withdrawal_id = $1 ORDER BY number DESC`,
    [withdrawalId],
  )
  return rows.map((row) => ({
    ...row,
    feeMaxPerGas: BigInt(row.feeMaxPerGas),
    tipMaxPerGas: BigInt(row.tipMaxPerGas),
  }))
}

export const isSigned = (attempt: Attempt): attempt is SignedAttempt => attempt.raw !== null && attempt.hash !== null

/** Newest first. */
export async function signedAttempts(sql: Sql, payment: Payment): Promise<SignedAttempt[]> {
  const { id, raw, hash, feeMaxPerGas, tipMaxPerGas } = payment
  const signed = (await attemptsOf(sql, id)).filter(isSigned)
  if (signed.length > 0 || raw === null || hash === null) return signed
  const fees = { feeMaxPerGas: BigInt(feeMaxPerGas ?? 0), tipMaxPerGas: BigInt(tipMaxPerGas ?? 0) }
  return [{ number: 1, kind: 'pay', raw, hash, ...fees }]
}

/** Adds an unsigned attempt. The original transaction becomes attempt 1. */
export async function fixAttempt(
  tx: Tx,
  payment: Payment,
  kind: Attempt['kind'],
  fees: AttemptFees,
  head: number,
): Promise<void> {
  const { id, raw, hash, feeMaxPerGas, tipMaxPerGas } = payment
  await tx.query(
    `INSERT INTO payment_attempt (withdrawal_id, number, kind, fee_max_per_gas, tip_max_per_gas, raw, tx_hash)
     VALUES ($1, 1, 'pay', $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [id, feeMaxPerGas, tipMaxPerGas, raw, hash],
  )
  await tx.query(
    `INSERT INTO payment_attempt (withdrawal_id, number, kind, fee_max_per_gas, tip_max_per_gas)
     SELECT $1, max(number) + 1, $2, $3, $4 FROM payment_attempt WHERE withdrawal_id = $1`,
    [id, kind, fees.feeMaxPerGas, fees.tipMaxPerGas],
  )
  await keepWaiting(tx, id, head)
}

/** Call before the bytes leave the machine. */
export const keepAttempt = async (sql: Sql, id: bigint, number: number, raw: string, hash: string): Promise<void> => {
  await sql.query(
    'UPDATE payment_attempt SET raw = $3, tx_hash = $4 WHERE withdrawal_id = $1 AND number = $2 AND raw IS NULL',
    [id, number, raw, hash],
  )
}

export const dropAttempt = async (sql: Sql, id: bigint, number: number): Promise<void> => {
  await sql.query('DELETE FROM payment_attempt WHERE withdrawal_id = $1 AND number = $2 AND raw IS NULL', [id, number])
}

export const keepWaiting = async (sql: Sql, id: bigint, head: number | null): Promise<void> => {
  await sql.query('UPDATE payment SET waiting_since = $2 WHERE withdrawal_id = $1', [id, head])
}

export const keepMined = async (tx: Tx, id: bigint, { raw, hash }: SignedAttempt): Promise<void> => {
  await tx.query('UPDATE payment SET raw = $2, tx_hash = $3 WHERE withdrawal_id = $1 AND tx_hash <> $3', [
    id,
    raw,
    hash,
  ])
}

const stoppable = "withdrawal_id = $1 AND state IN ('signed', 'sent') AND tron IS NULL AND block_number IS NULL"

export async function mayAskStop(sql: Sql, id: bigint): Promise<boolean> {
  const rows = await sql.query(`SELECT FROM payment WHERE ${stoppable}`, [id])
  return rows.length > 0
}

/** @returns whether there is a payment to stop */
export async function askStop(tx: Tx, id: bigint, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payment SET stop_asked_at = coalesce(stop_asked_at, $2)
     WHERE ${stoppable} RETURNING nonce`,
    [id, at],
  )
  return rows.length > 0
}
