import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import type { Product } from '../terms/order.ts'
import { figuresOf } from '../terms/purchase.ts'
import { testProduct, testProducts, testTerms } from '../terms/test-order.ts'
import { barredAtOnce, decideReservation, mayQueue, priceOfPlace, type Reserving } from './offer.ts'

const now = new Date('2026-11-21T10:00:00Z')
const prices = { side: rateOf('0.05'), baseInUsdt: rateOf('1') }
const figures = figuresOf(testTerms, 10_000_000_001n, prices, now, false)
const product: Product = { ...testProduct, quotaUnits: 10n ** 11n }
const ready: Reserving = {
  quota: { left: 0n, queued: 0 },
  waiting: { queuedHere: false, anyDue: false },
  means: { base: 10n ** 9n, credit: 10n ** 11n },
}
const tried = (changes: Partial<Reserving>, of: Product = product) => {
  try {
    decideReservation(of, figures, { ...ready, ...changes })
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
  return 'reserved'
}

describe('an order that cannot be bought at once', () => {
  it('may be reserved where the line has a queue', () => {
    expect(tried({})).toBe('reserved')
    expect(testProducts.filter(mayQueue).map(({ line }) => line)).toEqual(['dual', 'dual'])
    expect(priceOfPlace(figures)).toEqual({ prepaidUnits: 100_000_001n, creditUnits: 10_000_000_001n })
  })

  it('may not where it can be bought, or would never be called', () => {
    expect(tried({ quota: { left: 10n ** 11n, queued: 0 } })).toBe('invest.reservation_not_needed')
    expect(barredAtOnce(product, ready.quota, 1n)?.key).toBe('invest.quota_full')
    expect(tried({}, { ...product, quotaUnits: 10_000_000_000n })).toBe('invest.quota_small')
  })

  it('may not beside another that waits, nor without the coins or the credit', () => {
    expect(tried({ waiting: { queuedHere: true, anyDue: false } })).toBe('invest.already_in_queue')
    expect(tried({ waiting: { queuedHere: true, anyDue: true } })).toBe('invest.pending_order_waiting')
    expect(tried({ means: { ...ready.means, base: 100_000_000n } })).toBe('balance.insufficient')
    expect(tried({ means: { ...ready.means, credit: 10n ** 10n } })).toBe('balance.credit_limit')
  })
})
