import { showUnits } from '#kit/amount.ts'
import type { Sql } from '#kit/db.ts'

/** Holds the shares of every market against the orders that have them. @returns a sentence for each difference. */
export async function findLiquidityProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ pair: string; said: string; there: string }>(
    `WITH held AS (
       SELECT (terms ->> 'base') || '-' || (terms ->> 'side') AS pair, sum(share_units) AS shares
       FROM investment_order WHERE line = 'liquidity' GROUP BY 1
     )
     SELECT m.pair, m.order_shares::text AS said, coalesce(h.shares, 0)::text AS there
     FROM market m LEFT JOIN held h ON h.pair = m.pair WHERE m.order_shares <> coalesce(h.shares, 0) ORDER BY m.pair`,
  )
  return rows.map(
    ({ pair, said, there }) =>
      `market ${pair}: ${showUnits(BigInt(there))} shares in orders where the market says ${showUnits(BigInt(said))}`,
  )
}
