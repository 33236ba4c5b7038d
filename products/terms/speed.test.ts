import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount/amount.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type Mark, releaseUnits, speedOf } from './speed.ts'

const at = new Date('2026-12-01T00:00:00Z')
const daysAgo = (days: number) => addMs(at, -days * dayMs)
const mark = (boost: Mark['boost'], valueUnits: bigint, days = 30): Mark => ({
  boost,
  valueUnits,
  since: daysAgo(days),
})
/** In thousandths. */
const speed = (marks: Mark[], pending: bigint) => {
  const { numerator, denominator } = speedOf(marks, pending, at).speed
  return Number((numerator * 1_000n) / denominator)
}

describe('the speed of a release', () => {
  it('is in proportion to accelerated ÷ pending, at most 1', () => {
    expect(speed([], 1_000n)).toBe(0)
    expect(speed([mark('1.0', 50n)], 1_000n)).toBe(50)
    expect(speed([mark('1.0', 50n), mark('1.0', 200n)], 1_000n)).toBe(250)
    expect(speed([mark('1.0', 1_000n)], 1_000n)).toBe(1_000)
    expect(speed([mark('1.0', 9_000n)], 1_000n)).toBe(1_000)
  })

  it('has the step of the highest part reached in version 2.0', () => {
    const steps = [99n, 100n, 249n, 250n, 499n, 500n, 999n, 1_000n, 5_000n].map((marked) =>
      speed([mark('2.0', marked)], 1_000n),
    )
    expect(steps).toEqual([99, 350, 499, 1_000, 1_249, 1_750, 2_249, 3_000, 3_000])
  })

  it('has the step only after seven days, and never for version 1.0', () => {
    expect(speed([mark('2.0', 500n, 6)], 1_000n)).toBe(500)
    expect(speed([mark('2.0', 500n, 7)], 1_000n)).toBe(1_750)
    expect(speed([mark('1.0', 500n, 90)], 1_000n)).toBe(500)
    expect(speed([mark('2.0', 100n, 7), mark('2.0', 400n, 3), mark('1.0', 100n)], 1_000n)).toBe(850)
  })

  it('is nothing without anything pending', () => {
    expect(speed([mark('2.0', 500n)], 0n)).toBe(0)
  })

  it('is never more than 3 and never less than nothing', () => {
    const value = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const marks = fc.array(fc.record({ boost: fc.constantFrom('1.0', '2.0'), valueUnits: value, days: fc.nat(30) }))
    fc.assert(
      fc.property(marks, value, (some, pending) => {
        const { speed: found } = speedOf(
          some.map(({ boost, valueUnits, days }) => mark(boost as Mark['boost'], valueUnits, days)),
          pending,
          at,
        )
        expect(found.numerator >= 0n && found.numerator <= 3n * found.denominator).toBe(true)
      }),
    )
  })
})

describe("a day's release", () => {
  const perDay = rateOf('0.005')
  const none = rateOf('0')
  it('is half a percent of the whole, sped up, never more than is left', () => {
    expect(releaseUnits(1_000_000n, perDay, none, 900_000n)).toBe(5_000n)
    expect(releaseUnits(1_000_000n, perDay, rateOf('0.35'), 900_000n)).toBe(6_750n)
    expect(releaseUnits(1_000_000n, perDay, rateOf('3'), 900_000n)).toBe(20_000n)
    expect(releaseUnits(1_000_000n, perDay, rateOf('3'), 19_999n)).toBe(19_999n)
    expect(releaseUnits(1_000_000n, perDay, none, 0n)).toBe(0n)
  })

  it('always moves something while something is left, so that a package ends', () => {
    expect(releaseUnits(100n, perDay, none, 3n)).toBe(1n)
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.bigInt({ min: 0n, max: 300n }), (total, percent) => {
        let left = total
        let days = 0
        while (left > 0n) {
          left -= releaseUnits(total, perDay, { numerator: percent, denominator: 100n }, left)
          days += 1
          expect(days).toBeLessThanOrEqual(201)
        }
      }),
    )
  })
})
