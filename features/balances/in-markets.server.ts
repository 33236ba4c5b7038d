import type { Coin } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { pairs, type WalletId } from '#kit/ids.ts'
import { worthOf } from '#market/liquidity.ts'
import { liquidityOf } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { sharesByPair } from '#products/lines/liquidity/shares.store.ts'

/**
 * What a wallet's shares of markets would bring now, coin by coin, each share rounded down: coins that joined a market are in no
 * account of their holder, but they are the holder's all the same.
 */
export async function loadInMarkets(sql: Sql, walletId: WalletId): Promise<ReadonlyMap<Coin, bigint>> {
  const units = new Map<Coin, bigint>()
  for (const [name, shares] of await sharesByPair(sql, walletId)) {
    const pair = pairs.find((each) => each === name)
    if (!pair) continue
    const worth = worthOf(await liquidityOf(sql, pair), shares)
    const { base, quoted } = coinsOf(pair)
    units.set(base, (units.get(base) ?? 0n) + worth.base)
    units.set(quoted, (units.get(quoted) ?? 0n) + worth.quoted)
  }
  return units
}
