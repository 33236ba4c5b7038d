import { divide, multiply, type Rate, rateOf } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { askingOnce } from '#kit/asking-once.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { addDays, dayOf } from '#kit/time/clock.ts'
import { issued, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { rateFor } from '#market/prices/value.store.ts'
import { nodeDayUnits } from '../pots/fees.ts'
import { feeParts, fullWeightOf, fullWeights } from '../pots/pot-settings.ts'
import { loadFeesADay } from '../pots/pots.store.ts'
import { powerDecay } from '../power/power-settings.ts'
import { loadRealisedADay } from '../purchase/pool-use.store.ts'
import { latelyDays } from '../purchase/realised.ts'
import { lineOf } from '../registry.ts'
import type { Moved, ProductLine } from '../terms/line.ts'
import type { Product } from '../terms/order.ts'
import type { PowerPot } from './break-even.ts'
import { type DayPot, dayCoinsAlone, isPriced } from './day-coins.ts'
import type { Seen } from './month.ts'
import type { Today } from './outcomes.ts'
import type { UsdtOf } from './result.ts'

export async function loadUsdt(sql: Sql, now: Date): Promise<UsdtOf> {
  const once = askingOnce(sql)
  const rates = new Map<Coin, Rate | undefined>()
  for (const coin of coins) rates.set(coin, await rateFor(once, 'shown', coin, now))
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

/** A hundredth of the pool, or recent average fees for pools that pass fees on. */
async function loadDayPot(sql: Sql, { share, pool }: ProductLine, now: Date): Promise<DayPot | undefined> {
  if (!share) return undefined
  const full = fullWeightOf(share.pool, await readSetting(sql, fullWeights))
  const asset = share.needsPrice
  if (pool.passesOn) {
    const part = rateOf((await readSetting(sql, feeParts)).node)
    const left = await loadFeesADay(sql, addDays(dayOf(now), -latelyDays))
    return {
      full,
      coins: left.map((each) => ({ asset: each.asset, units: nodeDayUnits(multiply(each.units, part, 'down')) })),
    }
  }
  if (!asset) return undefined
  return { full, coins: [{ asset, units: divide(await balanceOf(sql, poolFree(share.pool), asset), 100n, 'down') }] }
}

/** Before the first payout, uses the share this weight would get alone. */
async function loadDayCoins(sql: Sql, product: Product, usdt: UsdtOf, now: Date): Promise<readonly Moved[]> {
  if (!isPriced(product)) return []
  const real = await loadRealisedADay(sql, product, now)
  if (real) return real.coins
  const pot = await loadDayPot(sql, lineOf(product.line), now)
  return pot ? dayCoinsAlone(product, pot, usdt) : []
}

export async function loadSeen(sql: Sql, now: Date): Promise<Seen> {
  const usdt = await loadUsdt(sql, now)
  return { usdt, pot: await loadPowerPot(sql, usdt) }
}

export async function loadToday(sql: Sql, product: Product, now: Date): Promise<Today> {
  // Includes every coin, because a missing coin would count as unpriced.
  const usdt = await loadUsdt(sql, now)
  return {
    usdt,
    pot: await loadPowerPot(sql, usdt),
    dayCoins: await loadDayCoins(sql, product, usdt, now),
  }
}
