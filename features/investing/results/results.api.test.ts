import { describe, expect, it } from 'vitest'
import { dayMs } from '#kit/time/clock.ts'
import { getOrder, listOrders } from '../investing.contract.ts'
import { liquidityWorld } from '../liquidity/test-liquidity.ts'
import { investingWorld } from '../test-world.ts'
import { listResults } from './results.contract.ts'

const amount = (asset: string, units: string) => ({ asset, amount: units })

describe('what orders really brought', () => {
  it('counts net: an order that gave up its side coin lost, whatever interest it paid', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana)
    expect((await world.call(listResults, ana, {})).all).toEqual({ gained: [], givenUp: [], usdt: '0' })
    await world.pass(9 * dayMs)
    const { order, ways, booked } = await world.call(getOrder, ana, { orderId })
    expect(ways).toEqual([])
    expect(booked).toEqual({
      paid: [amount('USDT', '100'), amount('ATMC', '400')],
      back: [amount('USDT', '100.1')],
      gained: [amount('USDT', '0.1')],
      givenUp: [amount('ATMC', '400')],
      power: '22.1',
      usdt: '-19.9',
    })
    expect(order.result).toBe('-19.9')
    expect((await world.call(listOrders, ana, { state: 'over' })).items[0]?.result).toBe('-19.9')
    const net = { gained: [amount('USDT', '0.1')], givenUp: [amount('ATMC', '400')], usdt: '-19.9' }
    const results = await world.call(listResults, ana, {})
    expect(results.all).toEqual(net)
    expect(results.lines).toEqual([{ line: 'dual', orders: 1, ...net }])
    expect(results.days).toEqual([{ day: '2026-11-29', ...net }])
    await world.close()
  })

  it('counts interest that joined, and nothing of coins that are still in an order', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { reinvest: true })
    await world.pass(9 * dayMs)
    const { order, ways, booked } = await world.call(getOrder, ana, { orderId })
    expect(order).toMatchObject({ round: 2, result: null })
    expect(booked).toMatchObject({ back: [], gained: [amount('USDT', '0.1')], givenUp: [], usdt: '0.1' })
    expect(ways.map(({ way }) => way)).toEqual(['on', 'off'])
    await world.close()
  })

  it('counts a package on the day it starts, its coins beside its price, and not again when they come', async () => {
    const world = await investingWorld()
    await world.capital({ ATMC: '100000' })
    const ana = await world.wallet()
    await world.buy(ana, { productId: 26, amount: '100' })
    await world.pass(6 * dayMs)
    const net = { gained: [amount('ATMC', '2000')], givenUp: [amount('USDT', '100')], usdt: '0' }
    const { all, days } = await world.call(listResults, ana, {})
    expect(all).toEqual(net)
    expect(days).toEqual([{ day: '2026-11-22', ...net }])
    await world.close()
  })

  it('says nothing of others’ orders', async () => {
    const world = await investingWorld()
    await world.buy(await world.wallet())
    expect((await world.call(listResults, await world.wallet(), {})).lines).toEqual([])
    await world.close()
  })

  it('counts what a running order has in a market at what it is worth now', async () => {
    const world = await liquidityWorld()
    const ana = await world.wallet()
    await world.join(ana)
    await world.pass(3 * dayMs)
    const { lines, days } = await world.call(listResults, ana, {})
    expect(lines).toHaveLength(1)
    // Coins that join a market are no loss.
    expect(days).toEqual([])
    // Without trades, rounding is the only loss.
    expect(Number(lines[0]?.usdt)).toBeLessThanOrEqual(0)
    expect(Number(lines[0]?.usdt)).toBeGreaterThan(-0.001)
    await world.close()
  })
})
