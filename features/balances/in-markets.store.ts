import type { Coin } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { pairs, type WalletId } from '#kit/ids.ts'
import { worthOf } from '#market/liquidity.ts'
import { liquidityOf } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'

/**
 * What a wallet's shares of markets would bring now, coin by coin, each share rounded down: coins that joined a market are in no
 * account of their holder, but they are the holder's all the same.
 */
export async function loadInMarkets(sql: Sql, walletId: WalletId): Promise<ReadonlyMap<Coin, bigint>> {
  const rows = await sql.query<{ pair: string; shares: string }>(
    `SELECT (terms ->> 'base') || '-' || (terms ->> 'side') AS pair, sum(share_units)::text AS shares
     FROM investment_order WHERE wallet_id = $1 AND line = 'liquidity' AND share_units > 0 GROUP BY 1 ORDER BY 1`,
    [walletId],
  )
  const units = new Map<Coin, bigint>()
  for (const { pair: name, shares } of rows) {
    const pair = pairs.find((each) => each === name)
    if (!pair) continue
    const worth = worthOf(await liquidityOf(sql, pair), BigInt(shares))
    const { base, quoted } = coinsOf(pair)
    units.set(base, (units.get(base) ?? 0n) + worth.base)
    units.set(quoted, (units.get(quoted) ?? 0n) + worth.quoted)
  }
  return units
}
