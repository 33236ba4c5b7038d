import { type Asset, assetNumber, assetOf, coins } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { classes, classNumber } from './classes.ts'
import { keepUp } from './history.store.ts'
import { laneOf } from './lane.ts'

/** What a day did to what a wallet has of a coin: available, held and in orders together. 10⁻⁸; below zero: less. */
export type MovedDay = {
  readonly day: Day
  readonly asset: Asset
  readonly change: bigint
  /** What of it came from others or went to them, or joined and left a market: neither gain nor loss. */
  readonly moved: bigint
}

const numbersOf = (fits: (name: string) => boolean): readonly number[] => classes.filter(fits).map(classNumber)
const spendable = numbersOf((name) => name.startsWith('wallet.'))
const own = [...spendable, ...numbersOf((name) => name.endsWith('.principal'))]
const others = numbersOf(
  (name) =>
    name.startsWith('wallet.') ||
    name.startsWith('outside.') ||
    name === 'house.in_flight' ||
    name === 'house.suspense',
)
const reserves = numbersOf((name) => name.startsWith('market.'))

/** The days from one on at which anything moved, from sums that are kept by day: as many rows as there are days, however much was posted. */
export async function movedDays(sql: Sql, walletId: WalletId, from: Day): Promise<MovedDay[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<{ day: Day; asset: number; change: string; moved: string }>(
    `SELECT day::text AS day, asset, sum(units_in - units_out)::text AS change,
       coalesce(sum(units_in - units_out) FILTER (
         WHERE class = ANY ($4::int2[]) AND other_class = ANY ($5::int2[]) OR other_class = ANY ($6::int2[]) AND line = 'liquidity'), 0)::text AS moved
     FROM own_day WHERE lane = $1 AND holder = $2 AND day >= $3 AND class = ANY ($7::int2[]) AND asset = ANY ($8::int2[])
     GROUP BY own_day.day, asset ORDER BY own_day.day, asset`,
    [laneOf(walletId), walletId, from, spendable, others, reserves, own, coins.map(assetNumber)],
  )
  return rows.map(({ day, asset, change, moved }) => ({
    day,
    asset: assetOf(asset),
    change: BigInt(change),
    moved: BigInt(moved),
  }))
}
