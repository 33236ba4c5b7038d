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
const pairOf = (product: Product): PairId | undefined =>
  pairs.find((pair) => pair === `${product.base}-${product.side}`)

const sidePrice = async (sql: Sql, product: Product, now: Date) => {
  const pair = pairOf(product)
  return pair && guidePrice(sql, pair, now)
}

/** The prices a purchase may need now. */
export const loadPrices = async (sql: Sql, product: Product, now: Date): Promise<Prices> => ({
  side: await sidePrice(sql, product, now),
  baseInUsdt: await usdtRate(sql, product.base, now),
})

/** What the wallet has and what the pool can promise. */
export const loadHoldings = async (sql: Sql, product: Product, walletId: WalletId): Promise<Holdings> => ({
  base: await balanceOf(sql, available(walletId), product.base),
  side: await balanceOf(sql, available(walletId), product.side),
  poolFree: await balanceOf(sql, poolFree(lineOf(product.line).pool), product.base),
})

/** Everything a shown product needs beside its row. */
export async function loadProductFacts(sql: Sql, products: readonly Product[], now: Date): Promise<ProductFacts[]> {
  const paid = await loadPaid(sql)
  const facts: ProductFacts[] = []
  for (const product of products)
    facts.push({
      product,
      poolFree: await balanceOf(sql, poolFree(lineOf(product.line).pool), product.base),
      sidePrice: await sidePrice(sql, product, now),
      paid: (days) => paid.get(`${product.id}:${days}`),
      now,
    })
  return facts
}
