import type { Sql } from '#kit/store/db.ts'
import type { PairId } from '#kit/text/ids.ts'
import { dayMs, minuteMs } from '#kit/time/clock.ts'
import { type Candle, type CandlePeriod, candleLengths } from './candles.ts'

type Row = Omit<Candle, 'baseUnits' | 'quotedUnits' | 'trades'> & {
  readonly baseUnits: string
  readonly quotedUnits: string
  readonly trades: bigint
}
const candleOf = (row: Row): Candle => ({
  ...row,
  baseUnits: BigInt(row.baseUnits),
  quotedUnits: BigInt(row.quotedUnits),
  trades: Number(row.trades),
})

const merged = `(array_agg(open ORDER BY opened_at))[1] AS open, max(high) AS high, min(low) AS low,
  (array_agg(close ORDER BY opened_at DESC))[1] AS close,
  sum(base_units)::text AS "baseUnits", sum(quote_units)::text AS "quotedUnits", sum(trades)::bigint AS trades`

/** Oldest first; periods without a trade are left out. */
export async function loadCandles(
  sql: Sql,
  pair: PairId,
  { period, count, now }: { readonly period: CandlePeriod; readonly count: number; readonly now: Date },
): Promise<Candle[]> {
  const { ms, from } = candleLengths[period]
  const start = new Date((Math.floor(now.getTime() / ms) - count + 1) * ms)
  const rows = await sql.query<Row>(
    `SELECT to_timestamp(floor(extract(epoch FROM opened_at) / $1::int) * $1::int) AS "openedAt", ${merged} FROM market_candle
     WHERE pair = $2 AND period = $3 AND opened_at >= $4 AND opened_at <= $5 GROUP BY 1 ORDER BY 1`,
    [ms / 1_000, pair, from, start, now],
  )
  return rows.map(candleOf)
}

/** Candle of the last 24 hours, to the minute; undefined without a trade. */
export async function loadDay(sql: Sql, pair: PairId, now: Date): Promise<Candle | undefined> {
  const start = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + minuteMs - dayMs)
  const [row] = await sql.query<Row>(
    `SELECT $2::timestamptz AS "openedAt", ${merged} FROM market_candle
     WHERE pair = $1 AND period = 'minute' AND opened_at >= $2 AND opened_at <= $3 HAVING count(*) > 0`,
    [pair, start, now],
  )
  return row && candleOf(row)
}
