import { describe, expect, it } from 'vitest'
import type { Order } from '../terms/order.ts'
import { overStates } from '../terms/order-state.ts'
import { termsOf } from '../terms/purchase.ts'
import { testOrder, testProducts } from '../terms/test-order.ts'
import { decideExit, exitOf, isExitable, showExit } from './order-exit.ts'

const at = (moment: string) => new Date(moment)
const running = at('2026-11-25T12:00:00Z')

function orderOf(line: string, changes: Partial<Order> = {}): Order {
  const product = testProducts.find((each) => each.line === line) ?? testProducts[0]
  const period = product?.periods[0]
  if (!product || !period) throw new Error('there are products')
  const sides = product.side ? {} : { sideUnits: 0n, sideValueUnits: 0n }
  return { ...testOrder({ promiseUnits: 0n, ...sides }), ...changes, terms: termsOf(product, period) }
}

describe('leaving early', () => {
  it('is possible from the start to half an hour before the end', () => {
    const order = orderOf('dual2')
    expect(() => decideExit(order, running)).not.toThrow()
    expect(() => decideExit(order, at('2026-11-29T23:29:59.999Z'))).not.toThrow()
    expect(() => decideExit(order, at('2026-11-29T23:30:00Z'))).toThrow('invest.last_half_hour')
    expect(() => decideExit(order, running, true)).toThrow('invest.last_half_hour')
    expect(isExitable(order, at('2026-11-29T23:29:59.999Z'))).toBe(true)
    expect(isExitable(order, at('2026-11-29T23:30:00Z'))).toBe(false)
  })

  it('waits for settlement of the start and of the end', () => {
    const waiting = orderOf('lockup', { state: 'to_be_started', round: 0 })
    expect(() => decideExit(waiting, at('2026-11-22T23:59:59Z'))).toThrow('invest.order_cannot_close')
    expect(() => decideExit(waiting, at('2026-11-23T00:00:00Z'))).toThrow('invest.pool_settling')
    expect(() => decideExit(orderOf('lockup'), at('2026-11-30T00:00:00Z'))).toThrow('invest.pool_settling')
  })

  it('is no way out of an order that is over, or of a line whose orders stay', () => {
    for (const state of overStates)
      expect(() => decideExit(orderOf('dual2', { state }), running)).toThrow('invest.order_closed')
    expect(() => decideExit(orderOf('dual'), running)).toThrow('invest.order_cannot_close')
    expect(isExitable(orderOf('dual'), running)).toBe(false)
    expect(exitOf(orderOf('dual'), { granted: 1n, available: 1n })).toBeUndefined()
    expect(exitOf(orderOf('dual2', { state: 'ended' }), { granted: 1n, available: 1n })).toBeUndefined()
  })

  it('says what comes back, what is kept and the POWER that goes', () => {
    expect(showExit(orderOf('dual2'), { granted: 300_000_000n, available: 200_000_000n })).toEqual({
      feeShare: '0.05',
      returned: [
        { asset: 'USDT', amount: '95' },
        { asset: 'ATMC', amount: '380' },
      ],
      fee: [
        { asset: 'USDT', amount: '5' },
        { asset: 'ATMC', amount: '20' },
      ],
      power: '2',
    })
    expect(showExit(orderOf('lockup', { baseUnits: 1_999_999n }), { granted: 0n, available: 5n })).toMatchObject({
      returned: [{ asset: 'ATMC', amount: '0.01899999' }],
      fee: [{ asset: 'ATMC', amount: '0.001' }],
      power: '0',
    })
    expect(showExit(orderOf('dual'), { granted: 1n, available: 1n })).toBeNull()
  })
})
