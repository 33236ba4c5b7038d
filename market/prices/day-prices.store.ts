import { unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'

export type DayPrice = { readonly day: Day; readonly coin: Coin; readonly price: bigint }

/** Rounded down. Omits unsettled days and coins without a trade for a week. */
export async function dayPrices(sql: Sql, span: { readonly from: Day; readonly before: Day }): Promise<DayPrice[]> {
  const rows = await sql.query<{ day: Day; coin: Coin; numerator: string; denominator: string }>(
    `SELECT day::text AS day, coin, numerator::text, denominator::text FROM settlement_price
     WHERE purpose = 'shown' AND day >= $1 AND day < $2 ORDER BY day, coin`,
    [span.from, span.before],
  )
  return rows.map(({ day, coin, numerator, denominator }) => ({
    day,
    coin,
    price: (unitsPerOne * BigInt(numerator)) / BigInt(denominator),
  }))
}
