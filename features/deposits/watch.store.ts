import type { Address } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { BlockHeader } from '#outside/chains/port.ts'
import type { DepositKind, SettledDeposit } from './deposits.ts'

/** Blocks remembered for each chain: no reorganisation we could follow is deeper. */
const blocksKept = 512

/** The newest block that was read. */
export async function tipOf(sql: Sql, chain: ChainId): Promise<BlockHeader | undefined> {
  const [row] = await sql.query<{ number: bigint; hash: string; parent: string }>(
    'SELECT number, hash, parent FROM chain_block WHERE chain = $1 ORDER BY number DESC LIMIT 1',
    [chain],
  )
  return row && { ...row, number: Number(row.number) }
}

/** All blocks remembered, the newest first. */
export async function blocksOf(sql: Sql, chain: ChainId): Promise<readonly BlockHeader[]> {
  const rows = await sql.query<{ number: bigint; hash: string; parent: string }>(
    'SELECT number, hash, parent FROM chain_block WHERE chain = $1 ORDER BY number DESC',
    [chain],
  )
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

/** Remembers a block, and forgets the one that is too old to matter. */
export async function keepBlock(tx: Tx, chain: ChainId, { number, hash, parent }: BlockHeader): Promise<void> {
  await tx.query('INSERT INTO chain_block (chain, number, hash, parent) VALUES ($1, $2, $3, $4)', [
    chain,
    number,
    hash,
    parent,
  ])
  await tx.query('DELETE FROM chain_block WHERE chain = $1 AND number <= $2', [chain, number - blocksKept])
}

/** Takes back a block that is no longer on the chain. */
export const forgetBlock = async (tx: Tx, chain: ChainId, { number }: BlockHeader): Promise<void> => {
  await tx.query('DELETE FROM chain_block WHERE chain = $1 AND number = $2', [chain, number])
}

/** A payment as it was read from a block. */
export type SeenDeposit = SettledDeposit & {
  readonly block: BlockHeader
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
  readonly remainder: bigint
  readonly kind: Exclude<DepositKind, 'own'>
  readonly walletId: WalletId | undefined
  readonly at: Date
}

/**
 * Writes down a payment that was seen, or that one seen before is now in another block.
 * @returns the base units it was first seen with: others mean that the chain changed its mind about a booked payment; and whether it
 * was taken out of the books since.
 */
export async function keepSeen(tx: Tx, seen: SeenDeposit): Promise<{ first: bigint; isCorrected: boolean }> {
  const [row] = await tx.query<{ baseUnits: string; isCorrected: boolean }>(
    `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units,
       remainder, kind, wallet_id, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (chain, tx_hash, ordinal) DO UPDATE SET block_number = $4, block_hash = $5, orphaned_at = NULL
     RETURNING base_units AS "baseUnits", state = 'corrected' AS "isCorrected"`,
    [
      seen.chain,
      seen.hash,
      seen.ordinal,
      seen.block.number,
      seen.block.hash,
      seen.coin,
      seen.from,
      seen.to,
      seen.baseUnits,
      seen.units,
      seen.remainder,
      seen.kind,
      seen.walletId ?? null,
      seen.at,
    ],
  )
  return { first: BigInt(row?.baseUnits ?? 0), isCorrected: row?.isCorrected ?? false }
}

/** Forgets what was only seen in a block, and marks what was booked from it. @returns the transactions of the booked ones. */
export async function orphan(tx: Tx, chain: ChainId, blockHash: string, at: Date): Promise<readonly string[]> {
  await tx.query(`DELETE FROM deposit WHERE chain = $1 AND block_hash = $2 AND state = 'seen'`, [chain, blockHash])
  const rows = await tx.query<{ hash: string }>(
    'UPDATE deposit SET orphaned_at = $3 WHERE chain = $1 AND block_hash = $2 RETURNING tx_hash AS hash',
    [chain, blockHash, at],
  )
  return rows.map(({ hash }) => hash)
}

/** Payments deep enough to be booked, whose block is still the one we read, the oldest first. */
export async function ripe(sql: Sql, chain: ChainId, blockMax: number, limit: number): Promise<readonly bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `SELECT d.id FROM deposit d JOIN chain_block b ON b.chain = d.chain AND b.number = d.block_number AND b.hash = d.block_hash
     WHERE d.chain = $1 AND d.state = 'seen' AND d.block_number <= $2 ORDER BY d.id LIMIT $3`,
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

/** A payment that is not booked yet, locked until the transaction ends; undefined if somebody was faster. */
export async function lockSeen(tx: Tx, id: bigint): Promise<OpenDeposit | undefined> {
  const [row] = await tx.query<OpenDeposit>(
    `SELECT ${openColumns} FROM deposit WHERE id = $1 AND state = 'seen' FOR UPDATE`,
    [id],
  )
  return row
}

/**
 * A wallet's payments of a coin on a chain that wait below the minimum and are still on the chain. The caller has locked the wallet.
 */
export const collecting = (tx: Tx, walletId: WalletId, chain: ChainId, coin: Coin): Promise<OpenDeposit[]> =>
  tx.query<OpenDeposit>(
    `SELECT ${openColumns} FROM deposit WHERE wallet_id = $1 AND chain = $2 AND coin = $3 AND state = 'collecting'
       AND orphaned_at IS NULL ORDER BY id`,
    [walletId, chain, coin],
  )

export const markCollecting = async (tx: Tx, id: bigint): Promise<void> => {
  await tx.query(`UPDATE deposit SET state = 'collecting' WHERE id = $1`, [id])
}
export const markCredited = async (tx: Tx, id: bigint, at: Date): Promise<void> => {
  await tx.query(`UPDATE deposit SET state = 'credited', credited_at = $2 WHERE id = $1`, [id, at])
}
/** Which of these addresses are the company's on a chain. */
export async function companyAddresses(
  sql: Sql,
  chain: ChainId,
  addresses: readonly Address[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ address: string }>(
    'SELECT address FROM company_address WHERE chain = $1 AND address = ANY ($2::text[])',
    [chain, addresses],
  )
  return new Set(rows.map(({ address }) => address))
}

/** Which of these addresses are a fund's venue on a chain. */
export async function venueAddresses(
  sql: Sql,
  chain: ChainId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ address: string }>(
    'SELECT address FROM venue_address WHERE chain = $1 AND address = ANY ($2::text[])',
    [chain, addresses],
  )
  return new Set(rows.map(({ address }) => address))
}
