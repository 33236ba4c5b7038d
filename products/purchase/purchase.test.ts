import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount.ts'
import { Refusal } from '#kit/failure.ts'
import { cardOf } from '../orders/card.ts'
import { decidePurchase, expectCard, expectOnSale, figuresOf, periodOf, termsOf } from '../terms/purchase.ts'
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

  it('is refused, with what is left, when the pool cannot promise its whole interest', () => {
    expect(refusal(() => decidePurchase(figures(10_000_000_000n), { ...rich, poolFree: 9_999_999n }))).toEqual([
      'invest.pool_closed',
      { left: '0.09999999', coin: 'USDT' },
    ])
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
