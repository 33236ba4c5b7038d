import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { liquidityOf } from '#market/market.store.ts'
import { worthOf } from '#market/trade/liquidity.ts'
import { type Arrival, bookLoss, bookProfit, bookSend } from '#products/lines/fund/booking.store.ts'
import { loadProducts } from '#products/orders/products.store.ts'
import { loadRealised } from '#products/purchase/realised.store.ts'
import { shareText } from '#products/terms/share.ts'
import { getOrder, getTerms, listProducts } from '../investing.contract.ts'
import { liquidityWorld, swap } from '../liquidity/test-liquidity.ts'

const one = 100_000_000n
const fundId = 34
const pairId = 30

describe('what the list of products says was really paid', () => {
  let world: Awaited<ReturnType<typeof liquidityWorld>>
  let ana: WalletId
  let ben: WalletId
  beforeEach(async () => {
    world = await liquidityWorld()
    ana = await world.wallet()
    ben = await world.wallet()
  })
  afterEach(() => world.close())
  const realised = async (productId: number) => {
    const { items } = await world.call(listProducts, ana, {})
    const { product } = await world.call(getTerms, ana, { productId })
    const listed = items.find((each) => each.productId === productId)
    expect(listed).toEqual(product)
    return product.realisedPerDay
  }
  const midnight = async (day: string) => {
    await world.goTo(`${day}T00:00:00Z`)
    await world.settle()
  }

  it('is the result of a fund: dividends and refills less losses, on average of the days it ran', async () => {
    const subscribe = (walletId: WalletId, amount: string) =>
      world.buy(walletId, { fundId, productId: undefined, days: undefined, amount })
    let seen = 0
    const arrival = (whole: bigint): Arrival => {
      seen += 1
      const transaction = `0x${seen.toString(16).padStart(64, '0')}`
      return { productId: fundId, units: whole * one, chain: 'bsc', transaction, reason: 'test', at: world.clock.now() }
    }
    const book = (how: (tx: Tx, arrival: Arrival) => Promise<unknown>, whole: bigint) =>
      world.db.transaction((tx) => how(tx, arrival(whole)))
    await subscribe(ana, '100')
    await subscribe(ben, '300')
    await midnight('2026-11-23')
    await midnight('2026-11-24')
    // After one day there is no result yet.
    expect(await realised(fundId)).toBeNull()
    await world.goTo('2026-11-24T12:00:00Z')
    await book(bookProfit, 40n)
    await book(bookSend, 400n)
    expect(await realised(fundId)).toBeNull()
    await midnight('2026-11-25')
    expect(await realised(fundId)).toEqual({ rate: '0.045', days: 2 })
    await world.goTo('2026-11-25T12:00:00Z')
    await book(bookLoss, 100n)
    expect(await realised(fundId)).toEqual({ rate: '0.045', days: 2 })
    await midnight('2026-11-26')
    // (36 − 100) / 1,200, rounded away from 0.
    expect(await realised(fundId)).toEqual({ rate: '-0.053334', days: 3 })
    await world.goTo('2026-11-26T12:00:00Z')
    await book(bookProfit, 80n)
    await midnight('2026-11-27')
    expect(await realised(fundId)).toEqual({ rate: '0.010666', days: 4 })
    await world.pass(31 * dayMs)
    expect(await realised(fundId)).toEqual({ rate: '0', days: 30 })
  })

  it('is what the shortest term of a market got of both coins; days without a trade count', async () => {
    const { orderId } = await world.join(ana)
    await world.join(ben, { days: 90 })
    await world.goTo('2026-11-23T12:00:00Z')
    await world.settle()
    expect(await realised(pairId)).toBeNull()
    const eve = await world.wallet()
    await swap(world, eve, 'USDT', 10_000n)
    await swap(world, eve, 'ATMC', 90_000n)
    const before = { usdt: await world.balance(ana, 'USDT'), atmc: await world.balance(ana, 'ATMC') }
    await midnight('2026-11-24')
    const usdt = (await world.balance(ana, 'USDT')) - before.usdt
    const atmc = (await world.balance(ana, 'ATMC')) - before.atmc
    expect([usdt > 0n, atmc > 0n]).toEqual([true, true])
    const { holding } = await world.call(getOrder, ana, { orderId })
    const worth = worthOf(await liquidityOf(world.db, 'USDT-ATMC'), parseUnits(holding?.shares ?? '') ?? 0n)
    const rate = (days: bigint) =>
      Number(shareText(usdt * worth.quoted + atmc * worth.base, 2n * worth.base * worth.quoted * days))
    expect(rate(1n)).toBeGreaterThan(0.0005)
    const first = await realised(pairId)
    expect(first?.days).toBe(1)
    expect(Math.abs(Number(first?.rate) - rate(1n))).toBeLessThanOrEqual(0.000001)
    await midnight('2026-11-25')
    const second = await realised(pairId)
    expect(second?.days).toBe(2)
    expect(Math.abs(Number(second?.rate) - rate(2n))).toBeLessThanOrEqual(0.000001)
    expect(await realised(31)).toBeNull()
  })

  it('is asked of all pots and all funds at once', async () => {
    let asked = 0
    const sql: Sql = {
      ...world.db,
      query: (text, params, name) => {
        asked += 1
        return world.db.query(text, params, name)
      },
    }
    const of = await loadRealised(sql, world.clock.now())
    for (const product of await loadProducts(world.db)) await of(product)
    expect(asked).toBe(2)
  })
})
