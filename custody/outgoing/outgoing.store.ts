import type { ChainId } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { PaymentTerms, TronTerms } from '#outside/chains/port.ts'

export type OutgoingState = 'allocated' | 'signed' | 'sent'
export type EndState = 'confirmed' | 'failed' | 'expired' | 'lost' | 'refused'

export type Attempt = {
  readonly number: number
  readonly kind: 'send' | 'stop'
  readonly terms: PaymentTerms
  readonly raw: string | null
  readonly hash: string | null
  readonly madeAt: Date
}
export type SignedAttempt = Attempt & { readonly raw: string; readonly hash: string }
export type Signed = { readonly raw: string; readonly hash: string }

export type OutgoingTransaction = {
  readonly id: bigint
  readonly chain: ChainId
  readonly lane: string
  readonly nonce: number | null
  readonly state: OutgoingState
  readonly blockNumber: number | null
  readonly waitingSince: number | null
  /** Newest first, never empty. */
  readonly attempts: readonly Attempt[]
}

export const isSigned = (attempt: Attempt | undefined): attempt is SignedAttempt =>
  attempt !== undefined && attempt.raw !== null && attempt.hash !== null

type AttemptRow = Omit<Attempt, 'terms'> & {
  readonly outgoingId: bigint
  readonly feeMaxPerGas: string
  readonly tipMaxPerGas: string
  readonly tron: TronTerms | null
}

const attemptOf = ({ outgoingId, feeMaxPerGas, tipMaxPerGas, tron, ...row }: AttemptRow): Attempt => ({
  ...row,
  terms: tron ?? { feeMaxPerGas: BigInt(feeMaxPerGas), tipMaxPerGas: BigInt(tipMaxPerGas) },
})

/** In the order of their nonces. @param limit of each state */
export async function openTransactions(sql: Sql, lane: string, limit: number): Promise<OutgoingTransaction[]> {
  const rows = await sql.query<Omit<OutgoingTransaction, 'attempts'>>(
    `SELECT id, chain, lane, nonce::float8 AS nonce, state, block_number::float8 AS "blockNumber", waiting_since::float8 AS "waitingSince"
     FROM (SELECT *, row_number() OVER (PARTITION BY state ORDER BY nonce, id) AS place
       FROM outgoing_transaction WHERE lane = $1 AND ended_at IS NULL) open WHERE place <= $2 ORDER BY nonce, id`,
    [lane, limit],
  )
  if (rows.length === 0) return []
  const attempts = await sql.query<AttemptRow>(
    `SELECT outgoing_id AS "outgoingId", number, kind, fee_max_per_gas AS "feeMaxPerGas", tip_max_per_gas AS "tipMaxPerGas", tron, raw,
       tx_hash AS hash, made_at AS "madeAt"
     FROM outgoing_attempt WHERE outgoing_id = ANY ($1::bigint[]) ORDER BY number DESC`,
    [rows.map(({ id }) => id)],
  )
  const of = Map.groupBy(attempts, ({ outgoingId }) => outgoingId)
  return rows.map((row) => ({ ...row, attempts: (of.get(row.id) ?? []).map(attemptOf) }))
}

export type NewTransaction = {
  readonly purpose: 'payment' | 'sweep' | 'tron_step' | 'root'
  readonly chain: ChainId
  readonly lane: string
  readonly nonce: number | null
  readonly terms: PaymentTerms
  readonly at: Date
}

const termColumns = (terms: PaymentTerms): readonly (bigint | string | null)[] =>
  'expiration' in terms ? [null, null, JSON.stringify(terms)] : [terms.feeMaxPerGas, terms.tipMaxPerGas, null]

/** @returns undefined if the lane is busy; only payments queue */
export async function addTransaction(tx: Tx, added: NewTransaction): Promise<bigint | undefined> {
  const { purpose, chain, lane, nonce, terms, at } = added
  const [row] = await tx.query<{ id: bigint }>(
    `WITH added AS (
       INSERT INTO outgoing_transaction (purpose, chain, lane, nonce, state) VALUES ($1, $2, $3, $4, 'allocated')
       ON CONFLICT (lane) WHERE purpose <> 'payment' AND ended_at IS NULL DO NOTHING RETURNING id
     )
     INSERT INTO outgoing_attempt (outgoing_id, number, kind, fee_max_per_gas, tip_max_per_gas, tron, made_at)
     SELECT id, 1, 'send', $5, $6, $7, $8 FROM added RETURNING outgoing_id AS id`,
    [purpose, chain, lane, nonce, ...termColumns(terms), at],
  )
  return row?.id
}

export async function lockUnsigned(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM outgoing_transaction WHERE id = $1 AND state = 'allocated' FOR UPDATE`, [id])
  return rows.length > 0
}

export async function removeUnsigned(tx: Tx, id: bigint): Promise<void> {
  await tx.query('DELETE FROM outgoing_attempt WHERE outgoing_id = $1', [id])
  await tx.query(`DELETE FROM outgoing_transaction WHERE id = $1 AND state = 'allocated'`, [id])
}

/** An existing attempt stays. */
export async function fixAttempt(
  tx: Tx,
  id: bigint,
  { number, kind, terms, madeAt }: Omit<Attempt, 'raw' | 'hash'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO outgoing_attempt (outgoing_id, number, kind, fee_max_per_gas, tip_max_per_gas, tron, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [id, number, kind, ...termColumns(terms), madeAt],
  )
}

export const dropAttempt = async (sql: Sql, id: bigint, number: number): Promise<void> => {
  await sql.query('DELETE FROM outgoing_attempt WHERE outgoing_id = $1 AND number = $2 AND raw IS NULL', [id, number])
}

/** Call before the bytes leave the machine. @returns whether the attempt was there and unsigned */
export async function keepSigned(tx: Tx, id: bigint, number: number, { raw, hash }: Signed): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE outgoing_attempt SET raw = $3, tx_hash = $4 WHERE outgoing_id = $1 AND number = $2 AND raw IS NULL RETURNING number',
    [id, number, raw, hash],
  )
  await tx.query(`UPDATE outgoing_transaction SET state = 'signed' WHERE id = $1 AND state = 'allocated'`, [id])
  return rows.length > 0
}

export async function moveTransaction(
  tx: Tx,
  id: bigint,
  from: 'signed' | 'sent',
  to: 'signed' | 'sent',
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE outgoing_transaction SET state = $3, block_number = NULL WHERE id = $1 AND state = $2 RETURNING id`,
    [id, from, to],
  )
  return rows.length > 0
}

export type Ended = {
  readonly state: EndState
  readonly attempt?: number
  readonly blockNumber?: number
  readonly at: Date
}

/** @returns false if another worker moved it */
export async function endTransaction(
  tx: Tx,
  { id, state: from }: Pick<OutgoingTransaction, 'id' | 'state'>,
  { state, attempt, blockNumber, at }: Ended,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE outgoing_transaction SET state = $3, attempt = coalesce($4, attempt), block_number = coalesce($5, block_number), ended_at = $6
     WHERE id = $1 AND state = $2 RETURNING id`,
    [id, from, state, attempt, blockNumber, at],
  )
  return rows.length > 0
}

export const keepBlockNumber = async (sql: Sql, id: bigint, blockNumber: number): Promise<void> => {
  await sql.query('UPDATE outgoing_transaction SET block_number = $2 WHERE id = $1 AND ended_at IS NULL', [
    id,
    blockNumber,
  ])
}

export const keepWaiting = async (sql: Sql, id: bigint, head: number): Promise<void> => {
  await sql.query('UPDATE outgoing_transaction SET waiting_since = $2 WHERE id = $1', [id, head])
}

export async function lastAttemptAt(sql: Sql, id: bigint): Promise<Date> {
  const [row] = await sql.query<{ at: Date }>(
    'SELECT made_at AS at FROM outgoing_attempt WHERE outgoing_id = $1 ORDER BY number DESC LIMIT 1',
    [id],
  )
  expect(row, 'a transaction has an attempt')
  return row.at
}
