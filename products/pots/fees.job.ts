import { type DayStep, endOf, stepKey, wholeStep } from '#days/day-step.ts'
import { spanOf } from '#days/days.store.ts'
import { assetNumber, assetOf, isCoin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { PairId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import { company, poolFree } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { type CoinFees, type FeesOf, splitFees } from './fees.ts'
import { feeParts } from './pot-settings.ts'
import { addPots } from './pots.store.ts'

/** Withdrawal and early-exit fees stay with the company. */
const exchangeFee = 105
const takerFee = 23

/** A posting belongs to the day whose cutoff includes it, so none is missed or counted twice. */
async function loadFees(sql: Sql, day: Day): Promise<FeesOf[]> {
  const { after, cut } = await spanOf(sql, day)
  const rows = await sql.query<{ pair: PairId | null; asset: number; units: string }>(
    `SELECT t.pair, p.asset, sum(p.amount)::text AS units
     FROM balance a JOIN record p ON p.lane = a.lane AND p.credit = a.id AND p.id > $1 AND p.id <= $2 AND p.code = ANY ($3::int2[])
     LEFT JOIN trade_pair t ON p.code = $4 AND t.id = substring(p.ref FROM '^trade:(\\d+)$')::int8
     WHERE a.lane = $5 AND a.owner = 'house' AND a.purpose = 'fees' GROUP BY t.pair, p.asset`,
    [after, cut, [exchangeFee, takerFee], exchangeFee, laneOf('house')],
  )
  return rows.map(({ pair, asset, units }) => {
    const coin = assetOf(asset)
    expect(isCoin(coin), 'fees are coins')
    return { pair: pair ?? undefined, coin, units: BigInt(units) }
  })
}

function postingsOf({ coin, liquidity, compound, node, referral, compute }: CoinFees): Posting[] {
  const from = company('fees')
  const parts = [
    ...liquidity.map(({ units }) => ({ from, to: poolFree('liquidity'), asset: coin, units })),
    { from, to: poolFree('compound'), asset: coin, units: compound },
    { from, to: poolFree('node'), asset: coin, units: node },
    { from, to: company('referral'), asset: coin, units: referral },
    { from, to: poolFree('compute'), asset: coin, units: coin === 'ATMC' ? compute : 0n },
  ]
  return parts.filter(({ units }) => units > 0n)
}

async function keep(tx: Tx, day: Day, split: readonly CoinFees[]): Promise<void> {
  for (const fees of split)
    await tx.query(
      `INSERT INTO settlement_fee (day, asset, received, liquidity, compound, node, referral, compute)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        day,
        assetNumber(fees.coin),
        fees.received,
        fees.liquidity.reduce((sum, { units }) => sum + units, 0n),
        fees.compound,
        fees.node,
        fees.referral,
        fees.compute,
      ],
    )
}

const shareFees = (nodesRun: (sql: Sql, day: Day) => Promise<boolean>) => async (tx: Tx, day: Day) => {
  const fees = await loadFees(tx, day)
  if (fees.length === 0) return 0
  const split = splitFees(fees, await readSetting(tx, feeParts), await nodesRun(tx, day))
  const postings = split.flatMap(postingsOf)
  if (postings.length > 0)
    await post(tx, { key: stepKey('fees', day, 'all'), at: endOf(day), ref: `settlement:${day}`, postings })
  const liquidity = split.flatMap((part) =>
    part.liquidity.map(({ pair, units }) => ({ pot: pair, asset: part.coin, units })),
  )
  await addPots(tx, day, 'liquidity', liquidity)
  // The compute pool's USDT part stays in the fees until the purchase (buy.job.ts).
  await keep(tx, day, split)
  return split.length
}

/** @param nodesRun if false, the node part stays in the fees. */
export const feeSteps = (nodesRun: (sql: Sql, day: Day) => Promise<boolean>): readonly DayStep[] => [
  wholeStep('fees', 'midnight', shareFees(nodesRun)),
]
