import { stepKey } from '#days/day-step.ts'
import { assetNumber } from '#kit/amount/coins.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import type { PairId } from '#kit/text/ids.ts'
import { randomBelow } from '#kit/text/random.ts'
import { dayOf } from '#kit/time/clock.ts'
import { company, poolFree, reserve } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { keepCompanyTrade, lockMarket } from '#market/market.store.ts'
import { buyFor } from './fees.ts'

const pair: PairId = 'USDT-ATMC'
/** With one check per minute, a chance of 1 in 240 keeps the time unpredictable. */
const oneIn = 240

export async function loadWaiting(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `SELECT ((SELECT coalesce(sum(compute), 0) FROM settlement_fee WHERE asset = $1)
       - (SELECT coalesce(sum(spent), 0) FROM compute_purchase))::text AS units`,
    [assetNumber('USDT')],
  )
  return BigInt(row?.units ?? '0')
}

/** Buys ATMC once a day at a random time, without a fee and moving the price by at most 1 %. @returns USDT units spent */
export async function buyForCompute(db: Db, now: Date, isTime = () => randomBelow(oneIn) === 0): Promise<bigint> {
  if (!isTime()) return 0n
  return db.transaction(async (tx) => {
    const { base, quoted } = await lockMarket(tx, pair)
    const day = dayOf(now)
    const [before] = await tx.query('SELECT FROM compute_purchase WHERE day = $1', [day])
    if (before) return 0n
    const { spent, bought } = buyFor(await loadWaiting(tx), { usdt: base, atmc: quoted })
    if (spent === 0n) return 0n
    await tx.query('INSERT INTO compute_purchase (day, at, spent, bought) VALUES ($1, $2, $3, $4)', [
      day,
      now,
      spent,
      bought,
    ])
    await post(tx, {
      key: stepKey('buy', day, 'ATMC'),
      at: now,
      ref: 'pool:compute',
      postings: [
        { from: company('fees'), to: reserve(pair), asset: 'USDT', units: spent },
        { from: reserve(pair), to: poolFree('compute'), asset: 'ATMC', units: bought },
      ],
    })
    await keepCompanyTrade(tx, pair, now, { base: spent, quoted: bought })
    return spent
  })
}
