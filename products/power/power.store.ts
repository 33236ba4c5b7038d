import { assetNumber } from '#kit/assets.ts'
import { addMs, dayMs, dayOf, startOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Losses, restorableDays } from './compensation.ts'

const account = (asset: 'POWER' | 'ATMC') =>
  `(SELECT id FROM balance WHERE owner = $1 AND purpose = 'available' AND asset = ${assetNumber(asset)})`

/** What decay took of a wallet's POWER in the last 30 days, and what of it was restored. */
export async function loadLosses(sql: Sql, walletId: WalletId, now: Date): Promise<Losses> {
  const [row] = await sql.query<{ lost: string; restored: string }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::text FROM record WHERE debit = ${account('POWER')} AND code = 16
         AND happened_at > $2) AS lost,
       (SELECT coalesce(sum(amount), 0)::text FROM record WHERE credit = ${account('POWER')} AND code = 17
         AND happened_at > $2) AS restored`,
    [`wallet:${walletId}`, addMs(now, -restorableDays * dayMs)],
  )
  return { lost: BigInt(row?.lost ?? '0'), restored: BigInt(row?.restored ?? '0') }
}

/** ATMC the compute pool paid a wallet: at the midnight that began today, and ever. */
export async function loadMined(sql: Sql, walletId: WalletId, now: Date): Promise<{ today: bigint; total: bigint }> {
  const [row] = await sql.query<{ today: string; total: string }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE happened_at >= $2), 0)::text AS today, coalesce(sum(amount), 0)::text AS total
     FROM record WHERE credit = ${account('ATMC')} AND code = 26`,
    [`wallet:${walletId}`, startOf(dayOf(now))],
  )
  return { today: BigInt(row?.today ?? '0'), total: BigInt(row?.total ?? '0') }
}
