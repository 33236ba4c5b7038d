import { assetNumber, assetOf, type Coin, isCoin } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { PairId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import { lane } from '../batch.store.ts'
import { house, poolFree, reserve } from '../chart.ts'
import type { Posting } from '../entry.ts'
import { post } from '../ledger.store.ts'
import { lockMarket } from '../market.store.ts'
import { priceOf } from '../market.ts'
import { type DayStep, endOf, stepKey, wholeStep } from './day-step.ts'
import { spanOf } from './days.store.ts'
import { buyFor, type CoinFees, type FeesOf, type Purchase, splitFees } from './fees.ts'
import { feeParts } from './pot-settings.ts'
import { addPots } from './pots.store.ts'

/** Fees that are shared out: those of the exchange, and of takers of OTC. Withdrawal and early-exit fees stay with the company. */
const exchangeFee = 105
const takerFee = 23

/** Fees of a day by coin and, where a trade paid them, by pair. A posting belongs to the day of whose cut it is, so none is missed or counted twice. */
async function loadFees(sql: Sql, day: Day): Promise<FeesOf[]> {
  const { after, cut } = await spanOf(sql, day)
  const rows = await sql.query<{ pair: PairId | null; asset: number; units: string }>(
    `SELECT t.pair, p.asset, sum(p.amount)::text AS units
     FROM account a JOIN posting p ON p.lane = a.lane AND p.credit = a.id AND p.id > $1 AND p.id <= $2 AND p.code = ANY ($3::int2[])
     LEFT JOIN market_trade t ON p.code = $4 AND t.id = substring(p.ref FROM '^trade:(\\d+)$')::int8
     WHERE a.lane = $5 AND a.owner = 'house' AND a.purpose = 'fees' GROUP BY t.pair, p.asset`,
    [after, cut, [exchangeFee, takerFee], exchangeFee, lane],
  )
  return rows.map(({ pair, asset, units }) => {
    const coin = assetOf(asset)
    expect(isCoin(coin), 'fees are coins')
    return { pair: pair ?? undefined, coin, units: BigInt(units) }
  })
}

/** USDT of the compute pool's part that the day before left waiting. */
async function loadWaiting(sql: Sql, day: Day): Promise<bigint> {
  const [row] = await sql.query<{ waiting: bigint }>(
    `SELECT waiting FROM settlement_fee WHERE day < $1 AND asset = $2 ORDER BY day DESC LIMIT 1`,
    [day, assetNumber('USDT')],
  )
  return row?.waiting ?? 0n
}

function postingsOf({ coin, liquidity, compound, node, referral, compute }: CoinFees): Posting[] {
  const from = house('fees')
  const parts = [
    ...liquidity.map(({ units }) => ({ from, to: poolFree('liquidity'), asset: coin, units })),
    { from, to: poolFree('compound'), asset: coin, units: compound },
    { from, to: poolFree('node'), asset: coin, units: node },
    { from, to: house('referral'), asset: coin, units: referral },
    { from, to: poolFree('compute'), asset: coin, units: coin === 'ATMC' ? compute : 0n },
  ]
  return parts.filter(({ units }) => units > 0n)
}

/** Buys ATMC for the compute pool on the market, as a trade everybody sees, but without a fee. */
async function buy(tx: Tx, day: Day, waiting: bigint): Promise<Purchase> {
  const pair: PairId = 'USDT-ATMC'
  const at = endOf(day)
  const { base, quoted } = await lockMarket(tx, pair)
  const purchase = buyFor(waiting, { usdt: base, atmc: quoted })
  const { spent, bought } = purchase
  if (spent === 0n) return purchase
  await post(tx, {
    key: stepKey('buy', day, 'ATMC'),
    at,
    ref: `settlement:${day}`,
    postings: [
      { from: house('fees'), to: reserve(pair), asset: 'USDT', units: spent },
      { from: reserve(pair), to: poolFree('compute'), asset: 'ATMC', units: bought },
    ],
  })
  await tx.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)', [
    pair,
    at,
    spent,
    bought,
    priceOf(spent, bought),
  ])
  return purchase
}

async function keep(tx: Tx, day: Day, split: readonly CoinFees[], waiting: bigint): Promise<void> {
  const rows = new Map<Coin, CoinFees>(split.map((fees) => [fees.coin, fees]))
  // What waited is told again every day, also when nothing waits any more.
  if (!rows.has('USDT'))
    rows.set('USDT', { coin: 'USDT', received: 0n, liquidity: [], compound: 0n, node: 0n, referral: 0n, compute: 0n })
  for (const fees of rows.values())
    await tx.query(
      `INSERT INTO settlement_fee (day, asset, received, liquidity, compound, node, referral, compute, waiting)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        day,
        assetNumber(fees.coin),
        fees.received,
        fees.liquidity.reduce((sum, { units }) => sum + units, 0n),
        fees.compound,
        fees.node,
        fees.referral,
        fees.compute,
        fees.coin === 'USDT' ? waiting : 0n,
      ],
    )
}

/** The fees of a day go where they belong. @returns how many coins there were. */
const shareFees = (nodesRun: (sql: Sql, day: Day) => Promise<boolean>) => async (tx: Tx, day: Day) => {
  const fees = await loadFees(tx, day)
  const before = await loadWaiting(tx, day)
  if (fees.length === 0 && before === 0n) return 0
  const split = splitFees(fees, await readSetting(tx, feeParts), await nodesRun(tx, day))
  const postings = split.flatMap(postingsOf)
  if (postings.length > 0)
    await post(tx, { key: stepKey('fees', day, 'all'), at: endOf(day), ref: `settlement:${day}`, postings })
  const liquidity = split.flatMap((part) =>
    part.liquidity.map(({ pair, units }) => ({ pot: pair, asset: part.coin, units })),
  )
  await addPots(tx, day, 'liquidity', liquidity)
  const waiting = before + (split.find(({ coin }) => coin === 'USDT')?.compute ?? 0n)
  const { spent } = await buy(tx, day, waiting)
  await keep(tx, day, split, waiting - spent)
  return split.length
}

/** @param nodesRun whether any node ran on a day: until then its part stays in the fees. */
export const feeSteps = (nodesRun: (sql: Sql, day: Day) => Promise<boolean>): readonly DayStep[] => [
  wholeStep('fees', 'midnight', shareFees(nodesRun)),
]
