import { divide } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { type PairId, pairNumber, usdtPair } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { guidePrice, lastTrade, pricesOfDay } from '#market/market.store.ts'
import { priceScale } from '#market/market.ts'
import { riseOf, showPrice } from '#market/prices/prices.ts'
import { homeLinks } from './home-links.ts'
import type { getHome, getMarket } from './market.contract.ts'

type MarketRow = OutputOf<typeof getMarket>['items'][number]
type HomeLink = OutputOf<typeof getHome>['links'][number]

export async function loadMarket(sql: Sql, now: Date): Promise<MarketRow[]> {
  const rows: MarketRow[] = []
  for (const coin of coins) {
    const pair = usdtPair(coin)
    if (!pair) continue
    const last = await lastTrade(sql, pair, now)
    const before = await lastTrade(sql, pair, addMs(now, -dayMs))
    const guide = await guidePrice(sql, pair, now)
    rows.push({
      coin,
      exchangeId: pairNumber(pair),
      price: last ? showPrice(last.price) : null,
      pricedAt: last?.at.toISOString() ?? null,
      guidePrice: guide ? showPrice(divide(guide.numerator * priceScale, guide.denominator, 'down')) : null,
      rise: last && before ? riseOf(last.price, before.price) : null,
      spark: last ? await showSpark(sql, pair, now) : [],
    })
  }
  return rows
}

const showSpark = async (sql: Sql, pair: PairId, now: Date): Promise<MarketRow['spark']> =>
  (await pricesOfDay(sql, pair, now)).map(({ at, price }) => ({ at: at.toISOString(), price: showPrice(price) }))

export async function loadLinks(sql: Sql): Promise<Omit<HomeLink, 'framed'>[]> {
  const set = await sql.query<{ id: string; target: string | null }>('SELECT id, target FROM home_link')
  const targets = new Map(set.map(({ id, target }) => [id, target]))
  return homeLinks.map((link) => ({
    ...link,
    target: targets.has(link.id) ? (targets.get(link.id) ?? null) : link.target,
  }))
}

/** Null removes it from the screen. */
export async function setLink(tx: Tx, id: string, target: string | null): Promise<void> {
  await tx.query(
    'INSERT INTO home_link (id, target) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET target = excluded.target',
    [id, target],
  )
}
