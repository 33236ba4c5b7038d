import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { testOrder, testProduct } from '../../terms/test-order.ts'
import { fund, fundCodes, joinFund, netAssetValue, profitParts, releaseDays, sharesAt } from './fund.ts'

const one = 100_000_000n
const terms = { line: 'fund', side: undefined, exitFee: '0', powerPerDay: '0' } as const
const order = testOrder({ baseUnits: 50n * one, sideUnits: 0n, promiseUnits: 0n, terms })

describe('shares of a fund', () => {
  it('are one for each USDT at first, later as many as the value of all buys', () => {
    expect(sharesAt(5n * one, { principal: 0n, shares: 0n })).toBe(5n * one)
    expect(sharesAt(5n * one, { principal: 90n * one, shares: 100n * one })).toBe(555_555_555n)
    expect(netAssetValue({ principal: 90n * one, shares: 100n * one })).toBe(90_000_000n)
    expect(netAssetValue({ principal: 0n, shares: 0n })).toBe(one)
  })

  it('never make anybody’s share worth less', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 16n })
    fc.assert(
      fc.property(units, units, units, (principal, shares, paid) => {
        const given = sharesAt(paid, { principal, shares }) ?? 0n
        expect((principal + paid) * shares >= principal * (shares + given)).toBe(true)
      }),
    )
  })

  it('are not to be had of a fund that lost everything: an order that would start then is given back', () => {
    const lost = { principal: 0n, shares: 100n * one }
    expect(sharesAt(one, lost)).toBeUndefined()
    expect(joinFund(order, lost)).toEqual({ cancelled: true, postings: fund.cancel(order) })
    expect(joinFund(order, { principal: 50n * one, shares: 100n * one })).toEqual({
      postings: [],
      change: { shareUnits: 100n * one },
    })
  })

  it('weigh more the longer they are held: the card says days and weights apart, for every language', () => {
    const formula = fund.card({ ...testProduct, line: 'fund', side: undefined }).find(({ part }) => part === 'formula')
    expect(formula?.params).toEqual({ dividend: '70', days: '0 / 30 / 90', weights: '1 / 1.2 / 1.5' })
  })

  it('round down to the unit, and an order too small for one is given back', () => {
    expect(netAssetValue({ principal: 2n, shares: 3n })).toBe(66_666_666n)
    expect(sharesAt(5n, { principal: 3n, shares: 1n })).toBe(1n)
    expect(joinFund({ ...order, baseUnits: 2n }, { principal: 3n, shares: 1n })).toMatchObject({ cancelled: true })
    expect(joinFund({ ...order, baseUnits: 3n }, { principal: 3n, shares: 1n }).change).toEqual({ shareUnits: 1n })
  })

  it('have the record types, parts and days of the specification', () => {
    expect(fundCodes).toEqual({ bought: 17, dividend: 19, bonus: 25, redeemed: 111, lost: 115 })
    expect(profitParts).toEqual({ dividend: 70n, bonus: 20n, fee: 10n })
    expect(releaseDays).toBe(7)
    expect(fund.codes).toEqual({ coin: [17, 19, 25, 111, 115], power: [] })
  })

  it('share profit instead of accruing by day, end at will, and are counted at the value of today', () => {
    expect(fund).toMatchObject({ endsAtWill: true, ownSteps: true, sharesProfit: true, accruesNothing: true })
    const figures = fund.figures?.({ baseUnits: 9n } as never, { fund: { principal: 3n, shares: 1n } })
    expect(figures).toMatchObject({ shareUnits: 3n })
  })

  it('leave the fund at once for what they are worth, and bring their coins later', () => {
    const shared = { fund: { principal: 50n * one, shares: 50n * one } }
    expect(fund.exit?.(order, { granted: 0n, available: 0n }, shared)).toEqual({
      postings: [],
      returned: [{ asset: 'USDT', units: 50n * one }],
      fee: [],
      power: 0n,
      later: true,
    })
    expect(() => fund.exit?.(order, { granted: 0n, available: 0n }, { fund: undefined })).toThrow(Refusal)
  })
})
