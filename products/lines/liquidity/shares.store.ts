import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'

/** Shares of markets in liquidity orders, by pair: of all orders, or of one wallet's. */
export async function sharesByPair(sql: Sql, walletId?: WalletId): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql.query<{ pair: string; shares: string }>(
    `SELECT (terms ->> 'base') || '-' || (terms ->> 'side') AS pair, sum(share_units)::text AS shares
     FROM investment_order WHERE line = 'liquidity' AND share_units > 0 AND ($1::text IS NULL OR wallet_id = $1) GROUP BY 1 ORDER BY 1`,
    [walletId ?? null],
  )
  return new Map(rows.map(({ pair, shares }) => [pair, BigInt(shares)]))
}
