import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#kit/time/clock.ts'
import { creditReturnStep } from '#products/reservations/credit.store.ts'
import { cancelOrder, getOrder } from '../investing.contract.ts'
import { type QueueWorld, queueWorld } from './test-queue.ts'

const one = 100_000_000n

describe('a reservation that is paid', () => {
  let world: QueueWorld
  beforeAll(async () => {
    world = await queueWorld()
  })
  afterAll(() => world.close())

  /** Reserves and pays 600 USDT. */
  const paid = async () => {
    const walletId = await world.holder()
    const { orderId } = await world.reserve(walletId)
    world.clock.advance(86_400_000 - (world.clock.now().getTime() % 86_400_000))
    await world.settle()
    await world.pay(walletId, orderId)
    return { walletId, orderId }
  }

  it('and cancelled before its start gives all coins back and no CREDIT: what was held for it is lost', async () => {
    await world.buy(await world.wallet(), { amount: '900' })
    const { walletId, orderId } = await paid()
    expect([await world.credit(walletId), await world.creditHeld(walletId)]).toEqual([400n * one, 600n * one])
    expect(await world.faults()).toEqual([])
    await world.call(cancelOrder, walletId, { orderId })
    expect(await world.balance(walletId, 'USDT')).toBe(20_000n * one)
    expect([await world.credit(walletId), await world.creditHeld(walletId)]).toEqual([400n * one, 0n])
    const { timeline } = await world.call(getOrder, walletId, { orderId })
    expect(timeline.at(-1)).toMatchObject({ kind: 'cancelled' })
    expect(timeline.map(({ kind }) => kind)).toContain('credit_lost')
    expect((await world.mine(walletId))[0]).toMatchObject({ bonus: '0' })
    expect(await world.faults()).toEqual([])
  })

  it('has its CREDIT back with the bonus once it has started, once', async () => {
    await world.buy(await world.wallet(), { amount: '900' })
    const { walletId, orderId } = await paid()
    world.clock.advance(2 * 86_400_000)
    await world.settle()
    expect([await world.credit(walletId), await world.creditHeld(walletId)]).toEqual([1_060n * one, 0n])
    const { timeline } = await world.call(getOrder, walletId, { orderId })
    expect(timeline.map(({ kind }) => kind)).toContain('credit_returned')
    await world.settle()
    const chunk = { day: dayOf(world.clock.now()), part: '', after: '', limit: 10 }
    const again = await world.db.transaction((tx) => creditReturnStep.chunk(tx, chunk))
    expect(again).toEqual({ last: '', done: 0, finished: true })
    expect(await world.credit(walletId)).toBe(1_060n * one)
    expect(await world.faults()).toEqual([])
  })

  it('guards: the database gives no CREDIT back before the start, nor changes what was paid', async () => {
    await world.buy(await world.wallet(), { amount: '900' })
    const { orderId } = await paid()
    for (const [change, said] of [
      ['credit_over_at = paid_at', 'waits for the start'],
      ['paid_at = NULL', 'keeps what was agreed'],
      ['credit_over_at = paid_at, bonus_units = bonus_units + 1', 'keeps what was agreed'],
    ] as const)
      await expect(
        world.db.query(`UPDATE order_reservation SET ${change} WHERE order_id = $1`, [orderId]),
      ).rejects.toThrow(said)
  })
})
