import { describe, expect, it } from 'vitest'
import { candleLengths } from '#market/prices/candles.ts'
import { changeOf, chartRanges, pointsOf, rangeOf } from './chart-ranges.ts'

const now = '2026-11-22T12:00:00.000Z'
const candle = (at: string, open: string, close: string) => ({ at: `2026-11-${at}:00.000Z`, open, close })
const latest = { price: '1.5', at: '2026-11-22T11:58:00.000Z' }

describe('the points of a range', () => {
  const candles = [candle('20T10:00', '0.9', '1'), candle('22T02:00', '1.1', '1.2'), candle('22T09:00', '1.2', '1.4')]

  it('begin with the price that stood, and end with the latest', () => {
    expect(pointsOf(candles, 'day', latest, now)).toEqual([
      { at: '2026-11-21T12:00:00.000Z', value: '1' },
      { at: '2026-11-22T02:00:00.000Z', value: '1.2' },
      { at: '2026-11-22T09:00:00.000Z', value: '1.4' },
      { at: now, value: '1.5' },
    ])
  })

  it('begin with the first trade where none was before', () => {
    expect(pointsOf(candles.slice(1), 'day', latest, now)).toEqual([
      { at: '2026-11-22T02:00:00.000Z', value: '1.1' },
      { at: '2026-11-22T09:00:00.000Z', value: '1.4' },
      { at: now, value: '1.5' },
    ])
    expect(pointsOf(candles, 'all', latest, now)[0]).toEqual({ at: '2026-11-20T10:00:00.000Z', value: '0.9' })
  })

  it('are a level line where nobody traded, and none where nobody ever did', () => {
    expect(pointsOf(candles.slice(0, 1), 'day', { price: '1', at: null }, now)).toEqual([
      { at: '2026-11-21T12:00:00.000Z', value: '1' },
      { at: now, value: '1' },
    ])
    expect(pointsOf([], 'day', latest, now).map(({ value }) => value)).toEqual(['1.5', '1.5'])
    expect(pointsOf([], 'year', { price: null, at: null }, now)).toEqual([])
  })

  it('are drawn from so many candles that a phone can tell them apart', () => {
    for (const range of chartRanges) {
      const { period, ms } = rangeOf[range]
      if (Number.isFinite(ms)) expect(ms / candleLengths[period].ms).toBeLessThanOrEqual(365)
    }
  })
})

describe('the change over a range', () => {
  it('is a share of the first price, to eight decimals toward zero', () => {
    expect(changeOf('1', '1.5')).toBe('0.5')
    expect(changeOf('3', '1')).toBe('-0.66666666')
    expect(changeOf('0.000000000003', '0.000000000004')).toBe('0.33333333')
    expect(changeOf('2', '2')).toBe('0')
    expect(changeOf('0', '2')).toBeNull()
    expect(changeOf(undefined, '2')).toBeNull()
  })
})
