import type { Rate } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { priceRate } from '../market.ts'

const referenceLifeMs = hourMs

/** @param price 10⁻¹² USDT */
export async function keepReference(sql: Sql, coin: Coin, price: bigint, at: Date): Promise<void> {
  await sql.query(
    `INSERT INTO coin_reference AS kept (coin, hour, at, price) VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $2, $3)
     ON CONFLICT (coin, hour) DO UPDATE SET at = EXCLUDED.at, price = EXCLUDED.price WHERE kept.at <= EXCLUDED.at`,
    [coin, at, price],
  )
}

/** Undefined if expired. */
export async function referencePrice(sql: Sql, coin: Coin, now: Date): Promise<Rate | undefined> {
  const [row] = await sql.query<{ price: bigint }>(
    'SELECT price FROM coin_reference WHERE coin = $1 AND at <= $2 AND at > $3 ORDER BY hour DESC LIMIT 1',
    [coin, now, addMs(now, -referenceLifeMs)],
  )
  return row && priceRate(row.price)
}
