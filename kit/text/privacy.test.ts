import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutSum, dayStart, digitAbove, firstDigit, mostOfDigit, publicCount, stepAbove } from './privacy.ts'

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

  it.each([
    [0n, 0n],
    [9n, 9n],
    [10n, 10n],
    [11n, 20n],
    [99n, 100n],
    [123_450_000_000n, 200_000_000_000n],
  ])('rounds %s up to %s', (units, shown) => {
    expect(digitAbove(units)).toBe(shown)
  })

  it.each([
    [0n, 0n],
    [1n, 1n],
    [9n, 9n],
    [10n, 19n],
    [99n, 99n],
    [123_450_000_000n, 199_999_999_999n],
  ])('has the first digit of %s up to %s', (units, most) => {
    expect(mostOfDigit(units)).toBe(most)
    expect([firstDigit(most), units === 0n || firstDigit(most + 1n) > firstDigit(units)]).toEqual([
      firstDigit(units),
      true,
    ])
  })

  it.each([
    [0n, 1n],
    [1n, 2n],
    [2n, 5n],
    [4n, 5n],
    [5n, 10n],
    [9n, 10n],
    [10n, 20n],
    [1_844_83000000n, 2_000_00000000n],
    [2_000_00000000n, 5_000_00000000n],
    [-1_844_83000000n, 2_000_00000000n],
  ])('takes as the step above %s %s', (largest, step) => {
    expect(stepAbove(largest)).toBe(step)
  })

  it.each([
    [1_844n, 1_844n, 0n],
    [2_000n, 2_000n, 0n],
    [4_999n, 1_844n, 4_000n],
    [-4_999n, 1_844n, -4_000n],
    [-1_844n, -1_844n, 0n],
    [0n, 0n, 0n],
  ])('shows a sum of %s with a largest part of %s as %s', (sum, largest, shown) => {
    expect(cutSum(sum, stepAbove(largest))).toBe(shown)
  })

  it('cuts a sum by less than a step that is larger than every part, and by at most two and a half times the largest', () => {
    const part = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (parts) => {
        const size = (units: bigint) => (units < 0n ? -units : units)
        const sum = parts.reduce((all, units) => all + units, 0n)
        const largest = parts.reduce((most, units) => (size(units) > most ? size(units) : most), 0n)
        const [step, shown] = [stepAbove(largest), cutSum(sum, stepAbove(largest))]
        expect(size(sum) - size(shown) < step && shown * sum >= 0n && shown % step === 0n).toBe(true)
        expect(step > largest && (step * 2n <= largest * 5n || largest <= 1n)).toBe(true)
      }),
    )
  })

  it('shows whoever knows all other parts the same for every part between two steps', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 9 }), amount, amount, (others, one, another) => {
        const own = 10n ** 15n
        const known = others.reduce((all, units) => all + units, own)
        const step = stepAbove(own)
        const isSame = (known + one) / step === (known + another) / step
        expect(cutSum(known + one, step) === cutSum(known + another, step)).toBe(isSame)
        expect(step > one && step > another).toBe(true)
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
