import type { Rate } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { askingOnce } from '#kit/asking-once.ts'
import type { Sql } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { pairs } from '#kit/text/ids.ts'
import { addDays, dayOf } from '#kit/time/clock.ts'
import { available, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf, balancesOf } from '#ledger/posting/ledger.store.ts'
import { type Reserves, reservesOf } from '#market/market.store.ts'
import { chainRates } from '#market/market.ts'
import { isRising, rateFor } from '#market/prices/value.store.ts'
import { loadMarkable } from '../lines/acceleration/marks.store.ts'
import { loadPackageSales } from '../lines/package/sales.store.ts'
import { loadPaid } from '../orders/products.store.ts'
import { loadQuotas } from '../orders/quota.store.ts'
import { powerFigures } from '../power/power-figures.ts'
import { powerSince } from '../power/power-log.store.ts'
import { lineOf } from '../registry.ts'
import type { Moved } from '../terms/line.ts'
import type { Product } from '../terms/order.ts'
import type { Holdings, Prices } from '../terms/purchase.ts'
import type { PackageOffer } from '../terms/sales.ts'
import { loadPoolUse, loadRealisedADay } from './pool-use.store.ts'
import type { ProductFacts } from './product-facts.ts'
import { loadRealised } from './realised.store.ts'
import { latelyDays } from './realised.ts'

const pairOf = ({ base, side }: Product): PairId | undefined => side && pairs.find((pair) => pair === `${base}-${side}`)

const sidePrice = async (sql: Sql, product: Product, now: Date): Promise<Rate | undefined> => {
  const pair = pairOf(product)
  if (!pair || !product.side) return undefined
  if (lineOf(product.line).joinsMarket) return ratioOf(await reservesOf(sql, pair))
  // Valued like earnings. A second coin only brings POWER, so a low value favors the other holders.
  const side = await rateFor(sql, 'earns', product.side, now)
  const base = await rateFor(sql, 'earns', product.base, now)
  return side && base && chainRates(side, { numerator: base.denominator, denominator: base.numerator })
}

const ratioOf = ({ base, quoted }: Reserves): Rate | undefined =>
  base === 0n || quoted === 0n ? undefined : { numerator: base, denominator: quoted }

export const loadPrices = async (db: Sql, product: Product, now: Date): Promise<Prices> => {
  const sql = askingOnce(db)
  return {
    side: await sidePrice(sql, product, now),
    baseInUsdt: await rateFor(sql, 'earns', product.base, now),
    baseAtLimits: await rateFor(sql, 'limits', product.base, now),
    paysInUsdt: product.lineTerms?.pays && (await rateFor(sql, 'handedOut', product.lineTerms.pays, now)),
  }
}

/** Undefined if nothing is promised. */
async function loadPoolFree(sql: Sql, product: Product): Promise<bigint | undefined> {
  const { fixed, source } = lineOf(product.line)
  if (source) return balanceOf(sql, source.from, product.lineTerms?.pays ?? product.base)
  return fixed && balanceOf(sql, poolFree(fixed.pool), product.base)
}

async function loadEmission(sql: Sql, { line }: Product): Promise<Moved | undefined> {
  const { share } = lineOf(line)
  if (!share?.cap || !share.needsPrice) return undefined
  return { asset: share.needsPrice, units: await balanceOf(sql, poolFree(share.pool), share.needsPrice) }
}

export const loadHoldings = async (sql: Sql, product: Product, walletId: WalletId, now: Date): Promise<Holdings> => ({
  base: lineOf(product.line).marks
    ? await loadMarkable(sql, walletId, product.base)
    : await balanceOf(sql, available(walletId), product.base),
  side: product.side ? await balanceOf(sql, available(walletId), product.side) : 0n,
  poolFree: (await loadPoolFree(sql, product)) ?? 0n,
  ...(product.lineTerms?.pays ? { sales: await loadOffer(sql, product.lineTerms.pays, walletId, now) } : {}),
})

/** True if concurrent purchases compete only for the pool, without a quota, package cap or market shares. */
export const isBoughtTogether = ({ line, quotaUnits, needsReservation, lineTerms }: Product): boolean => {
  const { figures, marks, fixed, gate } = lineOf(line)
  return !!fixed && !figures && !marks && !gate && quotaUnits === undefined && !needsReservation && !lineTerms?.pays
}

/** Results keep the wallets' order. The free pool amount ignores their purchases. */
export async function loadHoldingsOfMany(
  sql: Sql,
  product: Product,
  wallets: readonly WalletId[],
  now: Date,
): Promise<Holdings[]> {
  const [only, ...others] = wallets
  if (only && others.length === 0) return [await loadHoldings(sql, product, only, now)]
  const { base, side } = product
  const have = (asset: Coin) =>
    balancesOf(
      sql,
      wallets.map((walletId) => ({ account: available(walletId), asset })),
    )
  const [bases, sides] = [await have(base), side ? await have(side) : []]
  const poolFree = (await loadPoolFree(sql, product)) ?? 0n
  return wallets.map((_, place) => ({ base: bases[place] ?? 0n, side: sides[place] ?? 0n, poolFree }))
}

const loadOffer = async (sql: Sql, pays: Coin, walletId: WalletId, now: Date): Promise<PackageOffer> => ({
  ...(await loadPackageSales(sql, now, walletId)),
  isRising: await isRising(sql, pays, now),
})

export async function loadProductFacts(db: Sql, products: readonly Product[], now: Date): Promise<ProductFacts[]> {
  const sql = askingOnce(db)
  const paid = await loadPaid(sql)
  const realised = await loadRealised(sql, now)
  const quotas = await loadQuotas(sql, products, dayOf(now))
  const power = powerFigures(await powerSince(sql, addDays(dayOf(now), -latelyDays)))
  const facts: ProductFacts[] = []
  for (const product of products)
    facts.push({
      product,
      poolFree: await loadPoolFree(sql, product),
      emission: await loadEmission(sql, product),
      sidePrice: await sidePrice(sql, product, now),
      paid: (days) => paid.get(`${product.id}:${days}`),
      lately: await realised(product),
      handedOut: product.lineTerms?.pays && (await rateFor(sql, 'handedOut', product.lineTerms.pays, now)),
      realisedADay: await loadRealisedADay(sql, product, now),
      realisedPower: power.find(({ line }) => line === product.line),
      poolUse: await loadPoolUse(sql, product, now),
      quota: quotas(product),
      sales: product.line === 'package' ? await loadPackageSales(sql, now) : undefined,
      now,
    })
  return facts
}
