import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { loadProduct } from '#products/orders/products.store.ts'
import { loadPoolUse } from '#products/purchase/pool-use.store.ts'
import { lastsDays } from '#products/purchase/pool-use.ts'
import { cancelOrder, getProduct, listProducts } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const one = 100_000_000n

describe('the pool that pays a product', () => {
  let world: InvestingWorld
  let ana: WalletId
  beforeEach(async () => {
    world = await investingWorld()
    ana = await world.wallet()
    await world.setStar(ana, 1)
  })
  afterEach(() => world.close())
  const productOf = async (productId: number) => (await world.call(getProduct, ana, { productId })).product
  const exactUse = async (id: number) => loadPoolUse(world.db, await loadProduct(world.db, id), world.clock.now())
  const pass = async (days: number) => {
    for (let day = 0; day < days; day += 1) await world.pass(dayMs)
  }

  it('is not there where a market, a venue or coins set aside beforehand pay', async () => {
    for (const id of [22, 26, 30, 34]) expect((await productOf(id)).pool).toBeNull()
    for (const id of [3, 5]) expect((await productOf(id)).pool).toMatchObject({ pool: 'compute', lastsDays: null })
  })

  it('says what was set aside lately and how long the rest lasts; what came back unused does not count', async () => {
    expect((await productOf(1)).pool).toEqual({
      pool: 'dual',
      days: 0,
      coins: [{ asset: 'USDT', free: '1000', used: '0', received: '0' }],
      lastsDays: null,
    })
    await pass(1)
    await world.buy(ana, { amount: '1000' })
    await world.call(cancelOrder, ana, await world.buy(ana, { amount: '5000' }))
    await pass(2)
    // 1 USDT for a round of 7 days, reserved over 3 days: 999 USDT last 2,997.
    expect((await productOf(1)).pool).toEqual({
      pool: 'dual',
      days: 3,
      coins: [{ asset: 'USDT', free: '900', used: '1', received: '0' }],
      lastsDays: 2000,
    })
    const exact = await exactUse(1)
    expect(exact?.uses).toEqual([{ asset: 'USDT', free: 999n * one, used: one, received: 0n }])
    expect(exact && lastsDays(exact)).toBe(2997)
    expect((await productOf(2)).pool).toMatchObject({ coins: [{ asset: 'WLD', used: '0' }], lastsDays: null })
  })

  it('has beside it what rounds really paid, anew with each day that is settled', async () => {
    const ended = async () =>
      (await productOf(1)).periods.map(({ endedRounds, realisedRate }) => [endedRounds, realisedRate])[0]
    expect(await ended()).toEqual([0, null])
    await world.buy(ana, { amount: '1000', days: 1, reinvest: true })
    await pass(3)
    expect(await ended()).toEqual([1, '0.0001'])
    await pass(1)
    expect(await ended()).toEqual([2, '0.0001'])
  })

  it('tells what the company put in from what was paid, and what a day really paid for a model', async () => {
    await pass(1)
    await world.fund({ ATMC: '100000' }, 'machine')
    await world.buy(ana, { productId: 40, amount: '500' })
    await pass(4)
    const { items } = await world.call(listProducts, ana, {})
    const machine = items.find(({ productId }) => productId === 40)
    const larger = items.find(({ productId }) => productId === 41)
    const [coin] = machine?.pool?.coins ?? []
    expect(coin).toMatchObject({ asset: 'ATMC', received: '100000' })
    // 10 of 1,000 hash rate get a hundredth of the day's 1 %: 10 ATMC and slightly less each day.
    expect(machine?.realisedADay).toMatchObject({ days: 2, coins: [{ asset: 'ATMC' }] })
    const paid = Number(machine?.realisedADay?.coins[0]?.amount)
    expect(paid).toBeGreaterThan(9.99)
    expect(paid).toBeLessThanOrEqual(10)
    expect(Number(larger?.realisedADay?.coins[0]?.amount)).toBeCloseTo(paid * 2.2, 6)
    expect(machine?.pool?.days).toBe(5)
    expect([coin?.used, machine?.pool?.lastsDays]).toEqual(['10', 20_000])
    const exact = await exactUse(40)
    expect(Number(exact?.uses[0]?.used) / Number(one)).toBeCloseTo(paid * 2, 6)
    expect(exact && lastsDays(exact)).toBe(Math.floor((100_000 / (paid * 2)) * 5 - 5))
  })

  it('has no end where it only passes on what comes in', async () => {
    await pass(1)
    await world.buy(ana, { productId: 45, amount: '300' })
    await pass(2)
    await world.fund({ USDT: '400' }, 'node')
    await pass(2)
    const node = await productOf(45)
    expect(node.pool).toMatchObject({ pool: 'node', lastsDays: null })
    expect(node.pool?.coins).toEqual([{ asset: 'USDT', free: '300', used: '4', received: '400' }])
    expect(node.realisedADay?.coins).toEqual([{ asset: 'USDT', amount: '4' }])
  })
})
