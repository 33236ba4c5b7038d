import { describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import {
  cancelsMax,
  feeOf,
  fiatOf,
  firstTrades,
  marginMax,
  openMax,
  partnerVolume,
  priceOf,
  usualWindow,
  windowMs,
  windows,
} from './otc-terms.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n

describe('the figures of a trade over the counter', () => {
  it('a fee of 0.2 %, rounded up to the unit', () => {
    expect(feeOf(units('100'))).toBe(units('0.2'))
    expect(feeOf(units('0.01'))).toBe(units('0.00002'))
    expect(feeOf(1n)).toBe(1n)
    expect(feeOf(501n)).toBe(2n)
  })

  it('money in whole cents, rounded up', () => {
    expect(fiatOf(units('100'), units('278.5'))).toBe(units('27850'))
    expect(fiatOf(units('0.01'), units('0.9'))).toBe(units('0.01'))
    expect(fiatOf(units('10'), units('1.0001'))).toBe(units('10.01'))
  })

  it('a price that is fixed, or follows the guide price by a margin', () => {
    expect(priceOf({ fixed: units('280'), margin: null }, units('278.5'))).toBe(units('280'))
    expect(priceOf({ fixed: null, margin: 0 }, units('278.5'))).toBe(units('278.5'))
    expect(priceOf({ fixed: null, margin: 150 }, units('200'))).toBe(units('203'))
    expect(priceOf({ fixed: null, margin: -1_000 }, units('200'))).toBe(units('180'))
    expect(priceOf({ fixed: null, margin: 150 }, 99n)).toBe(100n)
    expect(marginMax).toBe(1_000)
  })

  it('bounds of the specification: three trades open, three cancelled a day, the first five small, 30 minutes to pay', () => {
    expect({ openMax, cancelsMax, firstTrades, partnerVolume, usualWindow }).toEqual({
      openMax: 3,
      cancelsMax: 3,
      firstTrades: 5,
      partnerVolume: units('100'),
      usualWindow: 30,
    })
    expect(windows.map(windowMs)).toEqual([900_000, 1_800_000, 2_700_000, 3_600_000])
  })
})
