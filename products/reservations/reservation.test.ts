import { describe, expect, it } from 'vitest'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { runningStates, transitions } from '../terms/order-state.ts'
import { testOrder } from '../terms/test-order.ts'
import {
  becomeDue,
  bestWithinMs,
  bonusOf,
  closeUnpaid,
  creditFitting,
  creditFor,
  creditMost,
  decideCancel,
  decidePayment,
  expectFreeToReserve,
  expectMeans,
  isTooLate,
  leaveQueue,
  loseCredit,
  mayHold,
  payBalance,
  payWithinMs,
  prepaymentOf,
  type Reservation,
  reserve,
  returnCredit,
} from './reservation.ts'

const dueAt = new Date('2026-11-22T00:00:00Z')
const reservation: Reservation = {
  ...{ orderId: 1 as OrderId, walletId: 'WALLET0001' as WalletId, productId: 1 },
  ...{ baseUnits: 1_000n, prepaidUnits: 10n, creditUnits: 1_009n },
  ...{ reservedAt: addMs(dueAt, -1), dueAt, quotaDay: undefined, paidAt: undefined, bonusUnits: 0n },
  ...{ overAt: undefined, creditOverAt: undefined },
}
const states = Object.keys(transitions) as (keyof typeof transitions)[]
const answerOf = (decide: () => unknown): unknown => {
  try {
    return decide() ?? 'yes'
  } catch (error) {
    return (error as { key?: unknown }).key
  }
}
const bonusAfter = (ms: number) => bonusOf(1_009n, dueAt, addMs(dueAt, ms))

describe('a place in the queue', () => {
  it('takes 1 % of the coins, rounded up, and the worth in credit', () => {
    expect([prepaymentOf(10_000n), prepaymentOf(10_001n), prepaymentOf(1n)]).toEqual([100n, 101n, 1n])
    expect([creditFor(500n), creditFor(0n)]).toEqual([500n, 1n])
  })

  it('brings 10 % within two hours, 2 % within a day and nothing after, rounded down', () => {
    expect([bonusAfter(0), bonusAfter(bestWithinMs - 1)]).toEqual([100n, 100n])
    expect([bonusAfter(bestWithinMs), bonusAfter(payWithinMs - 1)]).toEqual([20n, 20n])
    expect(bonusAfter(payWithinMs)).toBe(0n)
  })

  it('never lifts credit above the most', () => {
    expect(creditMost).toBe(50_000_00000000n)
    expect(creditFitting(10n, creditMost - 4n)).toBe(4n)
    expect(creditFitting(10n, creditMost)).toBe(0n)
    expect(creditFitting(10n, creditMost + 1n)).toBe(0n)
    expect(creditFitting(10n, 0n)).toBe(10n)
  })

  it('holds at most a fifth of what the pool has and these hold', () => {
    expect(mayHold(20n, 0n, 100n)).toBe(true)
    expect(mayHold(21n, 0n, 100n)).toBe(false)
    expect(mayHold(10n, 10n, 90n)).toBe(true)
    expect(mayHold(11n, 10n, 90n)).toBe(false)
    expect(mayHold(0n, 30n, 70n)).toBe(false)
  })
})

describe('a due reservation', () => {
  const pay = (state: (typeof states)[number], now = dueAt, changes: Partial<Reservation> = {}) =>
    answerOf(() => decidePayment(testOrder({ state }), { ...reservation, ...changes }, now))

  it('can be paid for 24 hours, with the higher bonus for two', () => {
    expect([payWithinMs, bestWithinMs]).toEqual([dayMs, 2 * hourMs])
    expect([dayMs - 1, dayMs].map((ms) => isTooLate(reservation, addMs(dueAt, ms)))).toEqual([false, true])
    expect(isTooLate({ ...reservation, dueAt: undefined }, addMs(dueAt, 9 * dayMs))).toBe(false)
    expect(pay('due', addMs(dueAt, dayMs - 1))).toBe('yes')
    expect(pay('due', addMs(dueAt, dayMs))).toBe('invest.order_closed')
  })

  it('is the only one that can be paid', () => {
    const answers = states.map((state) => [state, pay(state, dueAt, { dueAt: undefined })])
    const waits = { reserved: 'invest.queue_not_processed', queued: 'invest.queue_not_processed', due: 'yes' }
    expect(Object.fromEntries(answers)).toEqual({
      ...Object.fromEntries(states.map((state) => [state, 'invest.order_closed'])),
      ...Object.fromEntries(runningStates.map((state) => [state, 'invest.order_error'])),
      ...waits,
    })
  })

  it('can be given up if the holder accepts losing the credit, and a queued one always', () => {
    const cancel = (giveUp: boolean) =>
      Object.fromEntries(states.map((state) => [state, answerOf(() => decideCancel(testOrder({ state }), giveUp))]))
    const others = {
      ...Object.fromEntries(states.map((state) => [state, 'invest.order_closed'])),
      ...Object.fromEntries(runningStates.map((state) => [state, 'invest.order_error'])),
      queued: 'leave queue',
    }
    expect(cancel(false)).toEqual({ ...others, due: 'invest.order_cannot_close' })
    expect(cancel(true)).toEqual({ ...others, due: 'give up' })
  })
})

describe('a new reservation', () => {
  it('waits for the one that is due, and for the one that is queued', () => {
    const ask = (queuedHere: boolean, anyDue: boolean) => answerOf(() => expectFreeToReserve({ queuedHere, anyDue }))
    expect([ask(false, false), ask(true, false)]).toEqual(['yes', 'invest.already_in_queue'])
    expect([ask(false, true), ask(true, true)]).toEqual(Array(2).fill('invest.pending_order_waiting'))
  })

  it('needs the prepayment and the credit, to the unit', () => {
    const ask = (base: bigint, credit: bigint) => answerOf(() => expectMeans(reservation, { base, credit }, 'USDT'))
    expect([ask(10n, 1_009n), ask(9n, 1_009n), ask(10n, 1_008n)]).toEqual([
      ...['yes', 'balance.insufficient', 'balance.credit_limit'],
    ])
  })
})

describe('the postings of a reservation', () => {
  const order = testOrder({ baseUnits: 1_000n, sideUnits: 40n, promiseUnits: 3n })
  const told = (postings: ReturnType<typeof reserve>) =>
    postings.map(({ from, to, asset, units, code = '-' }) => {
      const [giver, taker] = [from, to].map(({ owner, purpose }) => `${owner.split(':')[0]}.${purpose}`)
      return `${code} ${giver} ${taker} ${units} ${asset}`
    })

  it('lock the prepayment and the credit, and return both to a holder who leaves the queue', () => {
    expect(told(reserve(reservation, order))).toEqual([
      '15 wallet.available wallet.held 10 USDT',
      '15 wallet.available wallet.held 1009 CREDIT',
    ])
    expect(told(leaveQueue(reservation, order))).toEqual([
      '16 wallet.held wallet.available 10 USDT',
      '16 wallet.held wallet.available 1009 CREDIT',
    ])
  })

  it('set the interest aside when it becomes due, and pay the rest of the price and the second coin', () => {
    expect(told(becomeDue(order, 3n))).toEqual(['- pool.free order.promised 3 USDT'])
    expect(told(payBalance(order, reservation))).toEqual([
      '8 wallet.held order.principal 10 USDT',
      '8 wallet.available order.principal 990 USDT',
      '8 wallet.available order.principal 40 ATMC',
    ])
    const alone = testOrder({ sideUnits: 0n, terms: { side: undefined } })
    expect(payBalance(alone, reservation)).toHaveLength(2)
  })

  it('return the credit with a bonus, or take it and return coins and interest', () => {
    expect(told(returnCredit(reservation, 100n))).toEqual([
      '117 wallet.held wallet.available 1009 CREDIT',
      '117 issued.all wallet.available 100 CREDIT',
    ])
    expect(told(returnCredit(reservation, 0n))).toHaveLength(1)
    expect(told(loseCredit(reservation))).toEqual(['118 wallet.held issued.all 1009 CREDIT'])
    expect(told(closeUnpaid(reservation, order))).toEqual([
      '16 wallet.held wallet.available 10 USDT',
      '118 wallet.held issued.all 1009 CREDIT',
      '- order.promised pool.free 3 USDT',
    ])
  })
})
