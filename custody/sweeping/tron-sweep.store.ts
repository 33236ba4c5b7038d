import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { TronSweepStep } from '#outside/chains/signer/journal/signer-events.ts'
import type { OutgoingTransaction } from '../outgoing/outgoing.store.ts'
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
  readonly key: string
  readonly kind: TronSweepStep
  readonly amount: bigint
  /** The block at which `amount` was read. */
  readonly head: number
}

/** Oldest first. */
export const openTronSweeps = (sql: Sql, chain: ChainId): Promise<TronSweep[]> =>
  sql.query<TronSweep>(
    `SELECT s.id, s.chain, s.coin, s.address, s.index::float8 AS index, s.last_deposit AS "lastDeposit",
       (SELECT count(*)::float8 FROM tron_sweep_step p JOIN outgoing_transaction t ON t.id = p.outgoing_id
        WHERE p.sweep_id = s.id AND t.ended_at IS NOT NULL) AS steps
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

export async function stepOf(sql: Sql, { id }: Pick<OutgoingTransaction, 'id'>): Promise<SweepStep> {
  const [row] = await sql.query<SweepStep>(
    'SELECT key, kind, amount, head::float8 AS head FROM tron_sweep_step WHERE outgoing_id = $1',
    [id],
  )
  expect(row, 'a transaction of a step has its step')
  return row
}

export const keepStep = async (
  tx: Tx,
  id: bigint,
  sweepId: bigint,
  { key, kind, amount, head }: SweepStep,
): Promise<void> => {
  await tx.query(
    'INSERT INTO tron_sweep_step (outgoing_id, sweep_id, key, kind, amount, head) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, sweepId, key, kind, amount, head],
  )
}

export const keepSweepFloor = async (sql: Sql, chain: ChainId, coin: Coin, units: bigint): Promise<void> => {
  await sql.query(
    `INSERT INTO sweep_floor AS f (chain, coin, units) VALUES ($1, $2, $3)
     ON CONFLICT (chain, coin) DO UPDATE SET units = excluded.units WHERE f.units <> excluded.units`,
    [chain, coin, units],
  )
}
