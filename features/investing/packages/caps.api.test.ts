import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSetting } from '#kit/store/settings.store.ts'
import { packageCaps } from '#products/lines/package/package-settings.ts'
import { cancelOrder, getProduct } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

describe('what packages sell of the company’s capital', () => {
  let world: InvestingWorld
  beforeAll(async () => {
    world = await investingWorld()
    await world.bringCapital({ ATMC: '1000000', WLD: '100000' })
  })
  afterAll(() => world.close())

  it('is capped for one wallet and day, all packages together, and said before the purchase', async () => {
    const ana = await world.wallet()
    const bought = await world.buy(ana, { productId: 26, amount: '1500' })
    const asked = await world.call(getProduct, ana, { productId: 28, amount: '500.01' })
    expect(asked.product.caps).toEqual({ day: '5000', dayLeft: '3000', wallet: '2000' })
    const problem = { key: 'invest.wallet_quota', params: { left: '500', most: '2000' } }
    expect(asked.quote?.problem).toEqual(problem)
    await expect(world.buy(ana, { productId: 28, amount: '500.01' })).rejects.toMatchObject(problem)
    await world.buy(ana, { productId: 28, amount: '500' })
    await expect(world.buy(ana, { productId: 26, amount: '10' })).rejects.toMatchObject({ key: 'invest.wallet_quota' })
    // A cancellation frees the total quota, but not the wallet's.
    await world.call(cancelOrder, ana, { orderId: bought.orderId })
    expect((await world.call(getProduct, ana, { productId: 28 })).product.caps?.dayLeft).toBe('4000')
    await expect(world.buy(ana, { productId: 26, amount: '10' })).rejects.toMatchObject({ key: 'invest.wallet_quota' })
  })

  it('leaves something of each day for who takes little, though a few wallets buy all they can and cancel it the day after', async () => {
    const squeezers = [await world.wallet(), await world.wallet(), await world.wallet()]
    const honest = await world.wallet()
    let held: { walletId: (typeof squeezers)[number]; orderId: number }[] = []
    for (const day of ['23', '24']) {
      await world.goTo(`2026-11-${day}T00:00:01Z`)
      for (const { walletId, orderId } of held) await world.call(cancelOrder, walletId, { orderId })
      held = []
      for (const walletId of squeezers)
        for (const amount of ['2000', '1000', '500', '100', '20'])
          for (let again = 0; again < 2; again += 1) {
            const order = await world.buy(walletId, { productId: 26, amount }).catch(() => undefined)
            if (order) held.push({ walletId, orderId: order.orderId })
          }
      await world.buy(honest, { productId: 26, amount: '100' })
      await world.pass(60_000)
    }
  })

  it('is capped for all wallets and a day, and sold again the day after', async () => {
    await world.goTo('2026-11-27T00:05:00Z')
    const [ben, cleo] = [await world.wallet(), await world.wallet()]
    await world.buy(ben, { productId: 26, amount: '2000' })
    const problem = { key: 'invest.quota_full', params: { left: '3000', coin: 'USDT' } }
    await expect(world.buy(cleo, { productId: 26, amount: '3000.01' })).rejects.toMatchObject(problem)
    await world.buy(cleo, { productId: 26, amount: '500' })
    await world.goTo('2026-11-28T00:05:00Z')
    await world.buy(cleo, { productId: 26, amount: '2000' })
    expect((await world.call(getProduct, ben, { productId: 26 })).product.caps).toMatchObject({ dayLeft: '3000' })
    expect((await world.call(getProduct, ben, { productId: 1 })).product.caps).toBeNull()
  })

  it('is sold to nobody while its coin rises by more than a tenth a day, and said before the purchase', async () => {
    await world.settle()
    const fay = await world.wallet()
    await world.db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-ATMC', $1, 6, 100, 60000000000)`,
      [world.clock.now()],
    )
    const asked = await world.call(getProduct, fay, { productId: 26, amount: '10' })
    expect(asked.quote?.problem).toEqual({ key: 'invest.price_rising', params: {} })
    await expect(world.buy(fay, { productId: 26, amount: '10' })).rejects.toMatchObject({ key: 'invest.price_rising' })
    await world.buy(fay, { productId: 28, amount: '10' })
    await world.goTo('2026-11-29T00:05:00Z')
  })

  it('guards: the database sells no more either, and no cap is set below the smallest package or above all of them', async () => {
    const copy = (wallet: string, value: bigint) =>
      world.db.query(
        `INSERT INTO investment_order (wallet_id, product_id, line, state, terms, card_hash, bought_at, round_started, base_units, side_units,
           promise_units, value_units, side_value_units, reinvest)
         SELECT $1, product_id, line, 'to_be_started', terms, card_hash, bought_at, round_started, $2, 0, 0, $2, 0, false
         FROM investment_order WHERE line = 'package' ORDER BY id DESC LIMIT 1`,
        [wallet, value],
      )
    const dora = await world.wallet()
    await expect(copy(dora, 200_000_000_001n)).rejects.toThrow('more of the packages')
    const [row] = await world.db.query<{ wallet: string }>(
      `SELECT wallet_id AS wallet FROM investment_order WHERE line = 'package' AND base_units = 200000000000 ORDER BY id DESC LIMIT 1`,
    )
    await expect(copy(row?.wallet ?? '', 1n)).rejects.toThrow('more of the packages')
    const set = (value: unknown) =>
      world.db.transaction((tx) => changeSetting(tx, packageCaps, { value, reason: 'a test', at: world.clock.now() }))
    await expect(set({ dayValue: '5000', walletValue: '9.99' })).rejects.toThrow('smallest package')
    await expect(set({ dayValue: '100', walletValue: '101' })).rejects.toThrow('one wallet would buy more')
    await set({ dayValue: '9000', walletValue: '9000' })
    await world.buy(dora, { productId: 26, amount: '2500' })
    // Without caps the database refuses every sale.
    await world.db.query(`DELETE FROM setting WHERE name = 'packages.caps'`)
    await expect(copy(await world.wallet(), 1n)).rejects.toThrow('more of the packages')
  })
})
