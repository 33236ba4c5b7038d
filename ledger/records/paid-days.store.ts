import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Day, dayOf } from '#kit/time/clock.ts'
import { type AccountClass, classNumber } from '../posting/classes.ts'
import { laneOf } from '../posting/lane.ts'
import { keepUp } from './history.store.ts'

type PaidDaysQuery = {
  readonly assets: readonly Asset[]
  readonly codes: readonly number[]
  readonly payers: readonly AccountClass[]
  readonly from: Date
}

export type PaidDay = {
  readonly day: Day
  readonly asset: Asset
  readonly payer: AccountClass
  readonly units: bigint
  /** Time of the last payment. */
  readonly at: Date
}

/** Newest day first. */
export async function paidDays(
  sql: Sql,
  walletId: WalletId,
  { assets, codes, payers, from }: PaidDaysQuery,
): Promise<PaidDay[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<{ day: Day; asset: number; payer: number; units: bigint; at: Date }>(
    `SELECT day::text AS day, asset, other_class AS payer, sum(units_in)::int8 AS units, max(last_in) AS at FROM own_day
     WHERE lane = $1 AND holder = $2 AND day >= $3 AND class = $4 AND asset = ANY ($5::int2[]) AND code = ANY ($6::int2[])
       AND other_class = ANY ($7::int2[]) AND last_in >= $8
     GROUP BY own_day.day, asset, other_class ORDER BY own_day.day DESC, asset, other_class`,
    [
      ...[laneOf(walletId), walletId, dayOf(from), classNumber('wallet.available')],
      ...[assets.map(assetNumber), codes, payers.map(classNumber), from],
    ],
  )
  const nameOf = new Map(payers.map((name) => [classNumber(name), name]))
  return rows.flatMap(({ asset, payer, ...row }) => {
    const name = nameOf.get(payer)
    return name ? [{ ...row, asset: assetOf(asset), payer: name }] : []
  })
}
