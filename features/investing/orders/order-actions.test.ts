import { describe, expect, it } from 'vitest'
import { decideCancel, decideReinvest, endingOf } from '#products/orders/order-actions.ts'
import { expectTransition, overStates } from '#products/terms/order-state.ts'
import { testOrder, testProduct } from '#products/terms/test-order.ts'
import { outcomesOf, showOrder } from './order-view.ts'

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
    expect(outcomesOf(testOrder())).toEqual({
      on: { principal: '100.1', interest: '0.1', sideKept: '400' },
      off: { principal: '100', interest: '0.1', sideRetired: '400', power: '20' },
    })
  })

  it('shows no way to cancel or switch when there is none', () => {
    const item = showOrder(testOrder(), testProduct, at('2026-11-29T23:30:00Z'))
    expect(item).toMatchObject({ cancellable: false, switchable: false, powerPerDay: '0.3', expectedIncome: '0.1' })
  })

  it('does not let an order leave a state nothing follows', () => {
    expect(() => expectTransition('ended', 'earning')).toThrow('ended')
    expect(() => expectTransition('earning', 'ended')).not.toThrow()
  })
})
