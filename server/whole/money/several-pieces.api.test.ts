import { afterEach, describe, expect, it } from 'vitest'
import { buyOrder, getProduct, listOrders } from '#features/investing/investing.contract.ts'
import { setStar } from '#identity/team/star.store.ts'
import { randomUuid } from '#kit/text/random.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { openShop, type Shop, type Shopper, shelf } from '../../test/test-shop.ts'

const one = 100_000_000n
const packageId = 26

describe('several pieces of one purchase', () => {
  let shop: Shop
  afterEach(async () => {
    expect(await findOrderProblems(shop.app.db)).toEqual([])
    expect(await audit(shop.app.db)).toEqual([])
    await shop.app.close()
  })

  const open = async () => {
    shop = await openShop()
    const { db, clock } = shop.app
    const ana = await shop.shopper()
    await db.transaction((tx) => setStar(tx, ana.walletId, 2, clock.now()))
    return ana
  }
  const balance = ({ walletId }: Shopper) => balanceOf(shop.app.db, available(walletId), 'USDT')
  const spare = (wallet: Shopper, units: bigint) =>
    shop.app.db.transaction(async (tx) => {
      const all = await balanceOf(tx, available(wallet.walletId), 'USDT')
      const spent = {
        from: available(wallet.walletId),
        to: company('fees'),
        asset: 'USDT',
        units: all - units,
        code: 105,
      } as const
      await post(tx, { key: randomUuid(), at: shop.app.clock.now(), postings: [spent] })
    })
  const limit = (units: bigint) =>
    shop.app.db.query('UPDATE product SET quota_units = $1 WHERE id = $2', [units, shelf.machine])
  const machines = async ({ client }: Shopper) => (await client.call(listOrders, { line: 'machine' })).items
  const inputOf = async ({ client }: Shopper, quantity: number) => {
    const { card } = await client.call(getProduct, { productId: shelf.machine })
    return { productId: shelf.machine, amount: '500', quantity, card: card.hash }
  }
  const buy = async (wallet: Shopper, quantity: number, key = randomUuid()) =>
    wallet.client.send(buyOrder, await inputOf(wallet, quantity), { headers: { [headers.idempotencyKey]: key } })

  it('are an order each, paid together, for the price that was said before', async () => {
    const ana = await open()
    const asked = { productId: shelf.machine, amount: '500', quantity: 3 }
    const { quote, product } = await ana.client.call(getProduct, asked)
    expect(quote).toMatchObject({ base: '1500', value: '1500', problem: null })
    expect(quote?.ways[0]?.goesIn).toEqual([{ asset: 'USDT', amount: '1500' }])
    expect(product.piecesMost).toBe(20)
    const { order, orderIds } = await ana.client.call(buyOrder, await inputOf(ana, 3))
    const items = await machines(ana)
    expect(items.map(({ orderId }) => orderId).toReversed()).toEqual(orderIds)
    expect(orderIds[0]).toBe(order.orderId)
    expect(items.map(({ amount, startsAt }) => [amount, startsAt])).toEqual(
      Array.from({ length: 3 }, () => ['500', order.startsAt]),
    )
    expect(await balance(ana)).toBe(18_500n * one)
  })

  it('are all bought or none: quota, balance, caps, the most of an investment and stars count every piece', async () => {
    const ana = await open()
    await limit(1_000n * one)
    expect(await ana.refusal({ productId: shelf.machine, amount: '500', quantity: 3 })).toBe('invest.quota_full')
    const { quote } = await ana.client.call(getProduct, { productId: shelf.machine, amount: '500', quantity: 3 })
    expect(quote?.problem?.key).toBe('invest.quota_full')
    await limit(100_000n * one)
    expect(await ana.refusal({ productId: shelf.machine, amount: '500', quantity: 21 })).toBe('invest.maximum')
    await spare(ana, 1_499n * one)
    expect(await ana.refusal({ productId: shelf.machine, amount: '500', quantity: 3 })).toBe('balance.insufficient')
    expect(await ana.refusal({ productId: shelf.nodeOfOne, amount: '300', quantity: 2 })).toBe(
      'invest.already_node_user',
    )
    expect(await ana.refusal({ productId: shelf.dual, quantity: 2 })).toBe('field.format')
    const ben = await shop.shopper()
    expect(await ben.refusal({ productId: shelf.machine, amount: '500', quantity: 2 })).toBe('invest.star_needed')
    expect(await machines(ana)).toEqual([])
    expect(await balance(ana)).toBe(1_499n * one)
  })

  it('of packages count one after the other against the caps, in the code as in the database', async () => {
    const ana = await open()
    const { db, clock } = shop.app
    const brought = { from: outside('bsc'), to: company('capital'), asset: 'ATMC', units: 1_000_000n * one } as const
    await db.transaction((tx) => post(tx, { key: 'brought', at: clock.now(), postings: [brought] }))
    expect(await ana.refusal({ productId: packageId, amount: '700', quantity: 3 })).toBe('invest.wallet_quota')
    await ana.buy({ productId: packageId, amount: '500', quantity: 4 })
    expect(await ana.refusal({ productId: packageId, amount: '10' })).toBe('invest.wallet_quota')
    const ben = await shop.shopper()
    await ben.buy({ productId: packageId, amount: '10' })
    const copies = db.query(
      `INSERT INTO investment_order (wallet_id, product_id, line, state, terms, card_hash, bought_at, round_started, base_units, side_units,
         promise_units, value_units, side_value_units, reinvest)
       SELECT wallet_id, product_id, line, 'to_be_started', terms, card_hash, $2, round_started, $3, 0, 0, $3, 0, false
       FROM investment_order, generate_series(1, 3) WHERE wallet_id = $1`,
      [ben.walletId, clock.now(), 200n * one],
    )
    await expect(copies).rejects.toThrow('more of the packages')
  })

  it('are never 0, a part of one, text or very many', async () => {
    const ana = await open()
    const { card } = await ana.client.call(getProduct, { productId: shelf.machine })
    for (const quantity of [0, -1, 1.5, 101, 1e12, 1e13, '1.5', '1e2', 'two', '', true, null, [2]]) {
      const input = { productId: shelf.machine, amount: '500', card: card.hash }
      const { envelope } = await ana.client.send(buyOrder, input, { params: { quantity } })
      expect([quantity, envelope.msg]).toEqual([
        quantity,
        quantity === '' || quantity === null ? 'field.required' : 'field.format',
      ])
    }
    expect(await machines(ana)).toEqual([])
    expect(await balance(ana)).toBe(20_000n * one)
  })

  it('are bought once however often it is asked, and another number under the same key is refused', async () => {
    const ana = await open()
    const key = randomUuid()
    const [first, again] = await Promise.all([buy(ana, 2, key), buy(ana, 2, key)])
    expect(again.envelope).toEqual(first.envelope)
    expect((await buy(ana, 2, key)).envelope).toEqual(first.envelope)
    expect((await buy(ana, 3, key)).envelope.msg).toBe('request.key_conflict')
    expect(await machines(ana)).toHaveLength(2)
    expect(await balance(ana)).toBe(19_000n * one)
  })

  it('of two purchases at once the quota sells what it has, whole purchases only', async () => {
    const ana = await open()
    const ben = await shop.shopper()
    await shop.app.db.transaction((tx) => setStar(tx, ben.walletId, 1, shop.app.clock.now()))
    await limit(2_500n * one)
    const answers = await Promise.all([buy(ana, 3), buy(ben, 3)])
    expect(answers.map(({ envelope }) => envelope.msg).toSorted()).toEqual(['invest.quota_full', 'success'])
    expect((await machines(ana)).length + (await machines(ben)).length).toBe(3)
  })
})
