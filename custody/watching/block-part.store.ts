import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { BlockHeader, TokenTransfer } from '#outside/chains/port.ts'

export type BlockPart = {
  readonly number: number
  readonly hash: string
  readonly txHash: string
  readonly logIndex: number
}

export async function partOf(sql: Sql, chain: ChainId): Promise<BlockPart | undefined> {
  const [row] = await sql.query<BlockPart>(
    `SELECT number::float8 AS number, hash, tx_hash AS "txHash", log_index::float8 AS "logIndex" FROM block_part WHERE chain = $1`,
    [chain],
  )
  return row
}

/**
 * Stores the position within a block, in the transaction of the findings. @param before the previous position. @throws if another reader
 * has advanced, so nothing counts twice.
 */
export async function keepPart(
  tx: Tx,
  chain: ChainId,
  { number, hash }: BlockHeader,
  { hash: txHash, logIndex }: TokenTransfer,
  before: BlockPart | undefined,
): Promise<BlockPart> {
  await endPart(tx, chain, before)
  await tx.query('INSERT INTO block_part (chain, number, hash, tx_hash, log_index) VALUES ($1, $2, $3, $4, $5)', [
    chain,
    number,
    hash,
    txHash,
    logIndex,
  ])
  // Safe, because the deleted row is locked, and a reader that finishes the block stores it and deletes the row in one transaction.
  const [kept] = await tx.query('SELECT 1 FROM chain_block WHERE chain = $1 AND number >= $2 LIMIT 1', [chain, number])
  if (kept) throw new Error(`${chain}: somebody else reads this chain`)
  return { number, hash, txHash, logIndex }
}

/** @throws if another reader has advanced */
export async function endPart(tx: Tx, chain: ChainId, before: BlockPart | undefined): Promise<void> {
  const ended = await tx.query(
    'DELETE FROM block_part WHERE chain = $1 AND hash = $2 AND tx_hash = $3 AND log_index = $4 RETURNING 1',
    [chain, before?.hash ?? '', before?.txHash ?? '', before?.logIndex ?? 0],
  )
  if (before && ended.length === 0) throw new Error(`${chain}: somebody else reads this chain`)
}
