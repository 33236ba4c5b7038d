import type * as v from 'valibot'
import { showUnits } from '#kit/amount/amount.ts'
import { assetNumber } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { addMs, dayMs, dayOf } from '#kit/time/clock.ts'
import { liquidityOf } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { seedNotice } from '#market/prices/seed.store.ts'
import { pairOf } from '../lines/liquidity/liquidity.ts'
import { lineOf } from '../registry.ts'
import type { jointMarket } from '../terms/fields.ts'
import type { Product } from '../terms/order.ts'

type JointMarket = v.InferOutput<typeof jointMarket> | null

/** Includes liquidity income of the last 30 days. Null if the line joins no market. */
export async function loadJointMarket(sql: Sql, product: Product, now: Date): Promise<JointMarket> {
  if (!lineOf(product.line).joinsMarket) return null
  const pair = pairOf(product)
  const { base, quoted } = coinsOf(pair)
  const market = await liquidityOf(sql, pair)
  const notice = await seedNotice(sql, pair)
  const fees = await feesOf(sql, product, addMs(now, -30 * dayMs))
  return {
    pair,
    reserves: [
      { asset: base, amount: showUnits(market.base) },
      { asset: quoted, amount: showUnits(market.quoted) },
    ],
    shares: showUnits(market.shares),
    companyShares: showUnits(market.companyShares),
    notice: notice ? { shares: showUnits(notice.shares), from: notice.from.toISOString() } : null,
    fees30d: [base, quoted].map((asset) => ({ asset, amount: showUnits(fees.get(assetNumber(asset)) ?? 0n) })),
  }
}

/** Liquidity fees by asset number. */
async function feesOf(sql: Sql, product: Product, since: Date): Promise<ReadonlyMap<number, bigint>> {
  const rows = await sql.query<{ asset: number; units: string }>(
    `SELECT asset, sum(units)::text AS units FROM settlement_pot
     WHERE pool = 'liquidity' AND pot = $1 AND day >= $2 GROUP BY asset`,
    [pairOf(product), dayOf(since)],
  )
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}
