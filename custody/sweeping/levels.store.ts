import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'

/** In units. */
export type CustodyLevel = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly hot: bigint
  readonly cold: bigint
  /** Booked to deposit addresses, not swept. */
  readonly unswept: bigint
  readonly owed: bigint
  readonly at: Date
}

export async function claimsOn(sql: Sql, chain: ChainId, coin: Coin): Promise<Pick<CustodyLevel, 'owed' | 'unswept'>> {
  const [row] = await sql.query<{ owed: bigint; unswept: bigint }>(
    `SELECT
       (SELECT coalesce(sum(w.received_units), 0)::bigint FROM withdrawal w LEFT JOIN payment_transaction p ON p.withdrawal_id = w.id
        WHERE w.chain = $1 AND w.coin = $2 AND w.state IN ('sending', 'confirming') AND p.block_number IS NULL) AS owed,
       (SELECT coalesce(sum(units), 0)::bigint FROM deposit WHERE chain = $1 AND coin = $2 AND swept_at IS NULL
          AND kind = 'wallet' AND state IN ('credited', 'collecting') AND orphaned_at IS NULL) AS unswept`,
    [chain, coin],
  )
  return row ?? { owed: 0n, unswept: 0n }
}

export const keepLevel = async (tx: Tx, level: CustodyLevel): Promise<void> => {
  const { chain, coin, hot, cold, unswept, owed, at } = level
  await tx.query(
    `INSERT INTO custody_level (chain, coin, hot_units, cold_units, unswept_units, owed_units, read_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (chain, coin) DO UPDATE SET hot_units = $3, cold_units = $4, unswept_units = $5, owed_units = $6, read_at = $7`,
    [chain, coin, hot, cold, unswept, owed, at],
  )
}

export const loadLevels = (sql: Sql): Promise<CustodyLevel[]> =>
  sql.query<CustodyLevel>(
    `SELECT chain, coin, hot_units AS hot, cold_units AS cold, unswept_units AS unswept, owed_units AS owed, read_at AS at
     FROM custody_level ORDER BY chain, coin`,
  )
