import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compensation, costOf, decideCompensation, payMostOf, restorableOf } from './compensation.ts'

const losses = { lost: 1_000n, restored: 400n }
const wanted: Compensation = { power: 600n, pay: 10n, available: 10n }

describe('restoring computing power', () => {
  it('gives back what decay took and nobody gave back yet', () => {
    expect(restorableOf(losses)).toBe(600n)
    expect(restorableOf({ lost: 5n, restored: 9n })).toBe(0n)
    expect(() => decideCompensation(wanted, losses)).not.toThrow()
    expect(() => decideCompensation({ ...wanted, power: 601n }, losses)).toThrow('power.restorable')
  })

  it('costs ATMC worth 1 USDT for each POWER, rounded up by less than a unit', () => {
    expect(costOf(100_000_000n, { numerator: 1n, denominator: 20n })).toBe(2_000_000_000n)
    const amount = fc.bigInt({ min: 1n, max: 10n ** 13n })
    fc.assert(
      fc.property(amount, amount, amount, (power, numerator, denominator) => {
        const pay = costOf(power, { numerator, denominator })
        expect(pay * numerator >= power * denominator).toBe(true)
        expect((pay - 1n) * numerator < power * denominator).toBe(true)
      }),
    )
    expect(() => costOf(1n, undefined)).toThrow('exchange.not_open')
  })

  it('is refused when it costs more than was agreed to, or than is there', () => {
    expect(() => decideCompensation({ ...wanted, payMost: 9n }, losses)).toThrow('invest.payment')
    expect(() => decideCompensation({ ...wanted, available: 9n }, losses)).toThrow('balance.insufficient')
    expect(payMostOf(1_000n)).toBe(1_020n)
  })
})
