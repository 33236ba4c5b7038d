// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { candleData, type DrawnCandle } from './draw-candles.ts'

const candle = (open: string, high: string, low: string, close: string): DrawnCandle => ({
  at: '2026-11-22T10:00:00.000Z',
  open,
  high,
  low,
  close,
  baseVolume: '1',
})

describe('a candle', () => {
  it('begins with its own opening where none is before it', () => {
    const { time, open, close } = candleData(candle('1.2', '1.4', '1.1', '1.3'), undefined)
    expect([time, open, close]).toEqual([1_795_341_600, 1.2, 1.3])
  })

  it('begins where the one before ended, and reaches as far as there', () => {
    const before = candle('1', '1', '0.9', '0.95')
    // A single trade would be an isolated dash at 1.3.
    expect(candleData(candle('1.3', '1.3', '1.3', '1.3'), before)).toMatchObject({
      open: 0.95,
      low: 0.95,
      high: 1.3,
      close: 1.3,
    })
    expect(candleData(candle('0.8', '0.8', '0.8', '0.8'), before)).toMatchObject({
      open: 0.95,
      low: 0.8,
      high: 0.95,
      close: 0.8,
    })
  })

  it('keeps how far its own trades went', () => {
    const before = candle('1', '1', '1', '1')
    expect(candleData(candle('1.1', '1.5', '0.7', '1.2'), before)).toMatchObject({ low: 0.7, high: 1.5 })
  })
})
