import { showUnits } from '#kit/amount.ts'
import { implementRead } from '#kit/wire/implement.api.ts'
import { loadCandles, loadDay } from '#market/candles.store.ts'
import type { Candle } from '#market/candles.ts'
import { reservesOf } from '#market/market.store.ts'
import { showPrice } from '#market/prices.ts'
import { exchangeCandles } from './candles.contract.ts'
import { pairOf } from './exchange.ts'

/** So many lengths of time back: what a small screen can show and still tell apart. */
const candlesShown = 200

const showRange = ({ high, low, baseUnits, quotedUnits }: Candle) => ({
  high: showPrice(high),
  low: showPrice(low),
  baseVolume: showUnits(baseUnits),
  quotedVolume: showUnits(quotedUnits),
})

export const exchangeCandlesApi = implementRead(exchangeCandles, async ({ exchangeId, period }, { db, now }) => {
  const pair = pairOf(exchangeId)
  const candles = await loadCandles(db, pair, { period, count: candlesShown, now })
  const day = await loadDay(db, pair, now)
  const { base, quoted } = await reservesOf(db, pair)
  return {
    exchangeId,
    period,
    items: candles.map((candle) => ({
      at: candle.openedAt.toISOString(),
      open: showPrice(candle.open),
      close: showPrice(candle.close),
      ...showRange(candle),
    })),
    day: day ? { ...showRange(day), trades: day.trades } : null,
    baseReserve: showUnits(base),
    quotedReserve: showUnits(quoted),
  }
})
