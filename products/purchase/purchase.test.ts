import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import { cardOf } from '../orders/card.ts'
import {
  decidePurchase,
  expectCard,
  expectOnSale,
  figuresOf,
  hasNoTerm,
  holdingsToQuote,
  periodOf,
  piecesMost,
  piecesMostOf,
  sideMostOf,
  termsOf,
  timesFigures,
} from '../terms/purchase.ts'
import { annualShare, percent } from '../terms/share.ts'
import { testProduct, testTerms } from '../terms/test-order.ts'

const at = new Date('2026-11-21T10:00:00Z')
const usdt = { side: rateOf('0.05'), baseInUsdt: rateOf('1') }
const rich = { base: 10n ** 18n, side: 10n ** 18n, poolFree: 10n ** 18n }
const figures = (units: bigint) => figuresOf(testTerms, units, usdt, at, true)
const refusal = (act: () => void) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return [error.key, error.params]
    throw error
  }
  return undefined
}

describe('the figures of an order', () => {
  it('asks for side coin worth a fifth of the base coin and promises the rate of the round', () => {
    expect(figures(10_000_000_000n)).toMatchObject({
      sideUnits: 40_000_000_000n,
      promiseUnits: 10_000_000n,
      valueUnits: 10_000_000_000n,
      sideValueUnits: 2_000_000_000n,
      powerUnits: 30_000_000n,
    })
  })

  it('rounds what is paid up and what is received down, by less than a unit', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 13n })
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(amount, price, (units, numerator) => {
        const denominator = 1_000_000_000n
        const side = { numerator, denominator }
        const { sideUnits, promiseUnits } = figuresOf(testTerms, units, { ...usdt, side }, at, false)
        expect(sideUnits * 5n * numerator >= units * denominator).toBe(true)
        expect((sideUnits - 1n) * 5n * numerator < units * denominator).toBe(true)
        expect(promiseUnits * 1000n <= units && units < (promiseUnits + 1n) * 1000n).toBe(true)
      }),
    )
  })

  it('needs no side coin, and no price for it, where the period asks for none', () => {
    const terms = termsOf(testProduct, periodOf(testProduct, 1))
    expect(figuresOf(terms, 10n ** 10n, { ...usdt, side: undefined }, at, false).sideUnits).toBe(0n)
  })

  it('cannot be told without the price it needs', () => {
    expect(() => figuresOf(testTerms, 1n, { ...usdt, side: undefined }, at, false)).toThrow('exchange.not_open')
    expect(() => figuresOf(testTerms, 1n, { ...usdt, baseInUsdt: undefined }, at, false)).toThrow('exchange.not_open')
  })

  it('cannot be told at a price of 0, of the side coin or of the coin a package pays', () => {
    const zero = { numerator: 0n, denominator: 1n }
    const pays = { ...testTerms, pays: 'ATMC', sideShare: '0' } as const
    for (const none of [undefined, zero]) {
      expect(() => figuresOf(testTerms, 1n, { ...usdt, side: none }, at, false)).toThrow('exchange.not_open')
      expect(() => figuresOf(pays, 1n, { ...usdt, paysInUsdt: none }, at, false)).toThrow('exchange.not_open')
    }
    const least = { numerator: 1n, denominator: 100_000_000n }
    expect(figuresOf(pays, 3n, { ...usdt, paysInUsdt: least }, at, false).promiseUnits).toBe(300_000_000n)
    expect(figuresOf(testTerms, 5n, { ...usdt, side: least }, at, false).sideUnits).toBe(100_000_000n)
  })

  it('promises the coins that the value buys, rounded down', () => {
    const pays = { ...testTerms, pays: 'ATMC', sideShare: '0' } as const
    const prices = { side: undefined, baseInUsdt: rateOf('1'), paysInUsdt: rateOf('3') }
    expect(figuresOf(pays, 5n, prices, at, false).promiseUnits).toBe(1n)
  })

  it('rounds values and POWER down', () => {
    const { valueUnits, limitUnits, sideValueUnits, powerUnits, promiseUnits } = figuresOf(
      testTerms,
      1_999n,
      { side: rateOf('1'), baseInUsdt: rateOf('0.5') },
      at,
      false,
    )
    expect({ valueUnits, limitUnits, sideValueUnits, powerUnits, promiseUnits }).toEqual({
      valueUnits: 999n,
      limitUnits: 999n,
      sideValueUnits: 199n,
      powerUnits: 2n,
      promiseUnits: 1n,
    })
  })

  it('compares the dearer of two values with a maximum', () => {
    const limitAt = (price: string) =>
      figuresOf(testTerms, 100n, { ...usdt, baseAtLimits: rateOf(price) }, at, false).limitUnits
    expect([limitAt('2'), limitAt('1'), limitAt('0.5')]).toEqual([200n, 100n, 100n])
  })

  it('start after a day of cooling off when it is the first, and end after their days, or never', () => {
    expect(figures(10_000_000_000n)).toMatchObject({
      startsAt: new Date('2026-11-23T00:00:00Z'),
      endsAt: new Date('2026-11-30T00:00:00Z'),
    })
    const endsAfter = (days: number) => figuresOf({ ...testTerms, days }, 100n, usdt, at, false).endsAt
    expect([endsAfter(1), endsAfter(0)]).toEqual([new Date('2026-11-23T00:00:00Z'), undefined])
    const open = { days: 0, rate: '0', sideShare: '0' }
    expect(hasNoTerm({ ...testProduct, periods: [open] })).toBe(true)
    expect(hasNoTerm({ ...testProduct, periods: [open, { ...open, days: 1 }] })).toBe(false)
    expect(periodOf({ ...testProduct, periods: [open] }, undefined)).toBe(open)
    expect(() => periodOf(testProduct, undefined)).toThrow('invest.period')
  })

  it('may cost 2 % more side coin than quoted, rounded up', () => {
    expect([sideMostOf(100n), sideMostOf(101n), sideMostOf(1n), sideMostOf(0n)]).toEqual([102n, 104n, 2n, 0n])
  })

  it('copy POWER and weight of their period where it has its own', () => {
    const [period] = testProduct.periods
    if (!period) throw new Error('the product has a period')
    const plain = termsOf(testProduct, period)
    expect(plain.powerPerDay).toBe('0.003')
    expect(plain).not.toHaveProperty('weight')
    expect(termsOf(testProduct, { ...period, powerPerDay: '0.004', weight: '1.2' })).toMatchObject({
      powerPerDay: '0.004',
      weight: '1.2',
    })
  })
})

describe('several orders of one purchase', () => {
  it('are as many as 10,000 USDT pay, at most as many as the line allows, and one at least', () => {
    const whole = (usdt: bigint) => usdt * 100_000_000n
    const most = (minimumUnits: bigint, changes: { readonly base?: 'USDT' | 'ATMC' } = {}) =>
      piecesMostOf({ ...testProduct, ...changes, minimumUnits }, piecesMost)
    expect(piecesMost).toBe(100)
    expect([most(whole(100n)), most(whole(101n)), most(whole(99n))]).toEqual([100, 99, 100])
    expect([most(whole(3_000n)), most(whole(10_000n)), most(whole(10_001n))]).toEqual([3, 1, 1])
    expect(most(whole(10_000n) / 2n + 1n)).toBe(1)
    expect([most(0n), most(whole(3_000n), { base: 'ATMC' })]).toEqual([100, 100])
    expect(piecesMostOf(testProduct, undefined)).toBeUndefined()
  })

  it('cost and bring as many times as much', () => {
    const one = { ...figures(10_000_000_000n), limitUnits: 10_000_000_007n }
    expect(timesFigures(one, 3)).toEqual({
      ...one,
      baseUnits: 30_000_000_000n,
      sideUnits: 120_000_000_000n,
      promiseUnits: 30_000_000n,
      valueUnits: 30_000_000_000n,
      limitUnits: 30_000_000_021n,
      sideValueUnits: 6_000_000_000n,
      powerUnits: 90_000_000n,
    })
  })

  it('together are worth 10,000 USDT at most, and need what they all cost', () => {
    const order = figures(500_000_000_000n)
    const refused = (quantity: number, holdings = rich, sideMax?: bigint) =>
      refusal(() => decidePurchase(order, holdings, sideMax, quantity))
    expect(refused(2)).toBeUndefined()
    expect(refused(3)).toEqual(['invest.maximum', { maximum: '10000' }])
    expect(refusal(() => decidePurchase(figures(500_000_000_001n), rich, undefined, 2))).toEqual([
      'invest.maximum',
      { maximum: '10000' },
    ])
    const large = figuresOf({ ...testTerms, maximumValue: '20000' }, 1_500_000_000_000n, usdt, at, true)
    expect(refusal(() => decidePurchase(large, rich))).toBeUndefined()
    expect(refused(2, { ...rich, base: order.baseUnits * 2n })).toBeUndefined()
    expect(refused(2, { ...rich, base: order.baseUnits * 2n - 1n })).toEqual(['balance.insufficient', { coin: 'USDT' }])
    expect(refused(2, { ...rich, side: order.sideUnits * 2n })).toBeUndefined()
    expect(refused(2, { ...rich, side: order.sideUnits * 2n - 1n })).toEqual(['balance.insufficient', { coin: 'ATMC' }])
    expect(refused(2, { ...rich, poolFree: order.promiseUnits * 2n })).toBeUndefined()
    expect(refused(2, { ...rich, poolFree: order.promiseUnits * 2n - 1n })?.[0]).toBe('invest.pool_closed')
    expect(refused(2, rich, order.sideUnits * 2n)).toBeUndefined()
    expect(refused(2, rich, order.sideUnits * 2n - 1n)).toEqual(['invest.payment', {}])
  })
})

describe('a purchase', () => {
  it('is taken from the minimum to a value of 10,000 USDT', () => {
    expect(refusal(() => decidePurchase(figures(1_000_000_000n), rich))).toBeUndefined()
    expect(refusal(() => decidePurchase(figures(1_000_000_000_000n), rich))).toBeUndefined()
    expect(refusal(() => decidePurchase(figures(999_999_999n), rich))).toEqual([
      'invest.minimum',
      { minimum: '10', coin: 'USDT' },
    ])
    expect(refusal(() => decidePurchase(figures(1_000_000_000_001n), rich))).toEqual([
      'invest.maximum',
      { maximum: '10000' },
    ])
  })

  it('is refused by the coin that is short', () => {
    const order = figures(10_000_000_000n)
    expect(refusal(() => decidePurchase(order, { ...rich, base: order.baseUnits - 1n }))).toEqual([
      'balance.insufficient',
      { coin: 'USDT' },
    ])
    expect(refusal(() => decidePurchase(order, { ...rich, side: order.sideUnits - 1n }))).toEqual([
      'balance.insufficient',
      { coin: 'ATMC' },
    ])
  })

  it('of an acceleration is refused, with what is left, beyond the compound principal', () => {
    const order = figuresOf({ ...testTerms, boost: '1.0' }, 10_000_000_000n, usdt, at, true)
    expect(refusal(() => decidePurchase(order, { ...rich, base: order.baseUnits }))).toBeUndefined()
    expect(refusal(() => decidePurchase(order, { ...rich, base: order.baseUnits - 1n }))).toEqual([
      'invest.compound_insufficient',
      { left: '99.99999999', coin: 'USDT' },
    ])
  })

  it('needs no side coin where its terms name none', () => {
    const order = figuresOf({ ...testTerms, side: undefined }, 10_000_000_000n, usdt, at, true)
    expect(refusal(() => decidePurchase(order, { ...rich, side: 0n }))).toBeUndefined()
  })

  it('is refused, with what is left, when the pool cannot promise its whole interest', () => {
    expect(refusal(() => decidePurchase(figures(10_000_000_000n), { ...rich, poolFree: 9_999_999n }))).toEqual([
      'invest.pool_closed',
      { left: '0.09', coin: 'USDT' },
    ])
  })

  it('is quoted by the most that a pool with that first digit can promise', () => {
    expect(holdingsToQuote({ ...rich, poolFree: 12_345n }).poolFree).toBe(19_999n)
    expect(holdingsToQuote({ base: 7n, side: 8n, poolFree: 0n })).toEqual({ base: 7n, side: 8n, poolFree: 0n })
  })

  it('is refused when the price moved beyond what its holder agreed to', () => {
    const order = figures(10_000_000_000n)
    expect(refusal(() => decidePurchase(order, rich, order.sideUnits))).toBeUndefined()
    expect(refusal(() => decidePurchase(order, rich, order.sideUnits - 1n))).toEqual(['invest.payment', {}])
  })

  it('needs the card of today', () => {
    const { hash } = cardOf(testProduct)
    expect(() => expectCard(hash, hash)).not.toThrow()
    expect(() => expectCard('', hash)).toThrow('invest.conditions_not_met')
    expect(() => expectCard(hash, cardOf({ ...testProduct, termsVersion: 2 }).hash)).toThrow('invest.card_changed')
  })

  it('is made only while the product is sold', () => {
    expect(() => expectOnSale(testProduct, at)).not.toThrow()
    expect(() => expectOnSale({ ...testProduct, endedAt: at }, at)).toThrow('invest.product_ended')
    expect(() => expectOnSale({ ...testProduct, openFrom: new Date('2026-12-01T00:00:00Z') }, at)).toThrow(
      'invest.pool_config_not_effective',
    )
    const later = new Date(at.getTime() + 1)
    expect(() => expectOnSale({ ...testProduct, openFrom: at, endedAt: later }, at)).not.toThrow()
    expect(() => expectOnSale({ ...testProduct, openFrom: later }, at)).toThrow('invest.pool_config_not_effective')
    expect(() => periodOf(testProduct, 8)).toThrow('invest.period')
  })
})

describe('shares', () => {
  it('are shown as percentages and for a year, never rounded up', () => {
    expect(percent('0.0024')).toBe('0.24')
    expect(percent('0.2')).toBe('20')
    expect(annualShare('0.001', 7)).toBe('0.052142')
    expect(annualShare('0.0001', 1)).toBe('0.0365')
  })
})
