import { showUnits } from '#kit/amount/amount.ts'
import { assetNumber, assetOf, coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'

const shownMax = 20

/**
 * Compares the withdrawals with the ledger: held amounts per wallet (only the fee after signing) and amounts in flight per chain. @param
 * otherHolds SQL selects of other held coins, with owner, purpose, asset (number) and units. @returns one sentence per difference, at most
 * 20.
 */
export async function findWithdrawalProblems(sql: Sql, otherHolds: readonly string[] = []): Promise<string[]> {
  const rows = await sql.query<{ owner: string; purpose: string; asset: number; said: string; there: string }>(
    `WITH open AS (
       SELECT w.wallet_id, w.chain, coin.number AS asset, w.units, w.fee_units, p.raw IS NOT NULL AS is_signed
       FROM withdrawal w JOIN unnest($1::text[], $2::int[]) AS coin (name, number) ON coin.name = w.coin
       LEFT JOIN payment_transaction p ON p.withdrawal_id = w.id WHERE w.ended_at IS NULL
     ),
     claim AS (
       SELECT 'wallet:' || wallet_id AS owner, 'held' AS purpose, asset,
         sum(CASE WHEN is_signed THEN fee_units ELSE units END) AS units FROM open WHERE wallet_id IS NOT NULL
       GROUP BY wallet_id, asset
       UNION ALL
       SELECT 'house', 'in_flight:' || chain, asset, sum(units - fee_units) FROM open WHERE is_signed GROUP BY chain, asset
       ${otherHolds.map((select) => `UNION ALL ${select}`).join(' ')}
     ),
     said AS (SELECT owner, purpose, asset, sum(units) AS units FROM claim GROUP BY owner, purpose, asset),
     there AS (
       SELECT owner, purpose, asset, balance FROM balance
       WHERE balance <> 0 AND asset = ANY ($2::int[]) AND (owner LIKE 'wallet:%' AND purpose = 'held' OR purpose LIKE 'in_flight:%')
     )
     SELECT owner, purpose, asset, coalesce(units, 0)::text AS said, coalesce(balance, 0)::text AS there
     FROM said FULL JOIN there USING (owner, purpose, asset)
     WHERE coalesce(units, 0) <> coalesce(balance, 0) ORDER BY owner, purpose, asset LIMIT $3`,
    [coins, coins.map(assetNumber), shownMax],
  )
  return rows.map(({ owner, purpose, asset, said, there }) => {
    const coin = assetOf(asset)
    const has = `${showUnits(BigInt(there))} ${coin}`
    return `${owner} ${purpose}: ${has} where the withdrawals say ${showUnits(BigInt(said))}`
  })
}
