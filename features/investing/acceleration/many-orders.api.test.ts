import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { getDraw, makeDraw } from '../draw/draw.contract.ts'
import { getProduct } from '../investing.contract.ts'
import { multiplyOrder } from '../test-many-orders.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'
import { accelerate, cancelAcceleration, listAccelerations } from './acceleration.contract.ts'

const [compoundUsdt, firstUsdt, packageAtmc] = [20, 22, 26]

let world: InvestingWorld
let ana: WalletId
let statements = 0
beforeEach(async () => {
  world = await investingWorld({ USDT: '1000', WLD: '1000' })
  ana = await world.wallet({ USDT: '20000' })
  const { transaction } = world.db
  const counted: typeof transaction = (work) =>
    transaction((tx) => {
      const query: Tx['query'] = (...given) => {
        statements += 1
        return tx.query(...given)
      }
      return work({ ...tx, query })
    })
  Object.assign(world.db, { transaction: counted })
})
afterEach(async () => {
  expect(await findOrderProblems(world.db)).toEqual([])
  await world.close()
})

async function compound(orders: number): Promise<void> {
  const { orderId } = await world.buy(ana, { productId: compoundUsdt, amount: '1' })
  await world.pass(dayMs)
  await world.pass(dayMs)
  await multiplyOrder(world.db, { orderId, walletId: ana, times: orders - 1, at: world.clock.now() })
}
async function mark(amount: string): Promise<number> {
  const { card } = await world.call(getProduct, ana, { productId: firstUsdt })
  return (await world.call(accelerate, ana, { productId: firstUsdt, amount, card: card.hash })).acceleration.orderId
}

describe('of a wallet with very many orders', () => {
  it('one call cancels what its twenty oldest hold, with as few statements for 300 as for 30, and the next call goes on', async () => {
    await compound(300)
    const orderId = await mark('250')
    await world.pass(dayMs)
    await world.pass(dayMs)
    statements = 0
    const { returned, acceleration } = await world.call(cancelAcceleration, ana, { orderId, amount: '30' })
    expect(statements).toBeLessThan(40)
    expect(Number(returned.amount)).toBeGreaterThanOrEqual(20)
    expect(Number(returned.amount)).toBeLessThan(21)
    expect(Number(acceleration.amount) + Number(returned.amount)).toBeCloseTo(250, 8)
    const again = await world.call(cancelAcceleration, ana, { orderId, amount: '9' })
    expect(again.returned.amount).toBe('9')
    expect((await world.call(listAccelerations, ana, {})).items[0]).toMatchObject({ orderId, state: 'accelerating' })
  })

  it('a draw asks as little for 100 packages as for one, and there is no 101st', async () => {
    await world.capital({ ATMC: '100000', WLD: '10000' })
    const ben = await world.wallet({ USDT: '20000' })
    const draw = async (wallet: WalletId) => {
      const { hash } = await world.call(getDraw, wallet, {})
      statements = 0
      const { drawn } = await world.call(makeDraw, wallet, { hash, holderSeed: 'x' })
      return { statements, packages: drawn.unlocked.length }
    }
    for (let i = 0; i < 100; i++) await world.buy(ana, { productId: packageAtmc, amount: '10' })
    await world.buy(ben, { productId: packageAtmc, amount: '10' })
    await expect(world.buy(ana, { productId: packageAtmc, amount: '10' })).rejects.toThrow('invest.packages_many')
    await world.pass(dayMs)
    await world.pass(dayMs)
    await world.pass(dayMs)
    const [many, few] = [await draw(ana), await draw(ben)]
    expect([many.packages, few.packages]).toEqual([100, 1])
    expect(many.statements).toBeLessThanOrEqual(few.statements + 2)
  })
})
