import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, dayOf, startOf } from '#kit/time/clock.ts'
import { type PackageSales, salesOf } from '../../terms/sales.ts'
import { capsOf, packageCaps } from './package-settings.ts'

/** A package cancelled before its start frees quota only for other wallets, so that one wallet cannot block it all day. */
export async function loadPackageSales(sql: Sql, now: Date, walletId?: WalletId): Promise<PackageSales> {
  const day = dayOf(now)
  const [row] = await sql.query<{ sold: string; own: string }>(
    `SELECT coalesce(sum(value_units) FILTER (WHERE state <> 'cancelled'), 0)::text AS sold,
       coalesce(sum(value_units) FILTER (WHERE wallet_id = $3), 0)::text AS own
     FROM investment_order WHERE line = 'package' AND base_units > 0 AND bought_at >= $1 AND bought_at < $2`,
    [startOf(day), startOf(addDays(day, 1)), walletId ?? null],
  )
  const caps = capsOf(await readSetting(sql, packageCaps))
  return salesOf(caps, { sold: BigInt(row?.sold ?? '0'), own: BigInt(row?.own ?? '0') })
}
