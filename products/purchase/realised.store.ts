import { multiply, rateOf } from '#kit/amount/amount.ts'
import { assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { addDays, type Day, dayOf } from '#kit/time/clock.ts'
import { reservesOf } from '#market/market.store.ts'
import { pairOf } from '../lines/liquidity/liquidity.ts'
import { lineOf, productLines } from '../registry.ts'
import type { Product } from '../terms/order.ts'
import { type Behind, latelyDays, type PotDays, type Realised, realisedOf } from './realised.ts'

type CoinPot = PotDays & { readonly marketShares: bigint }

const coinPools = productLines.flatMap(({ share, grows, joinsMarket }) =>
  share && (grows || joinsMarket) ? [share.pool] : [],
)

/** Keyed by "pool pot". */
async function loadPots(sql: Sql, from: Day): Promise<ReadonlyMap<string, CoinPot>> {
  const rows = await sql.query<{
    key: string
    days: bigint
    shared: bigint
    weight: string
    marketShares: bigint
    paid: Record<string, string>
  }>(
    `WITH settled AS (SELECT day FROM settled_day WHERE day >= $1),
       first AS (SELECT pool, pot, min(day) AS day FROM settlement_pot WHERE pool = ANY ($2::text[]) AND weight > 0 GROUP BY pool, pot),
       lately AS (SELECT p.pool, p.pot, p.day, p.asset, p.weight, p.paid
         FROM settlement_pot p JOIN settled USING (day) JOIN first f ON f.pool = p.pool AND f.pot = p.pot AND f.day <= p.day),
       -- Every coin of a pot is shared by the same weights.
       held AS (SELECT pool, pot, count(*) FILTER (WHERE weight > 0) AS shared, count(*) FILTER (WHERE weight = 0) AS idle,
           sum(weight) AS weight
         FROM (SELECT pool, pot, day, max(weight) AS weight FROM lately GROUP BY pool, pot, day) each GROUP BY pool, pot),
       paid AS (SELECT pool, pot, jsonb_object_agg(asset, units::text) AS paid
         FROM (SELECT pool, pot, asset, sum(paid) AS units FROM lately GROUP BY pool, pot, asset) each GROUP BY pool, pot)
     SELECT f.pool || ' ' || f.pot AS key, coalesce(h.shared, 0) AS shared, coalesce(h.weight, 0)::text AS weight,
       (SELECT count(*) FROM settled s WHERE s.day >= f.day) - coalesce(h.idle, 0) AS days,
       coalesce(p.paid, '{}') AS paid, coalesce(m.company_shares + m.order_shares, 0) AS "marketShares"
     FROM first f LEFT JOIN held h USING (pool, pot) LEFT JOIN paid p USING (pool, pot) LEFT JOIN market_shares m ON m.pair = f.pot`,
    [from, coinPools],
  )
  return new Map(
    rows.map(({ key, days, shared, weight, marketShares, paid }) => [
      key,
      {
        days: Number(days),
        shared: Number(shared),
        weight: BigInt(weight),
        marketShares,
        paid: new Map(Object.entries(paid).map(([asset, units]) => [assetOf(Number(asset)), BigInt(units)])),
      },
    ]),
  )
}

/** Fund results: dividends and recovered losses, minus losses. Excludes uplines' rewards and our share. */
async function loadFunds(sql: Sql, from: Day): Promise<ReadonlyMap<number, Realised>> {
  const rows = await sql.query<{ id: bigint; days: bigint; principal: string; paid: string }>(
    `WITH settled AS (SELECT day FROM settled_day),
       ran AS (SELECT product_id, count(*) AS days, sum(principal_units) AS principal FROM fund_value JOIN settled USING (day)
         WHERE day >= $1 AND principal_units > 0 GROUP BY product_id),
       result AS (SELECT product_id, day, dividend_units + refill_units AS units FROM fund_split
         UNION ALL SELECT product_id, (at AT TIME ZONE 'UTC')::date, -units FROM fund_booking WHERE kind = 'loss')
     SELECT ran.product_id AS id, ran.days, ran.principal::text AS principal,
       coalesce(sum(result.units) FILTER (WHERE result.day >= $1), 0)::text AS paid
     FROM ran JOIN result USING (product_id) JOIN settled ON settled.day = result.day
     GROUP BY ran.product_id, ran.days, ran.principal`,
    [from],
  )
  return new Map(
    rows.map(({ id, days, principal, paid }) => [
      Number(id),
      { days: Number(days), principal: BigInt(principal), paid: BigInt(paid) },
    ]),
  )
}

/** Coins that earn: the principal, or the market share with the shortest term. */
async function loadBehind(sql: Sql, { line, base, side, periods }: Product, pot: CoinPot): Promise<Behind> {
  if (!lineOf(line).joinsMarket || !side) return { coins: [{ asset: base, units: 1n }], weight: 1n }
  const reserves = await reservesOf(sql, pairOf({ base, side }))
  const coins = [
    { asset: base, units: reserves.base },
    { asset: side, units: reserves.quoted },
  ]
  return { coins, weight: multiply(pot.marketShares, rateOf(periods[0]?.weight ?? '1'), 'down') }
}

/** Recent results of products without fixed income. @returns undefined for other lines, and before the first result. */
export async function loadRealised(
  sql: Sql,
  now: Date,
  from: Day = addDays(dayOf(now), -latelyDays),
): Promise<(product: Product) => Promise<Realised | undefined>> {
  const pots = await loadPots(sql, from)
  const funds = await loadFunds(sql, from)
  return async (product) => {
    const { share, grows, joinsMarket, sharesProfit } = lineOf(product.line)
    if (sharesProfit) return funds.get(product.id)
    if (!share || !(grows || joinsMarket)) return undefined
    const pot = pots.get(`${share.pool} ${joinsMarket ? pairOf(product) : product.base}`)
    return pot && realisedOf(pot, await loadBehind(sql, product, pot))
  }
}
