import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SaleStops, saleStops } from '#custody/sale-stops.ts'
import type { Refusal } from '#kit/failure.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { getOrder } from '../investing.contract.ts'
import { cancelReservation } from './reservations.contract.ts'
import { type QueueWorld, queueWorld } from './test-queue.ts'

let world: QueueWorld
let ana: WalletId
let orderId: number
const stop = (value: SaleStops) =>
  world.db.transaction((tx) => changeSetting(tx, saleStops, { value, reason: 'a test', at: world.clock.now() }))
const refusalOf = (doing: Promise<unknown>) =>
  doing.then(
    () => undefined,
    (error: Refusal) => [error.key, error.params],
  )
const close = () => closeUnpaidReservations(world.db, world.clock.now())
const balances = async () => [
  await world.balance(ana, 'USDT'),
  await world.balance(ana, 'ATMC'),
  await world.creditHeld(ana),
]

beforeEach(async () => {
  world = await queueWorld()
  ana = await world.holder()
  await world.buy(ana, { amount: '900' })
  orderId = (await world.reserve(ana)).orderId
  await world.goTo('2026-11-22T00:00:10Z')
  await world.settle()
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', dueAt: '2026-11-22T00:00:10.000Z' })
})
afterEach(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

it('takes nothing of the rest of a price while a coin of it is stopped, and all of it once it is not', async () => {
  const before = await balances()
  for (const coin of ['USDT', 'ATMC']) {
    await stop({ [coin]: 'reserves' })
    expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', stopped: coin })
    expect(await refusalOf(world.pay(ana, orderId))).toEqual(['invest.coin_stopped', { coin, why: 'reserves' }])
  }
  expect(await balances()).toEqual(before)
  await stop({ WLD: 'reserves' })
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', stopped: null })
  expect((await world.pay(ana, orderId)).reservation).toMatchObject({ state: 'to_be_started' })
})

it('loses no place and no credit by a stop: its 24 hours begin anew, with the best reward, until it could be paid', async () => {
  await world.goTo('2026-11-22T09:00:00Z')
  await stop({ USDT: 'proof' })
  await world.goTo('2026-11-23T00:00:10Z')
  await close()
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', dueAt: '2026-11-23T00:00:10.000Z' })
  await world.goTo('2026-11-24T00:00:10Z')
  await close()
  await stop({})
  const [again] = await world.mine(ana)
  expect(again).toMatchObject({ state: 'due', dueAt: '2026-11-24T00:00:10.000Z' })
  const { timeline } = await world.call(getOrder, ana, { orderId })
  expect(timeline.slice(-2).map(({ kind }) => kind)).toEqual(['due_again_stopped', 'due_again_stopped'])
  expect((await world.pay(ana, orderId)).reservation).toMatchObject({ state: 'to_be_started', bonus: '60' })
})

it('begins anew too where the stop was over long before the 24 hours were, and is closed where there was none', async () => {
  await world.goTo('2026-11-22T09:00:00Z')
  await stop({ ATMC: 'reserves' })
  await world.goTo('2026-11-22T09:01:00Z')
  await stop({})
  await world.goTo('2026-11-23T00:00:10Z')
  await close()
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', dueAt: '2026-11-23T00:00:10.000Z' })
  // A stop of an unrelated coin is no excuse.
  await stop({ WLD: 'reserves' })
  await world.goTo('2026-11-24T00:00:10Z')
  await close()
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'closed' })
})

it('is not lost by a cancel that did not say so, though its 24 hours are over and it was not called again yet', async () => {
  await world.goTo('2026-11-22T09:00:00Z')
  await stop({ USDT: 'reserves' })
  await world.goTo('2026-11-23T00:00:11Z')
  const before = await balances()
  const asked = { orderId, giveUp: false }
  expect(await refusalOf(world.call(cancelReservation, ana, asked))).toEqual(['invest.order_cannot_close', {}])
  expect(await balances()).toEqual(before)
  await close()
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', dueAt: '2026-11-23T00:00:11.000Z' })
})

it('is no excuse where the stop began after the 24 hours', async () => {
  await world.goTo('2026-11-23T05:00:00Z')
  await stop({ USDT: 'reserves' })
  await close()
  expect((await world.mine(ana))[0]).toMatchObject({ state: 'closed' })
  expect(await world.creditHeld(ana)).toBe(0n)
})

it('can be given up while a coin is stopped, as ever', async () => {
  await stop({ USDT: 'reserves' })
  const { reservation } = await world.call(cancelReservation, ana, { orderId, giveUp: true })
  expect(reservation.state).toBe('closed')
})
