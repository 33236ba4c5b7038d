import { showUnits } from '#kit/amount/amount.ts'
import { dayMs } from '#kit/time/clock.ts'
import type { CandlePeriod } from '#market/prices/candles.ts'

export const chartRanges = ['day', 'week', 'month', 'year', 'all'] as const
export type ChartRange = (typeof chartRanges)[number]

export const firstRange: ChartRange = 'week'

/** Candle period and length; the last range is unlimited. */
export const rangeOf: Readonly<Record<ChartRange, { readonly period: CandlePeriod; readonly ms: number }>> = {
  day: { period: '15m', ms: dayMs },
  week: { period: '1h', ms: 7 * dayMs },
  month: { period: '4h', ms: 30 * dayMs },
  year: { period: '1d', ms: 365 * dayMs },
  all: { period: '1w', ms: Number.POSITIVE_INFINITY },
}

type ChartPoint = { readonly at: string; readonly value: string }
type Ended = { readonly at: string; readonly open: string; readonly close: string }
/** Null before the first trade. */
type Latest = { readonly price: string | null; readonly at: string | null }

/** Starts with the price at the range's start and ends with the latest. @param now ISO 8601, market clock */
export function pointsOf(candles: readonly Ended[], range: ChartRange, latest: Latest, now: string): ChartPoint[] {
  const end = Date.parse(now)
  const start = end - rangeOf[range].ms
  const inside = candles.filter(({ at }) => Date.parse(at) >= start)
  const before = candles.filter(({ at }) => Date.parse(at) < start).at(-1)
  const first = inside[0]
  // Without trades, the earlier price remains.
  const stood = before?.close ?? first?.open ?? latest.price
  if (stood === null || stood === undefined) return []
  const begins =
    Number.isFinite(start) && before
      ? new Date(start).toISOString()
      : (first?.at ?? new Date(end - dayMs).toISOString())
  const points = [
    { at: begins, value: stood },
    ...inside.map(({ at, close }) => ({ at, value: close })),
    { at: now, value: latest.price ?? inside.at(-1)?.close ?? stood },
  ]
  return points.filter(
    ({ at }, place) =>
      place === 0 || Date.parse(at) > Date.parse(points[place - 1]?.at ?? at) || place === points.length - 1,
  )
}

const one = 100_000_000n
/** In 10⁻¹². */
function unitsOf(price: string): bigint {
  const [whole = '0', part = ''] = price.split('.')
  return BigInt(whole + part.padEnd(12, '0').slice(0, 12))
}

/** A share as a decimal string, rounded toward zero; null if unknown. */
export function changeOf(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined || to === undefined) return null
  const [before, after] = [unitsOf(from), unitsOf(to)]
  if (before === 0n) return null
  const share = ((after - before) * one) / before
  return share < 0n ? `-${showUnits(-share)}` : showUnits(share)
}
