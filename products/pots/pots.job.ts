import { type DayStep, wholeStep } from '#days/day-step.ts'
import { balanceAtEnd, type DaySpan, spanOf } from '#days/days.store.ts'
import { divide } from '#kit/amount/amount.ts'
import { assetOf, type Coin } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import type { PoolId } from '#ledger/posting/lines.ts'
import { productLines } from '../registry.ts'
import { nodeDayUnits } from './fees.ts'
import { addPots, type PotCoin } from './pots.store.ts'

type Kept = { readonly pool: PoolId; readonly coins: readonly Coin[]; readonly pot?: string }
/** Paying out 1 % per day never empties a pool. */
const kept: readonly Kept[] = [
  ...productLines.flatMap((line): Kept[] => {
    if (!line.pool?.keepsRest) return []
    const { id, pool } = line
    return [{ pool: id, coins: pool.coins, ...(pool.keepsRest === 'one pot' ? { pot: id } : {}) }]
  }),
  { pool: 'compute', coins: ['ATMC'], pot: 'compute' },
]
const dayPart = 100n

/**
 * Assumed: operator contributions are shared by weight immediately. Nothing is kept for weekly team rewards, because these come from fees
 * alone (PRODUCT.md 1.4).
 */
async function nodeIncome(sql: Sql, day: Day, { after, cut }: DaySpan) {
  const rows = await sql.query<{ asset: number; fees: string; given: string }>(
    `SELECT asset, sum(fees)::text AS fees, sum(given)::text AS given FROM (
       SELECT asset, node AS fees, 0 AS given FROM settlement_fee WHERE day = $1
       UNION ALL SELECT p.asset, 0, p.amount FROM balance a
         JOIN record p ON p.lane = a.lane AND p.credit = a.id AND p.id > $2 AND p.id <= $3
         JOIN balance d ON d.lane = p.lane AND d.id = p.debit AND d.owner = 'house' AND d.purpose = 'capital'
         WHERE a.lane = $4 AND a.owner = 'pool:node' AND a.purpose = 'free'
     ) credited GROUP BY asset`,
    [day, after, cut, laneOf('pool:node')],
  )
  return rows.map(({ asset, fees, given }) => ({ asset: assetOf(asset), fees: BigInt(fees), given: BigInt(given) }))
}

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
  const income = await nodeIncome(tx, day, span)
  const ofDay = income.map(({ asset, fees, given }) => ({ pot: 'node', asset, units: nodeDayUnits(fees) + given }))
  const ofWeek = income.map(({ asset, fees }) => ({ pot: 'week', asset, units: fees - nodeDayUnits(fees) }))
  await addPots(tx, day, 'node', [...ofDay, ...ofWeek])
  return count + income.length
}

/** Liquidity pots come from the fee split instead. */
export const potSteps: readonly DayStep[] = [wholeStep('pots', 'midnight', writePots)]
