import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount.ts'
import { Refusal } from '#kit/failure.ts'
import { figuresOf } from '#products/terms/purchase.ts'
import { testProduct, testTerms } from '#products/terms/test-order.ts'
import { showProduct, showQuote } from './product-view.ts'

const now = new Date('2026-11-21T10:00:00Z')
const quota = { left: undefined, queued: 0 }
const facts = { product: testProduct, poolFree: 5n, sidePrice: undefined, paid: () => undefined, quota, now }

describe('a shown product', () => {
  it('says nothing of prices and payments that were not made', () => {
    const item = showProduct(facts)
    expect(item).toMatchObject({ sidePrice: null, poolFree: '0.00000005', state: 'open' })
    expect(item.periods.every(({ realisedRate }) => realisedRate === null)).toBe(true)
  })

  it('shows what rounds really paid beside what is advertised, rounded down', () => {
    const paid = (days: number) => (days === 7 ? { rounds: 2, principal: 300n, interest: 1n } : undefined)
    const item = showProduct({ ...facts, sidePrice: { numerator: 1n, denominator: 3n }, paid })
    expect(item.periods[1]).toMatchObject({ rate: '0.001', realisedRate: '0.003333', endedRounds: 2 })
    expect(item.sidePrice).toBe('0.33333334')
  })

  it('is upcoming before its terms are in force and ended once it is no longer sold', () => {
    const later = new Date('2026-12-01T00:00:00Z')
    expect(showProduct({ ...facts, product: { ...testProduct, openFrom: later } }).state).toBe('upcoming')
    expect(showProduct({ ...facts, product: { ...testProduct, endedAt: now } }).state).toBe('ended')
  })

  it('quotes with the refusal a purchase would meet', () => {
    const figures = figuresOf(testTerms, 10n ** 10n, { side: rateOf('0.05'), baseInUsdt: rateOf('1') }, now, false)
    expect(showQuote(figures, undefined)).toMatchObject({ side: '400', problem: null })
    const problem = new Refusal('invest.pool_closed', { left: '1', coin: 'USDT' })
    expect(showQuote(figures, problem).problem).toEqual({
      key: 'invest.pool_closed',
      params: { left: '1', coin: 'USDT' },
    })
  })
})
