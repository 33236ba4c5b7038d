import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'

export const keepStrays = async (
  sql: Sql,
  { chain, coin, full, empty }: { chain: ChainId; coin: Coin; full: readonly Address[]; empty: readonly Address[] },
  at: Date,
): Promise<void> => {
  await sql.query(
    `WITH gone AS (DELETE FROM stray_balance WHERE chain = $1 AND coin = $2 AND address = ANY ($4::text[]))
     INSERT INTO stray_balance (chain, coin, address, found_at)
     SELECT $1, $2, found.address, $5 FROM unnest($3::text[]) AS found (address)
     WHERE NOT EXISTS (SELECT 1 FROM deposit d WHERE d.chain = $1 AND d.coin = $2 AND d.to_address = found.address
       AND d.swept_at IS NULL AND d.orphaned_at IS NULL AND d.kind = 'wallet')
       AND NOT EXISTS (SELECT 1 FROM dust u WHERE u.chain = $1 AND u.coin = $2 AND u.to_address = found.address AND u.swept_fine < u.fine)
     ON CONFLICT DO NOTHING`,
    [chain, coin, full, empty, at],
  )
}

const [rowsKept, rowsMax] = [1_000, 5_000]

/** Merges rows without changing their sum. */
export const foldRemainders = async (sql: Sql, chain: ChainId): Promise<void> => {
  await sql.query(
    `WITH oldest AS (SELECT id FROM chain_remainder WHERE chain = $1 ORDER BY id LIMIT ${rowsMax}),
       gone AS (DELETE FROM chain_remainder WHERE id IN (SELECT id FROM oldest) AND (SELECT count(*) FROM oldest) >= ${rowsKept}
         RETURNING coin, base_units)
     INSERT INTO chain_remainder (chain, coin, base_units) SELECT $1, coin, sum(base_units) FROM gone GROUP BY coin`,
    [chain],
  )
}
