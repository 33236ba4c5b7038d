import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount/amount.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import type { Taking } from '../../terms/line.ts'
import { testFacts, testOrder } from '../../terms/test-order.ts'
import { compound } from './compound.ts'

const one = 100_000_000n
const terms = {
  line: 'compound',
  side: undefined,
  days: 0,
  powerPerDay: '0.0005',
  mostPerDay: '0.0002',
  startPower: '0.1',
} as const
const order = (changes: Parameters<typeof testOrder>[0] = {}) =>
  testOrder({
    sideUnits: 0n,
    promiseUnits: 0n,
    roundEnds: undefined,
    ...changes,
    terms: { ...terms, ...changes?.terms },
  })
const { take, share, start } = compound
if (!take || !share || !start) throw new Error('compound takes, shares and starts')

const power = (taking: Taking) => taking.power

describe('a compound order', () => {
  it('grants a tenth of its value at the start, and half a thousandth of its principal a day', () => {
    const ten = order({ valueUnits: 100n * one })
    expect(start(ten, testFacts()).postings).toMatchObject([{ asset: 'POWER', units: 10n * one, code: 8 }])
    const facts = testFacts({ principal: () => 120n * one, usdt: () => rateOf('0.05') })
    expect(compound.accrue(ten, facts)).toMatchObject([{ asset: 'POWER', units: (6n * one * 5n) / 10_000n, code: 9 }])
    expect(compound.accrue(ten, testFacts({ usdt: () => undefined }))).toEqual([])
  })

  it('is known by its record codes, and sold by the demo from about 1 USDT on', () => {
    expect(compound.codes).toEqual({ coin: [6, 12, 113], power: [8, 9, 10] })
    expect(compound.demo.map(({ id, base, minimumUnits }) => [id, base, minimumUnits / one])).toEqual([
      [20, 'USDT', 1n],
      [21, 'ATMC', 20n],
    ])
    expect(compound).toMatchObject({ endsAtWill: true, grows: true })
  })

  it('shares by its principal, at most the cap of its terms, and the income joins it', () => {
    const facts = testFacts({ principal: () => 1_000n * one })
    expect(share.weight(order(), facts)).toBe(1_000n * one)
    expect(share.most?.(order(), 'USDT', facts)).toBe(one / 5n)
    expect(share.most?.(order(), 'ATMC', facts)).toBe(0n)
    expect(share.pay(order(), 'USDT', 7n)).toMatchObject([
      { from: { owner: 'pool:compound' }, to: { owner: 'order:1', purpose: 'principal' }, units: 7n, code: 113 },
    ])
    expect(share.potOf(order({ terms: { base: 'ATMC' } }))).toBe('ATMC')
  })

  it('rounds what it grants down: POWER at the start and of a day, and the most of a day', () => {
    expect(start(order({ valueUnits: 19n }), testFacts()).postings).toMatchObject([{ units: 1n }])
    expect(start(order({ valueUnits: 9n }), testFacts()).postings).toEqual([])
    const facts = testFacts({ principal: () => 7_999n, usdt: () => rateOf('0.5') })
    expect(compound.accrue(order(), facts)).toMatchObject([{ units: 1n }])
    expect(share.most?.(order(), 'USDT', testFacts({ principal: () => 9_999n }))).toBe(1n)
  })

  it('rounds down what an order is still worth after a part, and gives no more than it holds', () => {
    // Two thirds of 100 are 66.67; a tenth of 100 less a tenth of 66 is 4.
    const third = take(order({ baseUnits: 3n, valueUnits: 100n }), 1n, { principal: 3n, power: one })
    expect(third.power).toBe(4n)
    expect(third.change).toEqual({ baseUnits: 2n, valueUnits: 66n, paidUnits: 0n })
    const paid = take(order({ baseUnits: 3n, valueUnits: 100n, paidUnits: 5n }), 4n, { principal: 4n, power: one })
    expect(paid.change).toEqual({ state: 'ended', baseUnits: 4n, paidUnits: 6n })
    for (const units of [0n, 5n])
      expect(() => take(order({ baseUnits: 3n }), units, { principal: 4n, power: one })).toThrow()
  })

  it('gives any part back, and takes back that part of what its start had granted', () => {
    const grown = { principal: 110n * one, power: 1_000n * one }
    const half = take(order(), 55n * one, grown)
    expect(half.postings).toMatchObject([
      { asset: 'USDT', units: 55n * one, code: 12, to: { purpose: 'available' } },
      { asset: 'POWER', units: 5n * one, code: 10, to: { owner: 'issued' } },
    ])
    expect(half.change).toEqual({ baseUnits: 55n * one, valueUnits: 50n * one, paidUnits: 10n * one })
    const all = take({ ...order(), ...half.change }, 55n * one, { principal: 55n * one, power: one })
    // Limited to the POWER held.
    expect(all.power).toBe(one)
    expect(all.change).toEqual({ state: 'ended', baseUnits: 55n * one, paidUnits: 10n * one })
  })

  it('takes back over all parts exactly what its start granted, whatever it grew in between', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(
        units,
        fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 100n }), units), { maxLength: 8 }),
        (value, steps) => {
          let held = order({ baseUnits: value, valueUnits: value })
          let principal = value
          let taken = 0n
          for (const [percent, growth] of steps) {
            principal += growth
            const part = (principal * percent) / 100n
            if (part === 0n || part === principal) continue
            const taking = take(held, part, { principal, power: 10n ** 18n })
            checkEntry({ key: 'test', at: held.boughtAt, postings: taking.postings })
            held = { ...held, ...taking.change }
            principal -= part
            taken += taking.power
          }
          const last = take(held, principal, { principal, power: 10n ** 18n })
          const granted = start(order({ baseUnits: value, valueUnits: value }), testFacts()).postings[0]?.units ?? 0n
          expect(taken + power(last)).toBe(granted)
        },
      ),
    )
  })
})
