import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { holdWithdrawals, setFrozen } from '#identity/wallet.store.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { audit } from '#ledger/audit.store.ts'
import { reservesOf, seedMarket } from '#market/market.store.ts'
import { getProduct, listOrders } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'
import { exchangeAndBuy } from './exchange-and-buy.contract.ts'

const one = 100_000_000n

describe('exchanging and buying in one step', () => {
  let world: InvestingWorld
  let ana: WalletId
  let card: string
  beforeAll(async () => {
    world = await investingWorld()
    await world.capital({ USDT: '50000', ATMC: '1000000' })
    await world.db.transaction((tx) =>
      seedMarket(tx, {
        pair: 'USDT-ATMC',
        baseUnits: 50_000n * one,
        quotedUnits: 1_000_000n * one,
        key: 'seed',
        at: world.clock.now(),
      }),
    )
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ana = await world.wallet({ USDT: '200' })
    card = (await world.call(getProduct, ana, { productId: 1 })).card.hash
  })

  type Input = CallInputOf<typeof exchangeAndBuy>
  /** By default, orders 100 USDT for seven days, which needs 400 ATMC for about 20 USDT. */
  const act = (change: Partial<Input> = {}, key?: string) =>
    world.call(
      exchangeAndBuy,
      ana,
      {
        productId: 1,
        amount: '100',
        days: 7,
        reinvest: false,
        card,
        sideMax: '408',
        exchangeId: 2,
        direction: 'buy',
        giveAmount: '20.30',
        least: '400',
        ...change,
      },
      key,
    )
  const state = async () => ({
    usdt: await world.balance(ana, 'USDT'),
    atmc: await world.balance(ana, 'ATMC'),
    market: await reservesOf(world.db, 'USDT-ATMC'),
    orders: (await world.call(listOrders, ana, {})).items.length,
  })
  /** @returns the key of the refusal, after checking that nothing changed */
  const refused = async (change: Partial<Input> = {}) => {
    const before = await state()
    const error = await act(change).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(await state()).toEqual(before)
    return error instanceof Refusal ? error.key : error
  }

  it('takes the coins of both and keeps what the order does not need', async () => {
    const { order, orderIds, exchanged } = await act()
    // The purchase of ATMC has raised its price a little before the order is valued.
    expect(order).toMatchObject({ amount: '100', sideAmount: '399.67637092', state: 'to_be_started' })
    expect(orderIds).toEqual([order.orderId])
    expect(exchanged).toMatchObject({ give: 'USDT', amount: '20.3', receive: 'ATMC' })
    const { usdt, atmc, orders } = await state()
    expect([usdt, orders]).toEqual([7_970_000_000n, 1])
    expect(atmc).toBeGreaterThan(0n)
    expect(atmc).toBeLessThan(6n * one)
    expect(await audit(world.db)).toEqual([])
  })

  it('undoes the exchange if the order is refused', async () => {
    expect(await refused({ giveAmount: '10', least: '0' })).toBe('balance.insufficient')
    expect(await refused({ card: 'another' })).toBe('invest.card_changed')
    expect(await refused({ amount: '190', sideMax: '900' })).toBe('balance.insufficient')
    expect(await refused({ sideMax: '399' })).toBe('invest.payment')
    expect(await refused({ productId: 999 })).toBe('invest.product_missing')
  })

  it('buys nothing if the exchange is refused', async () => {
    expect(await refused({ least: '500' })).toBe('exchange.price_moved')
    expect(await refused({ giveAmount: '1' })).toBe('exchange.amount')
    expect(await refused({ giveAmount: '300' })).toBe('balance.insufficient')
    expect(await refused({ exchangeId: 9 })).toBe('exchange.pair_missing')
  })

  it('follows the rules of an exchange: freeze and the wait after a security change', async () => {
    const { db, clock } = world
    const rich = await world.wallet({ USDT: '5000' })
    ana = rich
    await db.transaction((tx) => holdWithdrawals(tx, rich, addMs(clock.now(), hourMs), 'password'))
    expect(await refused({ giveAmount: '150' })).toBe('exchange.held')
    await db.transaction((tx) => setFrozen(tx, rich, clock.now()))
    expect(await refused()).toBe('identity.frozen')
  })
})
