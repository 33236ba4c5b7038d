import { type Asset, assetNumber, assetOf, coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import { classes, classNumber } from '../posting/classes.ts'
import { laneOf } from '../posting/lane.ts'
import { keepUp } from './history.store.ts'

/** Available, held and in-order units together, in 10⁻⁸. */
export type MovedDay = {
  readonly day: Day
  readonly asset: Asset
  readonly change: bigint
  /** Transfers, and coins that joined or left a market: neither gain nor loss. */
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

/** From daily sums. */
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
