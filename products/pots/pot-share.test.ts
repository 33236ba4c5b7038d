import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capAt, shareOf } from './pot-share.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })

describe('a share of a pot', () => {
  it('is by weight, rounded down, and all shares together are never more than the pot', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 14n }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(amount, weights, amount, (units, each, full) => {
        const weight = each.reduce((sum, one) => sum + one, 0n)
        const paid = each.reduce((sum, one) => sum + shareOf({ units, weight }, one, full), 0n)
        expect(paid <= units).toBe(true)
        if (weight > 0n && weight >= full) expect(units - paid < BigInt(each.length)).toBe(true)
      }),
    )
  })

  it('is scaled while all weights together stay below the full weight', () => {
    expect(shareOf({ units: 1_000n, weight: 10n }, 10n, 0n)).toBe(1_000n)
    expect(shareOf({ units: 1_000n, weight: 10n }, 10n, 100n)).toBe(100n)
    expect(shareOf({ units: 1_000n, weight: 200n }, 50n, 100n)).toBe(250n)
    expect(shareOf({ units: 1_000n, weight: 0n }, 0n, 0n)).toBe(0n)
  })
})

describe('a payment against a cap', () => {
  const half = { numerator: 1n, denominator: 2n }
  it('is whole until it reaches what is left, and then cut to it', () => {
    expect(capAt(100n, 199n, half)).toEqual({ units: 199n, valueUnits: 99n, last: false })
    expect(capAt(100n, 200n, half)).toEqual({ units: 200n, valueUnits: 100n, last: true })
    expect(capAt(100n, 1_000n, half)).toEqual({ units: 200n, valueUnits: 100n, last: true })
    expect(capAt(0n, 1_000n, half)).toEqual({ units: 0n, valueUnits: 0n, last: true })
  })

  it('never pays more worth than is left', () => {
    const price = fc.record({
      numerator: fc.bigInt({ min: 1n, max: 10n ** 6n }),
      denominator: fc.bigInt({ min: 1n, max: 10n ** 6n }),
    })
    fc.assert(
      fc.property(amount, amount, price, (left, units, rate) => {
        const paid = capAt(left, units, rate)
        expect(paid.units <= units).toBe(true)
        expect(paid.units * rate.numerator <= (left + 1n) * rate.denominator).toBe(true)
        expect(paid.valueUnits <= left).toBe(true)
      }),
    )
  })
})
