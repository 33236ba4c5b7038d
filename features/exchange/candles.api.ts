import { showUnits } from '#kit/amount/amount.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { implementRead } from '#kit/wire/implement.api.ts'
import { reservesOf } from '#market/market.store.ts'
import { loadCandles, loadDay } from '#market/prices/candles.store.ts'
import type { Candle, CandlePeriod } from '#market/prices/candles.ts'
import { showPrice } from '#market/prices/prices.ts'
import { pairOf } from '#market/trade/trade-rules.ts'
import { exchangeCandles } from './candles.contract.ts'

/** As many candles as a phone can show: a year of days, ten years of weeks. */
const candlesShown: Partial<Record<CandlePeriod, number>> = { '1d': 367, '1w': 522 }
const fewCandles = 200

const showRange = ({ high, low, baseUnits, quotedUnits }: Candle) => ({
  high: showPrice(high),
  low: showPrice(low),
  baseVolume: showUnits(baseUnits),
  quotedVolume: showUnits(quotedUnits),
})

export const exchangeCandlesApi = implementRead(exchangeCandles, async ({ exchangeId, period }, { db, now }) => {
  const pair = pairOf(exchangeId)
  const candles = await loadCandles(db, pair, { period, count: candlesShown[period] ?? fewCandles, now })
  const day = await loadDay(db, pair, now)
  const { base, quoted } = await reservesOf(db, pair)
  return {
    exchangeId,
    period,
    asOf: new Date(Math.floor(now.getTime() / minuteMs) * minuteMs).toISOString(),
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
