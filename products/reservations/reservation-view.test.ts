import { describe, expect, it } from 'vitest'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { testOrder } from '../terms/test-order.ts'
import type { Reservation } from './reservation.ts'
import { showReservation } from './reservation-view.ts'

const dueAt = new Date('2026-11-22T00:00:00Z')
const order = testOrder({ state: 'due' })
const reservation: Reservation = {
  orderId: order.id,
  walletId: order.walletId,
  productId: 1,
  baseUnits: order.baseUnits,
  prepaidUnits: 100_000_000n,
  creditUnits: 10_000_000_000n,
  reservedAt: order.boughtAt,
  dueAt,
  quotaDay: undefined,
  paidAt: undefined,
  bonusUnits: 0n,
  overAt: undefined,
  creditOverAt: undefined,
}
const facts = {
  order,
  reservation,
  rank: undefined,
  sideUnits: 40_000_000_000n,
  firstOfLine: false,
  stopped: undefined,
  now: dueAt,
}

describe('a shown reservation', () => {
  it('says until when paying brings what, and what is still to pay', () => {
    expect(showReservation(facts)).toMatchObject({
      balance: '99',
      sideAmount: '400',
      sideMost: '408',
      bonus: '10',
      bestUntil: '2026-11-22T02:00:00.000Z',
      payUntil: '2026-11-23T00:00:00.000Z',
      startsAt: '2026-11-23T00:00:00.000Z',
    })
    expect(showReservation({ ...facts, now: addMs(dueAt, 2 * hourMs) }).bonus).toBe('2')
    expect([facts, { ...facts, stopped: 'USDT' as const }].map((each) => showReservation(each).stopped)).toEqual([
      null,
      'USDT',
    ])
  })

  it('has neither deadline nor bonus in the queue, and nothing to pay once it is over', () => {
    const queued = showReservation({ ...facts, rank: 3, reservation: { ...reservation, dueAt: undefined } })
    expect(queued).toMatchObject({ rank: 3, bonus: '0', bestUntil: null, payUntil: null, startsAt: null })
    const over = showReservation({ ...facts, stopped: 'USDT', reservation: { ...reservation, overAt: dueAt } })
    expect(over).toMatchObject({ stopped: null, balance: '0', sideAmount: null, sideMost: null, bonus: '0' })
    const paid = showReservation({ ...facts, reservation: { ...reservation, paidAt: dueAt, bonusUnits: 7n } })
    expect(paid).toMatchObject({ balance: '0', bonus: '0.00000007', startsAt: order.roundStarted.toISOString() })
  })
})
