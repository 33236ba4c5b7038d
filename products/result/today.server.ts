import { divide, lesser, multiply, type Rate, rateOf, unitsPerOne } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { readSetting } from '#kit/settings.store.ts'
import { issued, poolFree } from '#ledger/chart.ts'
import { balanceOf } from '#ledger/ledger.store.ts'
import { rateFor } from '#market/value.store.ts'
import { fullWeightOf, fullWeights } from '../pots/pot-settings.ts'
import { powerDecay } from '../power/power-settings.ts'
import { loadRealisedADay } from '../purchase/pool-use.store.ts'
import { lineOf } from '../registry.ts'
import type { Moved } from '../terms/line.ts'
import type { Product } from '../terms/order.ts'
import type { PowerPot } from './break-even.ts'
import type { UsdtOf } from './result.ts'
import { shareOfDay, type Today } from './ways.ts'

/** The guide prices of coins at this moment. */
export async function loadUsdt(sql: Sql, now: Date, of: readonly Coin[] = coins): Promise<UsdtOf> {
  const rates = new Map<Coin, Rate | undefined>()
  for (const coin of new Set(of)) rates.set(coin, await rateFor(sql, 'shown', coin, now))
  return (coin) => rates.get(coin)
}

async function loadPowerPot(sql: Sql, usdt: UsdtOf): Promise<PowerPot> {
  return {
    dayUnits: divide(await balanceOf(sql, poolFree('compute'), 'ATMC'), 100n, 'down'),
    all: -(await balanceOf(sql, issued, 'POWER')),
    full: fullWeightOf('compute', await readSetting(sql, fullWeights)),
    decay: rateOf(await readSetting(sql, powerDecay)),
    usdt: usdt('ATMC'),
  }
}

/**
 * Coins that a day pays a product with a price: what it really paid lately. Before anybody shared, of a pool that keeps its rest, the
 * part that its weight would have alone, at most what a day may pay. Nothing is said of a pool that only passes on what comes in.
 */
async function loadDayCoins(sql: Sql, product: Product, usdt: UsdtOf, now: Date): Promise<readonly Moved[]> {
  const { share, pool } = lineOf(product.line)
  const weight = product.periods[0]?.weight
  if (!share || weight === undefined || product.minimumUnits !== product.maximumValueUnits) return []
  const real = await loadRealisedADay(sql, product, now)
  if (real) return real.coins
  const asset = share.needsPrice
  const rate = asset && usdt(asset)
  if (!asset || !rate || pool?.passesOn || !share.most || rate.numerator === 0n) return []
  const full = fullWeightOf(share.pool, await readSetting(sql, fullWeights))
  const free = await balanceOf(sql, poolFree(share.pool), asset)
  const most = divide(product.minimumUnits * rate.denominator, 100n * rate.numerator, 'down')
  return [{ asset, units: lesser(most, shareOfDay(free, multiply(unitsPerOne, rateOf(weight), 'down'), full)) }]
}

/** Everything a result of an order of this product needs to know of the present. Read alone. */
export async function loadToday(sql: Sql, product: Product, now: Date): Promise<Today> {
  const { base, side, lineTerms } = product
  const named = [base, side, lineTerms?.pays].flatMap((coin) => (coin ? [coin] : []))
  const usdt = await loadUsdt(sql, now, [...named, 'ATMC'])
  return {
    usdt,
    pot: await loadPowerPot(sql, usdt),
    dayCoins: await loadDayCoins(sql, product, usdt, now),
  }
}
