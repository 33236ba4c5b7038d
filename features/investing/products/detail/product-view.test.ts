import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { Refusal } from '#kit/failure.ts'
import { addMs } from '#kit/time/clock.ts'
import { figuresOf } from '#products/terms/purchase.ts'
import { testProduct, testProducts, testTerms } from '#products/terms/test-order.ts'
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

  it('opens at the very moment its terms are in force, and ends at the one it is no longer sold', () => {
    const stateOf = (changes: Partial<typeof testProduct>) =>
      showProduct({ ...facts, product: { ...testProduct, ...changes } }).state
    expect([addMs(now, 1), now].map((openFrom) => stateOf({ openFrom }))).toEqual(['upcoming', 'open'])
    expect([addMs(now, 1), now].map((endedAt) => stateOf({ endedAt }))).toEqual(['open', 'ended'])
  })

  it('names the terms only some lines have, and nothing on the others', () => {
    const none = { pays: null, releasePerDay: null, mostPerDay: null, startPower: null, boost: null, tier: null }
    const shown = (productId: number) => {
      const product = testProducts.find(({ id }) => id === productId)
      return product && showProduct({ ...facts, product })
    }
    expect(shown(1)).toMatchObject({ ...none, side: 'ATMC', exitFee: null, piecesMost: null, oneEntry: false })
    expect(shown(1)).toMatchObject({ reinvests: true, paysPower: true, needsReservation: false, quota: null })
    expect(shown(1)?.periods[0]?.weight).toBeNull()
    expect(shown(3)).toMatchObject({ ...none, exitFee: '0.05', reinvests: false })
    expect(shown(20)).toMatchObject({ ...none, side: null, mostPerDay: '0.0002', startPower: '0.1' })
    expect(shown(22)).toMatchObject({ ...none, boost: '1.0', oneEntry: true })
    expect(shown(26)).toMatchObject({ ...none, pays: 'ATMC', releasePerDay: '0.005', piecesMost: 100 })
    expect(shown(30)).toMatchObject({ ...none, side: 'ATMC', exitFee: '0', oneEntry: true })
    expect(shown(30)?.periods.map(({ weight }) => weight)).toEqual(['1', '1.2', '1.5'])
    expect(shown(45)).toMatchObject({ ...none, tier: 1, piecesMost: 1, paysPower: false })
  })

  it('advertises the rate of a year, and none where no interest is named', () => {
    // 0.0001 x 365, 0.001 x 365 / 7, 0.0024 x 365 / 15 and 0.0055 x 365 / 30, rounded down to 6 decimals.
    expect(showProduct(facts).periods.map(({ annualRate }) => annualRate)).toEqual([
      '0.0365',
      '0.052142',
      '0.0584',
      '0.066916',
    ])
    const openEnded = { ...testProduct, periods: [{ days: 0, rate: '0', sideShare: '0' }] }
    expect(showProduct({ ...facts, product: openEnded }).periods[0]?.annualRate).toBe('0')
  })

  it('shows a realised rate from the first unit at work on, and none before', () => {
    const real = (principal: bigint) => {
      const paid = () => ({ rounds: 3, principal, interest: 1n })
      const { periods, realisedPerDay } = showProduct({ ...facts, paid, lately: { days: 30, principal, paid: 1n } })
      return [periods[0]?.realisedRate, periods[0]?.endedRounds, realisedPerDay]
    }
    expect(real(0n)).toEqual([null, 3, null])
    expect(real(1n)).toEqual(['1', 3, { rate: '1', days: 30 }])
    expect(showProduct(facts).periods[0]?.endedRounds).toBe(0)
  })

  it('shows what is left of a quota, all of it where nothing was sold', () => {
    const product = { ...testProduct, quotaUnits: 500_00000000n, needsReservation: true }
    expect(showProduct({ ...facts, product })).toMatchObject({
      quota: { daily: '500', left: '500' },
      needsReservation: true,
    })
    expect(showProduct({ ...facts, product, quota: { left: 1n, queued: 0 } }).quota?.left).toBe('0.00000001')
  })

  it('shows of a pool of several coins those that anything of is there or was paid', () => {
    const use = (asset: Coin, free: bigint, used: bigint, received = 0n) => ({ asset, free, used, received })
    const poolOf = (...uses: ReturnType<typeof use>[]) =>
      showProduct({ ...facts, poolUse: { pool: 'dual', coins: ['USDT'], days: 30, uses } }).pool
    expect(showProduct(facts).pool).toBeNull()
    const several = poolOf(use('USDT', 1n, 0n), use('ATMC', 0n, 1n, 1n), use('WLD', 0n, 0n), use('ATMX', 0n, -5n, -5n))
    expect(several?.coins).toEqual([
      { asset: 'USDT', free: '0.00000001', used: '0', received: '0' },
      { asset: 'ATMC', free: '0', used: '0.00000001', received: '0.00000001' },
    ])
    expect(poolOf(use('USDT', 0n, -1n, -1n))?.coins).toEqual([{ asset: 'USDT', free: '0', used: '0', received: '0' }])
    expect(poolOf(use('USDT', 0n, 0n))?.coins).toHaveLength(1)
    expect([poolOf(use('USDT', 10n, 1n)), poolOf(use('USDT', 10n, 0n))].map((pool) => pool?.lastsDays)).toEqual([
      300,
      null,
    ])
  })

  it('quotes with the refusal a purchase would meet', () => {
    const figures = figuresOf(testTerms, 10n ** 10n, { side: rateOf('0.05'), baseInUsdt: rateOf('1') }, now, false)
    expect(showQuote(figures, undefined)).toMatchObject({
      side: '400',
      interest: '0.1',
      promised: null,
      endsAt: '2026-11-29T00:00:00.000Z',
      problem: null,
    })
    const coins = { ...figures, terms: { ...testTerms, pays: 'ATMX' as const }, endsAt: undefined }
    expect(showQuote(coins, undefined)).toMatchObject({
      interest: '0',
      promised: { asset: 'ATMX', amount: '0.1' },
      endsAt: null,
    })
    const problem = new Refusal('invest.pool_closed', { left: '1', coin: 'USDT' })
    expect(showQuote(figures, problem).problem).toEqual({
      key: 'invest.pool_closed',
      params: { left: '1', coin: 'USDT' },
    })
  })
})
