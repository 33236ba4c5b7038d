import type { Sql } from '#kit/db.ts'
import type { PairId, WalletId } from '#kit/ids.ts'
import { pairs } from '#kit/ids.ts'
import { available, poolFree } from '#ledger/chart.ts'
import { balanceOf } from '#ledger/ledger.store.ts'
import { guidePrice, usdtRate } from '#ledger/market.store.ts'
import type { Product } from '../orders/order.ts'
import type { ProductFacts } from './product-view.ts'
import { loadPaid } from './products.store.ts'
import type { Holdings, Prices } from './purchase.ts'
import { lineOf } from './registry.ts'

/** The market the side coin of a product is priced on. */
const pairOf = ({ base, side }: Product): PairId | undefined => side && pairs.find((pair) => pair === `${base}-${side}`)

const sidePrice = async (sql: Sql, product: Product, now: Date) => {
  const pair = pairOf(product)
  return pair && guidePrice(sql, pair, now)
}

/** The prices a purchase may need now. */
export const loadPrices = async (sql: Sql, product: Product, now: Date): Promise<Prices> => ({
  side: await sidePrice(sql, product, now),
  baseInUsdt: await usdtRate(sql, product.base, now),
})

/** What the pool of a product's line can still promise; undefined where none is promised. */
async function loadPoolFree(sql: Sql, product: Product): Promise<bigint | undefined> {
  const pool = lineOf(product.line).fixed?.pool
  return pool && balanceOf(sql, poolFree(pool), product.base)
}

/** What the wallet has and what the pool can promise. */
export const loadHoldings = async (sql: Sql, product: Product, walletId: WalletId): Promise<Holdings> => ({
  base: await balanceOf(sql, available(walletId), product.base),
  side: product.side ? await balanceOf(sql, available(walletId), product.side) : 0n,
  poolFree: (await loadPoolFree(sql, product)) ?? 0n,
})

/** Everything a shown product needs beside its row. */
export async function loadProductFacts(sql: Sql, products: readonly Product[], now: Date): Promise<ProductFacts[]> {
  const paid = await loadPaid(sql)
  const facts: ProductFacts[] = []
  for (const product of products)
    facts.push({
      product,
      poolFree: await loadPoolFree(sql, product),
      sidePrice: await sidePrice(sql, product, now),
      paid: (days) => paid.get(`${product.id}:${days}`),
      now,
    })
  return facts
}
