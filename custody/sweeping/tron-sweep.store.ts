import type { Address } from '#kit/address.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Coin } from '#kit/coins.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { TronTerms } from '#outside/chains/port.ts'
import type { TronSweepStep } from '#outside/chains/signer-events.ts'
import type { Unswept } from './sweep.store.ts'

export type TronSweep = {
  readonly id: bigint
  readonly chain: ChainId
  readonly coin: Coin
  readonly address: Address
  /** Derivation index. */
  readonly index: number
  readonly lastDeposit: bigint
  readonly steps: number
}
export type SweepStep = {
  readonly id: bigint
  readonly key: string
  readonly kind: TronSweepStep
  readonly amount: bigint
  readonly terms: TronTerms
  /** The block at which `amount` was read. */
  readonly head: number
  readonly raw: string | null
  readonly hash: string | null
}

/** Oldest first. */
export const openTronSweeps = (sql: Sql, chain: ChainId): Promise<TronSweep[]> =>
  sql.query<TronSweep>(
    `SELECT s.id, s.chain, s.coin, s.address, s.index::float8 AS index, s.last_deposit AS "lastDeposit",
       (SELECT count(*)::float8 FROM tron_sweep_step t WHERE t.sweep_id = s.id AND t.ended_at IS NOT NULL) AS steps
     FROM tron_sweep s WHERE s.chain = $1 AND s.state = 'open' ORDER BY s.id`,
    [chain],
  )

export async function restingAddresses(
  sql: Sql,
  chain: ChainId,
  { doneSince, failedSince }: { readonly doneSince: Date; readonly failedSince: Date },
): Promise<readonly string[]> {
  const rows = await sql.query<{ address: string }>(
    `SELECT DISTINCT address FROM tron_sweep WHERE chain = $1
       AND (state = 'open' OR (state = 'done' AND ended_at > $2) OR (state = 'failed' AND ended_at > $3))`,
    [chain, doneSince, failedSince],
  )
  return rows.map(({ address }) => address)
}

export const beginTronSweep = async (sql: Sql, chain: ChainId, unswept: Unswept, at: Date): Promise<void> => {
  const { coin, address, index, lastDeposit } = unswept
  await sql.query(
    `INSERT INTO tron_sweep (chain, coin, address, index, last_deposit, state, made_at) VALUES ($1, $2, $3, $4, $5, 'open', $6)
     ON CONFLICT DO NOTHING`,
    [chain, coin, address, index, lastDeposit, at],
  )
}

export const endTronSweep = async (tx: Tx, id: bigint, state: 'done' | 'failed', at: Date): Promise<void> => {
  await tx.query(`UPDATE tron_sweep SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'open'`, [id, state, at])
}

export async function openStep(sql: Sql, sweepId: bigint): Promise<SweepStep | undefined> {
  const [row] = await sql.query<SweepStep>(
    `SELECT id, key, kind, amount, terms, head::float8 AS head, raw, tx_hash AS hash FROM tron_sweep_step
     WHERE sweep_id = $1 AND state IN ('settled', 'signed')`,
    [sweepId],
  )
  return row
}

export const fixStep = async (
  sql: Sql,
  sweepId: bigint,
  { key, kind, amount, terms, head }: Pick<SweepStep, 'key' | 'kind' | 'amount' | 'terms' | 'head'>,
  at: Date,
): Promise<void> => {
  await sql.query(
    `INSERT INTO tron_sweep_step (sweep_id, key, kind, amount, terms, head, state, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'settled', $7)`,
    [sweepId, key, kind, amount, JSON.stringify(terms), head, at],
  )
}

/** Call before the bytes leave the machine. */
export const keepStep = async (sql: Sql, id: bigint, { raw, hash }: { raw: string; hash: string }): Promise<void> => {
  await sql.query(
    `UPDATE tron_sweep_step SET state = 'signed', raw = $2, tx_hash = $3 WHERE id = $1 AND state = 'settled'`,
    [id, raw, hash],
  )
}

export const endStep = async (
  tx: Sql,
  id: bigint,
  state: 'done' | 'failed' | 'over' | 'refused',
  at: Date,
): Promise<void> => {
  await tx.query('UPDATE tron_sweep_step SET state = $2, ended_at = $3 WHERE id = $1', [id, state, at])
}

export const keepSweepFloor = async (sql: Sql, chain: ChainId, coin: Coin, units: bigint): Promise<void> => {
  await sql.query(
    `INSERT INTO sweep_floor AS f (chain, coin, units) VALUES ($1, $2, $3)
     ON CONFLICT (chain, coin) DO UPDATE SET units = excluded.units WHERE f.units <> excluded.units`,
    [chain, coin, units],
  )
}
