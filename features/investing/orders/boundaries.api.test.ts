import { afterEach, describe, expect, it } from 'vitest'
import { setBan } from '#identity/wallet.store.ts'
import { Refusal } from '#kit/failure.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { buyOrder, getOrder, getProduct, setReinvest } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const keyOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.key
      throw error
    },
  )

describe('at the edges of an order', () => {
  let world: InvestingWorld
  afterEach(() => world.close())

  /** Buys an order whose round ends with the 29th, and settles up to its lock. */
  const lockedOrder = async (reinvest: boolean) => {
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { reinvest })
    await world.goTo('2026-11-29T23:30:00Z')
    await world.settle()
    const ending = async () => {
      await world.goTo('2026-11-30T00:00:00Z')
      await world.settle()
      expect(await findOrderProblems(world.db)).toEqual([])
      return (await world.call(getOrder, ana, { orderId })).timeline.at(-1)?.kind
    }
    return { ana, orderId, ending }
  }

  it('no request from before the lock that was carried out after it gets the side coin back', async () => {
    world = await investingWorld()
    const { ana, orderId, ending } = await lockedOrder(false)
    // The request is from before the lock, but settlement has already locked the round.
    await world.goTo('2026-11-29T23:29:59.900Z')
    expect(await keyOf(world.call(setReinvest, ana, { orderId, reinvest: true }))).toBe('invest.last_half_hour')
    expect(await ending()).toBe('side_retired')
  })

  it('no such request retires the side coin of an order that was told the pool is short', async () => {
    world = await investingWorld({ USDT: '0.1' })
    const { ana, orderId, ending } = await lockedOrder(true)
    await world.goTo('2026-11-29T23:29:59.900Z')
    expect(await keyOf(world.call(setReinvest, ana, { orderId, reinvest: false }))).toBe('invest.last_half_hour')
    expect(await ending()).toBe('ended_pool_short')
  })

  it('the switch still turns in the last moment before the lock', async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana)
    await world.goTo('2026-11-29T23:29:59.999Z')
    await world.settle()
    expect(await keyOf(world.call(setReinvest, ana, { orderId, reinvest: true }))).toBe('done')
  })

  it('an amount whose worth no balance could hold is refused by name', async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    const { card } = await world.call(getProduct, ana, { productId: 2 })
    const huge = { productId: 2, amount: '90000000000', days: 7 }
    const quoted = await world.call(getProduct, ana, huge)
    expect(quoted.quote?.problem?.key).toBe('invest.maximum')
    const bought = world.call(buyOrder, ana, { ...huge, reinvest: false, card: card.hash })
    expect(await keyOf(bought)).toBe('invest.maximum')
  })

  it('a suspended wallet may leave but not go on into another round', async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana)
    await world.db.transaction((tx) =>
      setBan(tx, ana, { at: world.clock.now(), until: addMs(world.clock.now(), dayMs), reason: 'a test' }),
    )
    expect(await keyOf(world.call(setReinvest, ana, { orderId, reinvest: true }))).toBe('identity.banned')
    expect(await keyOf(world.call(setReinvest, ana, { orderId, reinvest: false }))).toBe('done')
  })
})
