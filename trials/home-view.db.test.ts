import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/investing/investing.contract.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import { loadHomeView } from '#features/profile/home-view.server.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, dayOf } from '#kit/time/clock.ts'
import { loadNetIncome } from '#team/net-income.server.ts'

const nothing = (today: string) => ({ today, running: 0, due: 0, orders: [], trades: [], withdrawals: [] })

/** Orders are bought on Saturday 2026-11-21 at 10:00. The first order of a line starts on Monday. */
describe('what home shows of a wallet', () => {
  let world: InvestingWorld
  beforeAll(async () => {
    world = await investingWorld({ USDT: '1000', WLD: '1000' })
  })
  afterAll(() => world.close())
  const view = (walletId: WalletId) => loadHomeView(world.db, walletId, world.clock.now())

  it('has nothing of a wallet without orders, and no income of today', async () => {
    expect(await view(await world.wallet())).toEqual(nothing('0'))
  })

  it('has the three newest that run with their day, none that is over and nobody else’s', async () => {
    const ana = await world.wallet()
    const first = await world.buy(ana, { productId: 3, amount: '100', days: 30 })
    const others = []
    for (const amount of ['1000', '2000', '3000']) others.push(await world.buy(ana, { productId: 5, amount, days: 30 }))
    const [, second, newest] = others
    await world.buy(await world.wallet(), { productId: 5, amount: '1000', days: 30 })
    const before = await view(ana)
    expect(before.running).toBe(4)
    expect(before.orders.map(({ amount, day, days }) => [amount, day, days])).toEqual([
      ['3000', 0, 30],
      ['2000', 0, 30],
      ['1000', 0, 30],
    ])
    await world.call(cancelOrder, ana, newest ?? first)
    const [top, , last] = (await view(ana)).orders
    expect(top).toMatchObject({ orderId: second?.orderId, line: 'lockup', coin: 'ATMC', side: null, paused: false })
    expect(last).toMatchObject({ orderId: first.orderId, line: 'dual2', amount: '100', startsAt: first.startsAt })
    expect(last?.side).toBe(first.side)
    world.clock.set(addMs(new Date(first.startsAt), 2 * dayMs))
    expect((await view(ana)).orders.at(-1)).toMatchObject({ day: 3, days: 30 })
  })

  it('says of today what the income page says of it, and nothing where a coin has no price', async () => {
    const other = await investingWorld({ USDT: '1000', WLD: '1000' })
    const seen = (walletId: WalletId) => loadHomeView(other.db, walletId, other.clock.now())
    const ana = await other.wallet()
    const { startsAt } = await other.buy(ana, { productId: 1, amount: '1000', days: 1, reinvest: false })
    other.clock.set(addMs(new Date(startsAt), dayMs))
    await other.settle()
    const now = other.clock.now()
    expect(await seen(ana)).toEqual(nothing('0.1'))
    const [day] = (await loadNetIncome(other.db, ana, [dayOf(now)], now)).days
    expect(day).toMatchObject({ net: 10_000_000n, isComplete: true })
    const week = await other.buy(ana, { productId: 1, amount: '1000', days: 7, reinvest: false })
    other.clock.set(addMs(new Date(week.startsAt), 7 * dayMs))
    await other.settle()
    expect((await seen(ana)).today).toBeNull()
    await other.close()
  })
})
