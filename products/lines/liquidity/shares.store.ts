import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

export async function sharesByPair(sql: Sql, walletId?: WalletId): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql.query<{ pair: string; shares: string }>(
    `SELECT (terms ->> 'base') || '-' || (terms ->> 'side') AS pair, sum(share_units)::text AS shares
     FROM investment_order WHERE line = 'liquidity' AND share_units > 0 AND ($1::text IS NULL OR wallet_id = $1) GROUP BY 1 ORDER BY 1`,
    [walletId ?? null],
  )
  return new Map(rows.map(({ pair, shares }) => [pair, BigInt(shares)]))
}

export async function sharesOfWallets(
  sql: Sql,
  ids: readonly WalletId[],
): Promise<ReadonlyMap<WalletId, ReadonlyMap<string, bigint>>> {
  const rows = await sql.query<{ id: WalletId; pair: string; shares: string }>(
    `SELECT wallet_id AS id, (terms ->> 'base') || '-' || (terms ->> 'side') AS pair, sum(share_units)::text AS shares
     FROM investment_order WHERE line = 'liquidity' AND share_units > 0 AND wallet_id = ANY ($1) GROUP BY 1, 2 ORDER BY 1, 2`,
    [ids],
  )
  const found = new Map<WalletId, Map<string, bigint>>()
  for (const { id, pair, shares } of rows) {
    const own = found.get(id) ?? new Map<string, bigint>()
    found.set(id, own.set(pair, BigInt(shares)))
  }
  return found
}
