import { describe, expect, it } from 'vitest'
import type { Refusal } from '#kit/failure.ts'
import { cancelReservation } from './reservations.contract.ts'
import { queueWorld } from './test-queue.ts'

describe('many at once', () => {
  it('share a quota without overdrawing it, queue in one order and are called in that order', async () => {
    const world = await queueWorld()
    const buyers = await Promise.all(Array.from({ length: 12 }, () => world.holder()))
    const outcomes = await Promise.all(
      buyers.map((walletId) =>
        world.buy(walletId, { amount: '150' }).then(
          () => 'bought',
          (error: Refusal) => error.key,
        ),
      ),
    )
    expect(outcomes.filter((each) => each === 'bought')).toHaveLength(6)
    expect(outcomes.filter((each) => each === 'invest.quota_full')).toHaveLength(6)
    const reservations = await Promise.all(buyers.map((walletId) => world.reserve(walletId, { amount: '150' })))
    expect(reservations.map(({ rank }) => rank).sort((a, b) => Number(a) - Number(b))).toEqual(
      buyers.map((_, place) => place + 1),
    )
    // Concurrent requests of one wallet get one queue position.
    const [first] = buyers
    const [extra] = await Promise.all([world.holder()])
    const twice = await Promise.all(
      [1, 2].map(() =>
        world.reserve(extra, { amount: '150' }).then(
          () => 'queued',
          (error: Refusal) => error.key,
        ),
      ),
    )
    expect(twice.sort()).toEqual(['invest.already_in_queue', 'queued'])
    await world.goTo('2026-11-22T00:00:00Z')
    await Promise.all([world.settle(), world.settle()])
    const due = reservations.filter(({ rank }) => Number(rank) <= 6).map(({ orderId }) => orderId)
    const rows = await world.db.query<{ id: bigint }>(`SELECT id FROM investment_order WHERE state = 'due' ORDER BY id`)
    expect(rows.map(({ id }) => Number(id))).toEqual(due.sort((a, b) => a - b))
    // Only one of paying, giving up and closing succeeds.
    const payer = buyers[reservations.findIndex(({ rank }) => rank === 1)] ?? first ?? extra
    const orderId = due[0] ?? 0
    await world.goTo('2026-11-22T01:00:00Z')
    const ends = await Promise.all([
      world.pay(payer, orderId).then(
        () => 'paid',
        (error: Refusal) => error.key,
      ),
      world.call(cancelReservation, payer, { orderId, giveUp: true }).then(
        () => 'given up',
        (error: Refusal) => error.key,
      ),
    ])
    expect(ends.filter((each) => each === 'paid' || each === 'given up')).toHaveLength(1)
    expect(await world.faults()).toEqual([])
    await world.close()
  })
})
