import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart, firstDigit, publicCount } from './privacy.ts'

describe('what others read', () => {
  it.each([
    [0n, 0n],
    [1n, 1n],
    [9n, 9n],
    [123_456_789_00000000n, 100_000_000_00000000n],
    [99n, 90n],
    [-99n, -90n],
  ])('shows %s as %s', (units, shown) => {
    expect(firstDigit(units)).toBe(shown)
  })

  it('is never more than the amount, never less than half of it, and the same when it is rounded again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (units) => {
        const shown = firstDigit(units)
        expect(shown <= units && shown * 2n > units).toBe(true)
        expect(firstDigit(shown)).toBe(shown)
      }),
    )
  })

  it('counts nobody below five', () => {
    expect([0, 1, 4, 5, 6].map(publicCount)).toEqual([0, 0, 0, 5, 6])
  })

  it('names the day alone', () => {
    expect(dayStart(new Date('2026-11-27T23:59:59.999Z')).toISOString()).toBe('2026-11-27T00:00:00.000Z')
    expect(dayStart(new Date('1969-12-31T12:00:00Z')).toISOString()).toBe('1969-12-31T00:00:00.000Z')
  })
})
