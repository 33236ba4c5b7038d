import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide, lesser, multiply, parseUnits, rateOf, showUnits, unitsMax } from './amount.ts'

describe('amounts', () => {
  it('reads and shows decimal text exactly', () => {
    expect(parseUnits('12.5')).toBe(1_250_000_000n)
    expect(showUnits(1_250_000_000n)).toBe('12.5')
    expect(showUnits(1_250_000_000n, 2)).toBe('12.50')
    expect(showUnits(-1n)).toBe('-0.00000001')
  })

  it('refuses what is not a plain decimal', () => {
    for (const text of ['', '1e30', '-1', '+1', '1.', '.5', '1,000', '0x10', ' 1', '1.123456789', '9999999999999'])
      expect(parseUnits(text), text).toBeUndefined()
    expect(parseUnits('1.234', 2)).toBeUndefined()
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

  it('keeps a third a third until it is rounded', () => {
    expect(multiply(3n, { numerator: 1n, denominator: 3n }, 'down')).toBe(1n)
    expect(multiply(100_000_000n, rateOf('0.0024'), 'down')).toBe(240_000n)
    expect(() => multiply(unitsMax, rateOf('2'), 'down')).toThrow(RangeError)
  })

  it('names the lesser of two', () => {
    expect([lesser(1n, 2n), lesser(2n, 1n), lesser(unitsMax, unitsMax)]).toEqual([1n, 1n, unitsMax])
  })
})
