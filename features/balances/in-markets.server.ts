import type { Coin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { type PairId, pairs, type WalletId } from '#kit/text/ids.ts'
import { liquidityOf } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { type Liquidity, worthOf } from '#market/trade/liquidity.ts'
import { sharesOfWallets } from '#products/lines/liquidity/shares.store.ts'

/** Rounds down per share. A holder's coins in a market are in none of the holder's accounts. Omits wallets without shares. */
export async function loadInMarkets(
  sql: Sql,
  ids: readonly WalletId[],
): Promise<ReadonlyMap<WalletId, ReadonlyMap<Coin, bigint>>> {
  const owned = await sharesOfWallets(sql, ids)
  const markets = new Map<PairId, Liquidity>()
  const found = new Map<WalletId, ReadonlyMap<Coin, bigint>>()
  for (const [id, shares] of owned) {
    const units = new Map<Coin, bigint>()
    for (const [name, own] of shares) {
      const pair = pairs.find((each) => each === name)
      if (!pair) continue
      const market = markets.get(pair) ?? (await liquidityOf(sql, pair))
      markets.set(pair, market)
      const worth = worthOf(market, own)
      const { base, quoted } = coinsOf(pair)
      units.set(base, (units.get(base) ?? 0n) + worth.base)
      units.set(quoted, (units.get(quoted) ?? 0n) + worth.quoted)
    }
    found.set(id, units)
  }
  return found
}
