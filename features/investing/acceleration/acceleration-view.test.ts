import { describe, expect, it } from 'vitest'
import { speedOf } from '#products/terms/speed.ts'
import { testOrder } from '#products/terms/test-order.ts'
import { showAcceleration, showMarkable, showSpeed } from './acceleration-view.ts'

const order = testOrder({ terms: { line: 'acceleration', boost: '2.0' } })

describe('an acceleration', () => {
  it('is shown as accelerating, paused, waiting or over, with the moment its step counts', () => {
    expect(showAcceleration(order)).toMatchObject({
      version: '2.0',
      coin: 'USDT',
      amount: '100',
      state: 'accelerating',
      stepFrom: '2026-11-30T00:00:00.000Z',
    })
    const states = (['paused', 'to_be_started', 'cancelled'] as const).map(
      (state) => showAcceleration({ ...order, state }).state,
    )
    expect(states).toEqual(['paused', 'waiting', 'over'])
    expect(showAcceleration(testOrder({ terms: { line: 'acceleration', boost: '1.0' } })).stepFrom).toBeNull()
  })

  it('shows what can still be marked, never less than nothing', () => {
    const markable = { coin: 'USDT', principal: 500_000_000n, marked: 600_000_000n } as const
    expect(showMarkable(markable)).toEqual({ coin: 'USDT', amount: '5', marked: '6', left: '0' })
  })

  it('shows its speed rounded down', () => {
    const marks = [{ boost: '1.0', valueUnits: 1n, since: order.roundStarted } as const]
    expect(showSpeed(speedOf(marks, 3n, order.roundStarted))).toEqual({
      speed: '0.333333',
      ratio: '0.333333',
      step: '0',
      accelerated: '0.00000001',
      pending: '0.00000003',
    })
  })
})
