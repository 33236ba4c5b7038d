import { type Asset, assetNumber } from '#kit/assets.ts'
import { type Day, dayOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { type AccountClass, classNumber } from './classes.ts'
import { keepUp } from './history.store.ts'
import { laneOf } from './lane.ts'

type PaidDaysQuery = {
  readonly assets: readonly Asset[]
  readonly codes: readonly number[]
  /** Kinds of account that paid. */
  readonly payers: readonly AccountClass[]
  readonly from: Date
}

/** The days from a moment on at which something under some codes came into what a wallet may spend, and when the last of it came. */
export async function paidDays(
  sql: Sql,
  walletId: WalletId,
  { assets, codes, payers, from }: PaidDaysQuery,
): Promise<{ readonly day: Day; readonly at: Date }[]> {
  await keepUp(sql, walletId)
  return sql.query(
    `SELECT day::text AS day, max(last_in) AS at FROM own_day
     WHERE lane = $1 AND holder = $2 AND day >= $3 AND class = $4 AND asset = ANY ($5::int2[]) AND code = ANY ($6::int2[])
       AND other_class = ANY ($7::int2[]) AND last_in >= $8
     GROUP BY own_day.day ORDER BY own_day.day DESC`,
    [
      ...[laneOf(walletId), walletId, dayOf(from), classNumber('wallet.available')],
      ...[assets.map(assetNumber), codes, payers.map(classNumber), from],
    ],
  )
}
