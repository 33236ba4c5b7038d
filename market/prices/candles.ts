import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'

export const candlePeriods = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const
export type CandlePeriod = (typeof candlePeriods)[number]

/** Candles begin at whole multiples of their length since 1970, UTC. */
export const candleLengths: Readonly<
  Record<CandlePeriod, { readonly ms: number; readonly from: 'minute' | 'hour' | 'day' }>
> = {
  '1m': { ms: minuteMs, from: 'minute' },
  '5m': { ms: 5 * minuteMs, from: 'minute' },
  '15m': { ms: 15 * minuteMs, from: 'minute' },
  '1h': { ms: hourMs, from: 'hour' },
  '4h': { ms: 4 * hourMs, from: 'hour' },
  '1d': { ms: dayMs, from: 'day' },
  '1w': { ms: 7 * dayMs, from: 'day' },
}

/** Prices in 10⁻¹² of base for one quoted coin, amounts in 10⁻⁸. */
export type Candle = {
  readonly openedAt: Date
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly baseUnits: bigint
  readonly quotedUnits: bigint
  readonly trades: number
}

export type CandleTrade = {
  readonly at: Date
  readonly price: bigint
  readonly baseUnits: bigint
  readonly quotedUnits: bigint
}

/** Omits periods without a trade. @param trades oldest first. */
export function candlesOf(trades: readonly CandleTrade[], lengthMs: number): Candle[] {
  const candles = new Map<number, Candle>()
  for (const { at, price, baseUnits, quotedUnits } of trades) {
    const start = Math.floor(at.getTime() / lengthMs) * lengthMs
    const kept = candles.get(start)
    candles.set(start, {
      openedAt: new Date(start),
      open: kept?.open ?? price,
      high: kept && kept.high > price ? kept.high : price,
      low: kept && kept.low < price ? kept.low : price,
      close: price,
      baseUnits: (kept?.baseUnits ?? 0n) + baseUnits,
      quotedUnits: (kept?.quotedUnits ?? 0n) + quotedUnits,
      trades: (kept?.trades ?? 0) + 1,
    })
  }
  return [...candles.values()]
}
