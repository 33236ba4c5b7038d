import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { loadCandles, loadDay } from './candles.store.ts'
import { type CandleTrade, candleLengths, candlePeriods, candlesOf } from './candles.ts'

const start = new Date('2026-11-21T10:00:00Z')
const pair = 'USDT-WLD'

describe('the candles of a market', () => {
  let db: Db
  const trades: CandleTrade[] = []
  const insert = ({ at, price, baseUnits, quotedUnits }: CandleTrade) =>
    db.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)', [
      pair,
      at,
      baseUnits,
      quotedUnits,
      price,
    ])
  beforeAll(async () => {
    db = await testDb()
    const dice = seededDice(40)
    let at = start
    for (let count = 0; count < 400; count += 1) {
      at = addMs(at, dice.chance(0.05) ? dice.below(2 * dayMs) : dice.chance(0.1) ? 0 : dice.below(20 * minuteMs))
      const [price, baseUnits, quotedUnits] = [dice.below(2_000_000_000), dice.below(1_000_000), dice.below(1_000_000)]
      trades.push({
        at,
        price: BigInt(1 + price),
        baseUnits: BigInt(1 + baseUnits),
        quotedUnits: BigInt(1 + quotedUnits),
      })
    }
    for (const trade of trades) await insert(trade)
  })
  afterAll(() => db.close())
  const end = (): Date => trades.at(-1)?.at ?? start

  it.each(candlePeriods)('of %s are what the rule makes of the trades', async (period) => {
    const count = 100_000
    const kept = await loadCandles(db, pair, { period, count, now: end() })
    expect(kept).toEqual(candlesOf(trades, candleLengths[period].ms))
    expect(kept.length).toBeGreaterThan(3)
  })

  it('are so many lengths of time, and none for a time in which nobody traded', async () => {
    const last = await loadCandles(db, pair, { period: '1h', count: 3, now: end() })
    const first = Math.floor(end().getTime() / hourMs) * hourMs - 2 * hourMs
    expect(last).toEqual(candlesOf(trades, hourMs).filter(({ openedAt }) => openedAt.getTime() >= first))
    expect(await loadCandles(db, pair, { period: '1m', count: 60, now: addMs(end(), dayMs) })).toEqual([])
    expect(await loadCandles(db, 'USDT-ATMX', { period: '1d', count: 60, now: end() })).toEqual([])
  })

  it('of a day are the trades of the last 24 h, to the minute', async () => {
    const now = end()
    const from = Math.floor(now.getTime() / minuteMs) * minuteMs + minuteMs - dayMs
    const inside = trades.filter(({ at }) => at.getTime() >= from)
    const [whole] = candlesOf(inside, 100_000 * dayMs)
    expect(await loadDay(db, pair, now)).toEqual({ ...whole, openedAt: new Date(from) })
    expect(await loadDay(db, pair, addMs(now, 2 * dayMs))).toBeUndefined()
  })

  it('and the sums of prices are the same whether trades come one by one, together, or late', async () => {
    const dice = seededDice(41)
    const rows = Array.from({ length: 60 }, () => [
      ['USDT-ATMC', 'USDT-ATMX'][dice.below(2)],
      addMs(start, dice.below(4) * dice.below(hourMs)).toISOString(),
      1 + dice.below(1_000),
      1 + dice.below(1_000),
      1 + dice.below(1_000_000),
      dice.chance(0.3) ? null : 1 + dice.below(1_000_000),
    ])
    const inGroups = async (size: number) => {
      const other = await testDb()
      for (let from = 0; from < rows.length; from += size) {
        const some = rows.slice(from, from + size)
        await other.query(
          `INSERT INTO market_trade (pair, at, base_units, quote_units, price, price_after)
           SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::int8[], $4::int8[], $5::int8[], $6::int8[])`,
          [0, 1, 2, 3, 4, 5].map((column) => some.map((row) => row[column])),
        )
      }
      const kept = [
        await other.query('SELECT * FROM market_standing ORDER BY trade_id'),
        await other.query('SELECT * FROM market_candle ORDER BY pair, period, opened_at'),
      ]
      await other.close()
      return kept
    }
    const oneByOne = await inGroups(1)
    expect(oneByOne[0]?.length).toBe(60)
    for (const size of [2, 7, 60]) expect(await inGroups(size), `${size} at once`).toEqual(oneByOne)
    rows.sort(([, one], [, other]) => (String(one) < String(other) ? -1 : 1))
    const inTime = await inGroups(1)
    for (const size of [7, 60]) expect(await inGroups(size), `${size} at once, in time`).toEqual(inTime)
  })

  it('are right for a trade that arrives after a later one, and cannot be wrong about high and low', async () => {
    const other = { price: 5n, baseUnits: 1n, quotedUnits: 1n }
    const at = addMs(end(), 10 * dayMs)
    await insert({ ...other, at: addMs(at, 10_000) })
    await insert({ ...other, price: 9n, at })
    const [candle] = await loadCandles(db, pair, { period: '1d', count: 1, now: at })
    expect(candle).toMatchObject({ open: 9n, close: 5n, high: 9n, low: 5n, trades: 2 })
    await expect(db.query('UPDATE market_candle SET high = 0')).rejects.toThrow('check')
  })
})
