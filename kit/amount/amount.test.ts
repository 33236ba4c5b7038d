import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide, greater, lesser, multiply, parseUnits, rateOf, showUnits, unitsMax } from './amount.ts'

describe('amounts', () => {
  it('reads and shows decimal text exactly', () => {
    expect(parseUnits('12.5')).toBe(1_250_000_000n)
    expect(showUnits(1_250_000_000n)).toBe('12.5')
    expect(showUnits(1_250_000_000n, 2)).toBe('12.50')
    expect([-1n, 0n, 1n].map((units) => showUnits(units))).toEqual(['-0.00000001', '0', '0.00000001'])
    expect([0n, 100_000_000n, 110_000_000n, 112_300_000n].map((units) => showUnits(units, 2))).toEqual([
      ...['0.00', '1.00'],
      ...['1.10', '1.123'],
    ])
    expect([parseUnits('0'), parseUnits('1'), parseUnits('0.00000001')]).toEqual([0n, 100_000_000n, 1n])
  })

  it('refuses what is not a plain decimal', () => {
    for (const text of ['', '1e30', '-1', '+1', '1.', '.5', '1,000', '0x10', ' 1', '1.123456789', '9999999999999'])
      expect(parseUnits(text), text).toBeUndefined()
    expect(parseUnits('1.234', 2)).toBeUndefined()
    expect(parseUnits('1.23', 2)).toBe(123_000_000n)
  })

  it('has at most 2⁶³ − 1 units', () => {
    expect(unitsMax).toBe(2n ** 63n - 1n)
    expect(parseUnits('92233720368.54775807')).toBe(unitsMax)
    expect(parseUnits('92233720368.54775808')).toBeUndefined()
    expect(multiply(unitsMax, rateOf('1'), 'down')).toBe(unitsMax)
    expect(() => multiply(unitsMax + 1n, rateOf('1'), 'down')).toThrow(RangeError)
  })

  it('gives back what it showed, for every amount that fits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: unitsMax }), (units) => {
        expect(parseUnits(showUnits(units))).toBe(units)
      }),
    )
  })

  it('rounds as named and never by more than one unit', () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 18n })
    fc.assert(
      fc.property(positive, positive, (dividend, divisor) => {
        const down = divide(dividend, divisor, 'down')
        const up = divide(dividend, divisor, 'up')
        expect(down * divisor <= dividend && dividend <= up * divisor).toBe(true)
        expect(up - down <= 1n).toBe(true)
      }),
    )
  })

  it('divides whole numbers from 0 by those above 0', () => {
    expect([divide(6n, 3n, 'up'), divide(7n, 3n, 'up'), divide(7n, 3n, 'down')]).toEqual([2n, 3n, 2n])
    expect([divide(0n, 1n, 'up'), divide(1n, 1n, 'down'), divide(1n, 2n, 'up')]).toEqual([0n, 1n, 1n])
    for (const [dividend, divisor] of [
      [-1n, 1n],
      [1n, 0n],
      [1n, -1n],
    ] as const)
      expect(() => divide(dividend, divisor, 'down'), `${dividend} / ${divisor}`).toThrow(RangeError)
  })

  it('reads a rate as a fraction', () => {
    expect(rateOf('5')).toEqual({ numerator: 5n, denominator: 1n })
    expect(rateOf('0.0024')).toEqual({ numerator: 24n, denominator: 10_000n })
    for (const text of ['', '-1', '1.', '.5', '1e3']) expect(() => rateOf(text), text).toThrow(RangeError)
  })

  it('keeps a third a third until it is rounded', () => {
    expect(multiply(3n, { numerator: 1n, denominator: 3n }, 'down')).toBe(1n)
    expect(multiply(100_000_000n, rateOf('0.0024'), 'down')).toBe(240_000n)
    expect(() => multiply(unitsMax, rateOf('2'), 'down')).toThrow(RangeError)
  })

  it('names the lesser and the greater of two', () => {
    expect([greater(1n, 2n), greater(2n, 1n), greater(unitsMax, unitsMax)]).toEqual([2n, 2n, unitsMax])
    expect([lesser(1n, 2n), lesser(2n, 1n), lesser(unitsMax, unitsMax)]).toEqual([1n, 1n, unitsMax])
  })
})
