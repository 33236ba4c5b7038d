import { assetNumber } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, addMs, dayMs, dayOf, startOf } from '#kit/time/clock.ts'
import { classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { keepUp } from '#ledger/records/history.store.ts'
import { type Losses, restorableDays } from './compensation.ts'

const wallet = classNumber('wallet.available')

/** Uses daily sums for whole days and records for the first, partial day. */
export async function loadLosses(sql: Sql, walletId: WalletId, now: Date): Promise<Losses> {
  await keepUp(sql, walletId)
  const since = addMs(now, -restorableDays * dayMs)
  const nextDay = addDays(dayOf(since), 1)
  const first = 'lane = $1 AND holder = $2 AND asset = $3 AND code IN (16, 17) AND at > $5 AND at < $6'
  const rows = await sql.query<{ code: number; units: string }>(
    `SELECT code, sum(units)::text AS units FROM (
       SELECT code, units_in + units_out AS units FROM own_day
         WHERE lane = $1 AND holder = $2 AND asset = $3 AND code IN (16, 17) AND class = $4 AND day >= $7
       UNION ALL SELECT r.code, p.amount::numeric FROM own_record r CROSS JOIN LATERAL (
           SELECT amount FROM record WHERE record.lane = $1 AND record.id = r.id OFFSET 0) p
         WHERE ${first} AND r.id NOT IN (SELECT id FROM late_leg WHERE ${first} AND class = $4)
       UNION ALL SELECT code, (units_in + units_out)::numeric FROM late_leg WHERE ${first} AND class = $4) moved
     GROUP BY code`,
    [laneOf(walletId), walletId, assetNumber('POWER'), wallet, since, startOf(nextDay), nextDay],
  )
  const of = (code: number) => BigInt(rows.find((row) => row.code === code)?.units ?? '0')
  return { lost: of(16), restored: of(17) }
}

/** ATMC units from POWER: at today's midnight, and in total. */
export async function loadMined(sql: Sql, walletId: WalletId, now: Date): Promise<{ today: bigint; total: bigint }> {
  await keepUp(sql, walletId)
  const paid = 'lane = $1 AND holder = $2 AND asset = $3 AND code = 26 AND class = $4'
  const [row] = await sql.query<{ today: string; total: string }>(
    `SELECT (SELECT coalesce(sum(units_in), 0)::text FROM own_day WHERE ${paid} AND day >= $5) AS today,
       (SELECT coalesce(sum(units_in), 0)::text FROM own_month WHERE ${paid}) AS total`,
    [laneOf(walletId), walletId, assetNumber('ATMC'), wallet, dayOf(now)],
  )
  return { today: BigInt(row?.today ?? '0'), total: BigInt(row?.total ?? '0') }
}
