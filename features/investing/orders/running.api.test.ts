import { afterAll, beforeAll, expect, it } from 'vitest'
import { overOrders } from '#products/orders/over-orders.store.ts'
import { cancelOrder } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'
import { sumRunning } from './running.contract.ts'

let world: InvestingWorld
beforeAll(async () => {
  world = await investingWorld({})
})
afterAll(() => world.close())

it('sums what runs at its value when it opened, and what is cancelled no more', async () => {
  const ana = await world.wallet()
  const sum = () => world.call(sumRunning, ana, {})
  expect(await sum()).toEqual({ orders: 0, value: '0', due: 0 })
  const dual2 = await world.buy(ana, { productId: 3, amount: '100', days: 30 })
  const lockup = await world.buy(ana, { productId: 5, amount: '1000', days: 30 })
  const value = Number(dual2.value) + Number(lockup.value)
  expect(await sum()).toEqual({ orders: 2, value: String(value), due: 0 })
  await world.call(cancelOrder, ana, lockup)
  expect(await sum()).toEqual({ orders: 1, value: dual2.value, due: 0 })
})

it("counts nobody else's orders", async () => {
  await world.buy(await world.wallet(), { productId: 5, amount: '1000', days: 30 })
  expect(await world.call(sumRunning, await world.wallet(), {})).toMatchObject({ orders: 0 })
})

it('tells of an order that ended, but not of one that its holder cancelled', async () => {
  const ana = await world.wallet()
  const lockup = () => world.buy(ana, { productId: 5, amount: '1000', days: 30 })
  const [cancelled, ended] = [await lockup(), await lockup()]
  await world.call(cancelOrder, ana, cancelled)
  const told = async () => {
    const rows = await overOrders(world.db, [{ walletId: ana, since: new Date(0) }], 10)
    return rows.map(({ id }) => Number(id))
  }
  expect(await told()).toEqual([])
  await world.goTo(`${ended.startsAt}`)
  await world.settle()
  await world.goTo(`${ended.endsAt}`)
  await world.settle()
  expect(await told()).toEqual([ended.orderId])
})
