import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Block, BlockHeader } from '#outside/chains/port.ts'
import type { DepositKind, SettledDeposit } from './deposits/deposits.ts'

/** The deepest reorganization we can follow. */
export const blocksRemembered = 512

export async function tipOf(sql: Sql, chain: ChainId): Promise<BlockHeader | undefined> {
  const [row] = await sql.query<{ number: bigint; hash: string; parent: string }>(
    'SELECT number, hash, parent FROM chain_block WHERE chain = $1 ORDER BY number DESC LIMIT 1',
    [chain],
  )
  return row && { ...row, number: Number(row.number) }
}

/** Newest first. */
export async function blocksOf(sql: Sql, chain: ChainId): Promise<readonly BlockHeader[]> {
  const rows = await sql.query<{ number: bigint; hash: string; parent: string }>(
    'SELECT number, hash, parent FROM chain_block WHERE chain = $1 ORDER BY number DESC',
    [chain],
  )
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

export async function keepBlock(
  tx: Tx,
  chain: ChainId,
  { number, hash, parent, at }: Block,
  blocksKept: number,
): Promise<void> {
  await tx.query('INSERT INTO chain_block (chain, number, hash, parent, at) VALUES ($1, $2, $3, $4, $5)', [
    chain,
    number,
    hash,
    parent,
    at,
  ])
  await tx.query('DELETE FROM chain_block WHERE chain = $1 AND number <= $2', [chain, number - blocksKept])
}

export const forgetBlock = async (tx: Tx, chain: ChainId, { number }: BlockHeader): Promise<void> => {
  await tx.query('DELETE FROM chain_block WHERE chain = $1 AND number = $2', [chain, number])
}

export type SeenDeposit = SettledDeposit & {
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
  readonly remainder: bigint
  readonly kind: Exclude<DepositKind, 'own'>
  readonly walletId: WalletId | undefined
}

export type KeptDeposit = {
  readonly hash: string
  readonly ordinal: number
  /** The amount when first seen, in base units. A different amount means that the chain changed a booked payment. */
  readonly first: bigint
  readonly isCorrected: boolean
}

export async function keepSeen(
  tx: Tx,
  chain: ChainId,
  block: BlockHeader,
  seen: readonly SeenDeposit[],
  at: Date,
): Promise<readonly KeptDeposit[]> {
  if (seen.length === 0) return []
  const column = <Value>(of: (deposit: SeenDeposit) => Value): Value[] => seen.map(of)
  const rows = await tx.query<Omit<KeptDeposit, 'first'> & { first: string }>(
    `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units,
       remainder, kind, wallet_id, seen_at)
     SELECT $1, n.hash, n.ordinal, $2, $3, n.coin, n.sender, n.receiver, n.base, n.units, n.remainder, n.kind, n.wallet, $4
     FROM unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::numeric[], $11::bigint[], $12::numeric[], $13::text[],
       $14::text[]) WITH ORDINALITY AS n (hash, ordinal, coin, sender, receiver, base, units, remainder, kind, wallet, place)
     ORDER BY n.place
     ON CONFLICT (chain, tx_hash, ordinal) DO UPDATE SET block_number = $2, block_hash = $3, orphaned_at = NULL
     RETURNING tx_hash AS hash, ordinal, base_units::text AS first, state = 'corrected' AS "isCorrected"`,
    [
      chain,
      block.number,
      block.hash,
      at,
      column(({ hash }) => hash),
      column(({ ordinal }) => ordinal),
      column(({ coin }) => coin),
      column(({ from }) => from),
      column(({ to }) => to),
      column(({ baseUnits }) => `${baseUnits}`),
      column(({ units }) => units),
      column(({ remainder }) => `${remainder}`),
      column(({ kind }) => kind),
      column(({ walletId }) => walletId ?? null),
    ],
  )
  return rows.map((row) => ({ ...row, first: BigInt(row.first) }))
}

/** Booked payments that were orphaned, by "hash:ordinal". */
export async function lostPayments(sql: Sql, chain: ChainId, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ hash: string; ordinal: number }>(
    `SELECT tx_hash AS hash, ordinal FROM deposit WHERE chain = $1 AND tx_hash = ANY ($2::text[]) AND orphaned_at IS NOT NULL`,
    [chain, hashes],
  )
  return new Set(rows.map(({ hash, ordinal }) => `${hash}:${ordinal}`))
}

/** Deletes unbooked payments and marks booked ones. @returns the transactions of booked payments. */
export async function orphan(tx: Tx, chain: ChainId, blockHash: string, at: Date): Promise<readonly string[]> {
  await tx.query(`DELETE FROM deposit WHERE chain = $1 AND block_hash = $2 AND state = 'seen'`, [chain, blockHash])
  const rows = await tx.query<{ hash: string }>(
    'UPDATE deposit SET orphaned_at = $3 WHERE chain = $1 AND block_hash = $2 RETURNING tx_hash AS hash',
    [chain, blockHash, at],
  )
  return rows.map(({ hash }) => hash)
}

/** Confirmed payments of complete blocks that are still on the chain or older than our stored blocks. Oldest first. */
export async function ripe(sql: Sql, chain: ChainId, blockMax: number, limit: number): Promise<readonly bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `SELECT d.id FROM deposit d LEFT JOIN chain_block b ON b.chain = d.chain AND b.number = d.block_number
     WHERE d.chain = $1 AND d.state = 'seen' AND d.block_number <= $2
       AND (b.hash = d.block_hash OR d.block_number < (SELECT min(number) FROM chain_block WHERE chain = $1))
     ORDER BY d.id LIMIT $3`,
    [chain, blockMax, limit],
  )
  return rows.map(({ id }) => id)
}

export type OpenDeposit = SettledDeposit & {
  readonly id: bigint
  readonly kind: Exclude<DepositKind, 'own'>
  readonly walletId: WalletId | null
}
const openColumns = 'id, chain, tx_hash AS hash, ordinal, coin, units, kind, wallet_id AS "walletId"'

/** Undefined if another process booked it first. */
export async function lockSeen(tx: Tx, id: bigint): Promise<OpenDeposit | undefined> {
  const [row] = await tx.query<OpenDeposit>(
    `SELECT ${openColumns} FROM deposit WHERE id = $1 AND state = 'seen' FOR UPDATE`,
    [id],
  )
  return row
}

export const markCollecting = async (tx: Tx, id: bigint): Promise<void> => {
  await tx.query(`UPDATE deposit SET state = 'collecting' WHERE id = $1`, [id])
}
export const markCredited = async (tx: Tx, id: bigint, at: Date): Promise<void> => {
  await tx.query(`UPDATE deposit SET state = 'credited', credited_at = $2 WHERE id = $1`, [id, at])
}
