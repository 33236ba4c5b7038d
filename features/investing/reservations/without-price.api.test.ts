import { expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { hourMs } from '#kit/time/clock.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { getOrder } from '../investing.contract.ts'
import { queueWorld } from './test-queue.ts'

it('a due balance whose side coin has no price is not closed: its 24 hours begin anew, until it can be paid', async () => {
  const world = await queueWorld()
  const ana = await world.holder()
  await world.buy(ana, { amount: '900' })
  const { orderId } = await world.reserve(ana)
  world.clock.set(new Date('2026-11-27T12:00:00Z'))
  await world.settle()
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', dueAt: '2026-11-27T12:00:00.000Z' })

  world.clock.set(new Date('2026-11-28T12:00:01Z'))
  const refused = await world.pay(ana, orderId).catch((error: unknown) => error)
  expect(refused instanceof Refusal && refused.key).toBe('invest.order_closed')
  await closeUnpaidReservations(world.db, world.clock.now())
  await closeUnpaidReservations(world.db, world.clock.now())
  const [again] = await world.mine(ana)
  expect(again).toMatchObject({ state: 'due', dueAt: '2026-11-28T12:00:01.000Z', sideAmount: null })
  const { timeline } = await world.call(getOrder, ana, { orderId })
  expect(timeline.slice(-2).map(({ kind }) => kind)).toEqual(['became_due', 'due_again'])
  const unpriced = await world.pay(ana, orderId).catch((error: unknown) => error)
  expect(unpriced instanceof Refusal && unpriced.key).toBe('exchange.not_open')

  // After a new trade, the highest reward is still available.
  await world.goTo('2026-11-28T13:00:00Z')
  expect((await world.pay(ana, orderId)).reservation).toMatchObject({ state: 'to_be_started', bonus: '60' })
  expect(await world.faults()).toEqual([])

  const ben = await world.holder()
  await world.goTo('2026-11-28T14:00:00Z')
  await world.buy(ben, { amount: '900' })
  const second = await world.reserve(ben)
  await world.goTo('2026-11-29T00:00:10Z')
  await world.settle()
  const move = (hours: number) =>
    world.db.query('UPDATE order_reservation SET due_at = due_at + $2::interval WHERE order_id = $1', [
      second.orderId,
      `${hours} hours`,
    ])
  await expect(move(23)).rejects.toThrow('keeps what was agreed')
  await expect(move(-1)).rejects.toThrow('keeps what was agreed')
  world.clock.advance(24 * hourMs)
  await closeUnpaidReservations(world.db, world.clock.now())
  expect((await world.mine(ben))[0]).toMatchObject({ state: 'closed' })
  await world.close()
})
