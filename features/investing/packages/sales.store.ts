import { addDays, dayOf, startOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import { capsOf, packageCaps } from './package-settings.ts'
import type { PackageSales } from './sales.ts'

/** What packages of all kinds sold on the day of a moment, and what that leaves; one cancelled before its start counts no more. */
export async function loadPackageSales(sql: Sql, now: Date, walletId?: WalletId): Promise<PackageSales> {
  const day = dayOf(now)
  const [row] = await sql.query<{ sold: string; own: string }>(
    `SELECT coalesce(sum(value_units), 0)::text AS sold, coalesce(sum(value_units) FILTER (WHERE wallet_id = $3), 0)::text AS own
     FROM investment_order WHERE line = 'package' AND base_units > 0 AND state <> 'cancelled' AND bought_at >= $1 AND bought_at < $2`,
    [startOf(day), startOf(addDays(day, 1)), walletId ?? null],
  )
  const { dayValue, walletValue } = capsOf(await readSetting(sql, packageCaps))
  const left = (most: bigint, sold: string | undefined) =>
    most > BigInt(sold ?? '0') ? most - BigInt(sold ?? '0') : 0n
  return {
    dayMost: dayValue,
    dayLeft: left(dayValue, row?.sold),
    walletMost: walletValue,
    walletLeft: left(walletValue, row?.own),
  }
}
