import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { testProduct } from '../terms/test-order.ts'
import { decideAtOnce, mostQuota, type Quota, shownQuota } from './quota.ts'

const tried = (changes: Partial<Quota>, units = 100n, needsReservation = false) => {
  try {
    decideAtOnce({ ...testProduct, needsReservation }, { left: undefined, queued: 0, ...changes }, units)
  } catch (error) {
    if (error instanceof Refusal) return [error.key, error.params]
    throw error
  }
  return 'bought'
}

describe('a purchase at once', () => {
  it('fits as long as the day has room for all of it', () => {
    expect([tried({}), tried({ left: 100n })]).toEqual(['bought', 'bought'])
    expect(tried({ left: 99n })).toEqual(['invest.quota_full', { left: '0.0000009', coin: 'USDT' }])
  })

  it('is not for products sold by reservation, and passes nobody who queues', () => {
    expect(tried({}, 1n, true)).toEqual(['invest.reservation_needed', {}])
    expect(tried({ left: 100n, queued: 1 })).toEqual(['invest.reservation_needed', {}])
  })
})

it('a quota is shown by its first digit, and quoted by the most that is shown alike, never more than the whole', () => {
  const product = { ...testProduct, quotaUnits: 1_500n }
  const most = (left: bigint | undefined) => mostQuota(product, { left, queued: 2 })
  expect([1_234n, 1_000n, 734n, 0n, undefined].map((left) => shownQuota({ left, queued: 2 }).left)).toEqual([
    1_000n,
    1_000n,
    700n,
    0n,
    undefined,
  ])
  expect([1_234n, 734n, 0n, undefined].map((left) => most(left).left)).toEqual([1_500n, 799n, 0n, undefined])
  expect(most(734n).queued).toBe(2)
})
