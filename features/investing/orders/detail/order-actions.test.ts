import { describe, expect, it } from 'vitest'
import { decideCancel, decideReinvest, endingOf } from '#products/orders/order-actions.ts'
import { expectTransition, overStates } from '#products/terms/order-state.ts'
import { testOrder, testProduct } from '#products/terms/test-order.ts'
import { orderOutcomes, priceText, showOrder } from './order-view.ts'

const at = (moment: string) => new Date(moment)
const waiting = testOrder({ state: 'to_be_started', round: 0 })

describe('cancelling', () => {
  it('is free until the start', () => {
    expect(() => decideCancel(waiting, at('2026-11-22T23:59:59.999Z'))).not.toThrow()
  })

  it('is refused from the start on, settled or not', () => {
    expect(() => decideCancel(waiting, at('2026-11-23T00:00:00Z'))).toThrow('invest.order_cannot_close')
    expect(() => decideCancel(testOrder(), at('2026-11-24T00:00:00Z'))).toThrow('invest.order_cannot_close')
  })

  it('is refused for an order that is over', () => {
    for (const state of overStates)
      expect(() => decideCancel(testOrder({ state }), at('2026-11-22T00:00:00Z'))).toThrow('invest.order_closed')
  })
})

describe('the auto-reinvest switch', () => {
  it('moves until half an hour before the end of the round', () => {
    expect(() => decideReinvest(testOrder(), at('2026-11-29T23:29:59.999Z'))).not.toThrow()
    expect(() => decideReinvest(testOrder(), at('2026-11-29T23:30:00Z'))).toThrow('invest.last_half_hour')
  })

  it('answers that the order is being settled between its end and its settlement', () => {
    expect(() => decideReinvest(testOrder(), at('2026-11-30T00:00:00Z'))).toThrow('invest.pool_settling')
  })
})

describe('how a round ends', () => {
  it('goes on only when its next promise is set aside', () => {
    expect(endingOf(testOrder({ reinvest: true, nextPromiseUnits: 1n }), testProduct)).toBeUndefined()
    expect(endingOf(testOrder({ reinvest: true }), testProduct)).toBe('pool_short')
    expect(endingOf(testOrder({ reinvest: false }), testProduct)).toBe('reinvest_off')
  })

  it('names changed terms and an ended product', () => {
    const order = testOrder({ reinvest: true })
    expect(endingOf(order, { ...testProduct, termsVersion: 2 })).toBe('terms_changed')
    expect(endingOf(order, { ...testProduct, endedAt: at('2026-11-25T00:00:00Z') })).toBe('product_ended')
    expect(showOrder(order, { ...testProduct, termsVersion: 2 }, at('2026-11-25T00:00:00Z')).renewal).toBe(
      'terms_changed',
    )
  })
})

describe('what a holder is shown', () => {
  it('says both outcomes in coins before the choice', () => {
    expect(orderOutcomes(testOrder())).toEqual({
      on: { principal: '100.1', interest: '0.1', sideKept: '400' },
      off: { principal: '100', interest: '0.1', sideRetired: '400', power: '20' },
    })
  })

  it('shows no way to cancel or switch when there is none', () => {
    const item = showOrder(testOrder(), testProduct, at('2026-11-29T23:30:00Z'))
    expect(item).toMatchObject({ cancellable: false, switchable: false, powerPerDay: '0.3', expectedIncome: '0.1' })
  })

  const midRound = at('2026-11-25T00:00:00Z')
  const shown = (changes: Parameters<typeof testOrder>[0], now = midRound) =>
    showOrder(testOrder(changes), testProduct, now)

  it('offers to cancel until the start, and to switch until half an hour before the end', () => {
    const cancellable = (moment: string, state: 'to_be_started' | 'earning' = 'to_be_started') =>
      shown({ state, round: 0 }, at(moment)).cancellable
    expect(cancellable('2026-11-22T23:59:59.999Z')).toBe(true)
    expect(cancellable('2026-11-23T00:00:00Z')).toBe(false)
    expect(cancellable('2026-11-22T23:59:59.999Z', 'earning')).toBe(false)
    expect(shown({}, at('2026-11-29T23:29:59.999Z')).switchable).toBe(true)
    const others = [{ state: 'ended' }, { state: 'queued' }, { terms: { line: 'compound' } }] as const
    for (const changes of others) expect(shown(changes).switchable).toBe(false)
  })

  it('says what bars the next round only while the holder wants one', () => {
    const renewal = (changes: Parameters<typeof testOrder>[0], termsVersion = 1) =>
      showOrder(testOrder(changes), { ...testProduct, termsVersion }, midRound).renewal
    expect(renewal({ reinvest: true })).toBeNull()
    expect(renewal({ reinvest: true, poolShort: true })).toBe('pool_short')
    expect(renewal({ reinvest: true, nextPromiseUnits: 1n })).toBe('set_aside')
    expect(renewal({ reinvest: false, poolShort: true }, 2)).toBeNull()
    expect(renewal({ reinvest: true, state: 'ended' }, 2)).toBeNull()
  })

  it('shows the ledger’s principal of an order that grows while it runs, and what it grew by as paid', () => {
    const present = { principal: 10_000_000_007n, promised: 0n }
    const figures = (line: 'dual' | 'compound', state: 'earning' | 'ended' = 'earning') => {
      const order = testOrder({ state, paidUnits: 5n, terms: { line } })
      const { amount, paidIncome } = showOrder(order, testProduct, midRound, present)
      return [amount, paidIncome]
    }
    expect(figures('compound')).toEqual(['100.00000007', '0.00000012'])
    expect(figures('compound', 'ended')).toEqual(['100', '0.00000005'])
    expect(figures('dual')).toEqual(['100', '0.00000005'])
  })

  it('shows which coins of a package wait to be released, none once it is over', () => {
    const terms = { line: 'package', pays: 'ATMX', releasePerDay: '0.005' } as const
    const release = (state: 'earning' | 'ended') =>
      showOrder(testOrder({ state, terms }), testProduct, midRound, { principal: 0n, promised: 4n }).release
    expect(release('earning')).toEqual({ total: '0.1', pending: '0.00000004', perDay: '0.005' })
    expect(release('ended')).toEqual({ total: '0.1', pending: '0', perDay: '0.005' })
    expect(shown({}).release).toBeNull()
  })

  it('names the terms only some lines have, and nothing on the others', () => {
    expect(shown({})).toMatchObject({ side: 'ATMC', pays: null, boost: null, tier: null, weight: null })
    const terms = { side: undefined, pays: 'WLD', boost: '2.0', tier: 3, weight: '1.5' } as const
    expect(shown({ terms })).toMatchObject({ ...terms, side: null })
  })

  it('shows a switch and the interest to come only where interest is fixed', () => {
    expect(shown({ reinvest: true })).toMatchObject({ reinvest: true, expectedIncome: '0.1' })
    expect(shown({ terms: { line: 'compound' } })).toMatchObject({ reinvest: null, expectedIncome: '0' })
  })

  it('rounds the POWER of a day down', () => {
    // 0.003 of 333 units is 0.999 of a unit, of 334 units 1.002.
    expect(shown({ valueUnits: 333n }).powerPerDay).toBe('0')
    expect(shown({ valueUnits: 334n }).powerPerDay).toBe('0.00000001')
  })

  it('says when the round ends and locks, and when the order was over, where there is such a moment', () => {
    expect(shown({})).toMatchObject({
      endsAt: '2026-11-30T00:00:00.000Z',
      locksAt: '2026-11-29T23:30:00.000Z',
      overAt: null,
    })
    expect(shown({ roundEnds: undefined, overAt: midRound })).toMatchObject({
      endsAt: null,
      locksAt: null,
      overAt: '2026-11-25T00:00:00.000Z',
    })
  })

  it('retires nothing at the end of an order without a side coin', () => {
    const terms = { side: undefined, sideShare: '0' }
    expect(orderOutcomes(testOrder({ sideUnits: 0n, sideValueUnits: 0n, terms }))?.off).toEqual({
      principal: '100',
      interest: '0.1',
      sideRetired: '0',
      power: '0',
    })
  })

  it('rounds the price of a side coin up', () => {
    expect(priceText({ numerator: 1n, denominator: 3n })).toBe('0.33333334')
    expect(priceText({ numerator: 5n, denominator: 2n })).toBe('2.5')
  })

  it('does not let an order leave a state nothing follows', () => {
    expect(() => expectTransition('ended', 'earning')).toThrow('ended')
    expect(() => expectTransition('earning', 'ended')).not.toThrow()
  })
})
