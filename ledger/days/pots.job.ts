import { divide } from '#kit/amount.ts'
import { type Asset, assetOf, type Coin } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { PoolId } from '#kit/ids.ts'
import { lane } from '../batch.store.ts'
import { poolFree } from '../chart.ts'
import { type DayStep, wholeStep } from './day-step.ts'
import { balanceAtEnd, type DaySpan, spanOf } from './days.store.ts'
import { addPots, type PotCoin } from './pots.store.ts'

/** Pools that share out 1 % of what they hold each day: it can shrink, never break. A pot for each coin where there are several. */
const kept: readonly { readonly pool: PoolId; readonly coins: readonly Coin[]; readonly pot?: string }[] = [
  { pool: 'compound', coins: ['USDT', 'ATMC'] },
  { pool: 'machine', coins: ['ATMC'], pot: 'machine' },
  { pool: 'compute', coins: ['ATMC'], pot: 'compute' },
]
/** 1 % of a pool's free money. */
const dayPart = 100n

/** What was credited to the node pool for a day: its part of the fees, and what the operator put in. */
async function nodeRevenue(sql: Sql, day: Day, { after, cut }: DaySpan): Promise<{ asset: Asset; units: bigint }[]> {
  const rows = await sql.query<{ asset: number; units: string }>(
    `SELECT asset, sum(units)::text AS units FROM (
       SELECT asset, node AS units FROM settlement_fee WHERE day = $1
       UNION ALL SELECT p.asset, p.amount FROM account a
         JOIN posting p ON p.lane = a.lane AND p.credit = a.id AND p.id > $2 AND p.id <= $3
         JOIN account d ON d.lane = p.lane AND d.id = p.debit AND d.owner = 'house' AND d.purpose = 'capital'
         WHERE a.lane = $4 AND a.owner = 'pool:node' AND a.purpose = 'free'
     ) credited GROUP BY asset`,
    [day, after, cut, lane],
  )
  return rows.map(({ asset, units }) => ({ asset: assetOf(asset), units: BigInt(units) }))
}

/** ¾ of the node pool's revenue of a day is shared that day; the rest of a week's by the fees of the node teams. Both rounded down. */
export const nodeDayUnits = (revenue: bigint): bigint => divide(revenue * 3n, 4n, 'down')

async function writePots(tx: Tx, day: Day): Promise<number> {
  let count = 0
  const span = await spanOf(tx, day)
  for (const { pool, coins, pot } of kept) {
    const pots: PotCoin[] = []
    for (const asset of coins) {
      const free = await balanceAtEnd(tx, poolFree(pool), asset, span)
      pots.push({ pot: pot ?? asset, asset, units: free > 0n ? divide(free, dayPart, 'down') : 0n })
    }
    await addPots(tx, day, pool, pots)
    count += pots.filter(({ units }) => units > 0n).length
  }
  const revenue = await nodeRevenue(tx, day, span)
  await addPots(
    tx,
    day,
    'node',
    revenue.map(({ asset, units }) => ({ pot: 'node', asset, units: nodeDayUnits(units) })),
  )
  await addPots(
    tx,
    day,
    'node',
    revenue.map(({ asset, units }) => ({ pot: 'week', asset, units: units - nodeDayUnits(units) })),
  )
  return count + revenue.length
}

/** What each pool has to share out for a day. The pots of liquidity are written where the fees are split. */
export const potSteps: readonly DayStep[] = [wholeStep('pots', 'midnight', writePots)]
