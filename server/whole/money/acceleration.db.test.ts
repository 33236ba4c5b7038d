import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accelerate,
  cancelAcceleration,
  listAccelerations,
} from '#features/investing/acceleration/acceleration.contract.ts'
import { getDraw, makeDraw } from '#features/investing/draw/draw.contract.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct, listOrders, redeemOrder } from '#features/investing/investing.contract.ts'
import { type Day, dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company, outside, poolFree } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { priceOf } from '#market/market.ts'
import { verifyDraw } from '#products/lines/package/draw.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { testProducts } from '#products/terms/test-order.ts'
import { settle } from '../../loops/settlement.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { ClientWallet, TestClient } from '../../test/test-client.ts'
import { credit } from '../../test/test-funds.ts'

const one = 100_000_000n
const [compoundUsdt, firstUsdt, packageAtmc] = [20, 22, 26]

/** Any undeclared field fails the test. */
describe('compound, acceleration and packages over the wire', () => {
  let app: TestApp
  let client: TestClient
  let wallet: ClientWallet

  const trade = () =>
    app.db.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)', [
      'USDT-ATMC',
      app.clock.now(),
      5n,
      100n,
      priceOf(5n, 100n),
    ])
  const passDay = async () => {
    app.clock.advance(dayMs)
    client.line.requestToken = undefined
    await trade()
    await settle(app.db, app.clock.now())
  }
  const cardOf = async (productId: number) => (await client.call(getProduct, { productId })).card.hash
  const buy = async (productId: number, amount: string) =>
    (await client.call(buyOrder, { productId, amount, card: await cardOf(productId) })).order
  const orderOf = async (line: 'compound' | 'package') => {
    const [order] = (await client.call(listOrders, { line })).items
    if (!order) throw new Error(`there is an order of ${line}`)
    return order
  }

  beforeAll(async () => {
    app = await testApp()
    const openFrom = app.clock.now()
    for (const product of testProducts) await insertProduct(app.db, { ...product, openFrom, position: product.id })
    const capital = company('capital')
    for (const [from, to, asset] of [
      [outside('bsc'), capital, 'USDT'],
      [capital, poolFree('compound'), 'USDT'],
      [outside('bsc'), capital, 'ATMC'],
    ] as const) {
      const postings = [{ from, to, asset, units: (asset === 'ATMC' ? 30_000n : 50_000n) * one }]
      const key = `test:${to.owner}:${to.purpose}:${asset}`
      await app.db.transaction((tx) => post(tx, { key, at: openFrom, postings }))
    }
    await trade()
    client = app.client()
    wallet = await client.createWallet()
    await passGates(app.db, wallet.walletId)
    await credit(app, wallet, 'bsc', 'USDT', '9000')
    await client.confirm()
  })
  afterAll(async () => {
    expect(await findOrderProblems(app.db)).toEqual([])
    expect(await audit(app.db)).toEqual([])
    await app.close()
  })

  it('has nothing to draw from, and no principal to mark, before anything runs', async () => {
    const { hash } = await client.call(getDraw, {})
    expect(await client.refusal(makeDraw, { hash, holderSeed: 'mine' })).toBe('invest.draw_nothing')
    expect(await client.refusal(makeDraw, { hash: 'ff', holderSeed: 'mine' })).toBe('field.format')
    const marking = { productId: firstUsdt, amount: '100', card: await cardOf(firstUsdt) }
    expect(await client.refusal(accelerate, marking)).toBe('invest.compound_insufficient')
    expect(await client.refusal(accelerate, { ...marking, card: '' })).toBe('invest.conditions_not_met')
    expect(await client.refusal(accelerate, { ...marking, amount: '0.5' })).toBe('invest.minimum')
    expect(await client.refusal(accelerate, { ...marking, productId: compoundUsdt })).toBe('invest.product_missing')
  })

  it('buys a compound order and a package without a period, and refuses one', async () => {
    await buy(compoundUsdt, '1000')
    await buy(packageAtmc, '1000')
    const card = await cardOf(compoundUsdt)
    expect(await client.refusal(buyOrder, { productId: compoundUsdt, amount: '10', days: 7, card })).toBe(
      'invest.period',
    )
    const poor = { productId: packageAtmc, amount: '1000', card: await cardOf(packageAtmc) }
    expect(await client.refusal(buyOrder, poor)).toBe('invest.pool_closed')
    expect(await client.refusal(redeemOrder, { orderId: (await orderOf('package')).orderId })).toBe(
      'invest.order_cannot_close',
    )
  })

  it('runs them through whole days of settlement, sped up by a mark', async () => {
    await passDay()
    await passDay()
    await client.confirm()
    await client.call(accelerate, { productId: firstUsdt, amount: '500', card: await cardOf(firstUsdt) })
    expect((await orderOf('compound')).state).toBe('earning')
    expect((await orderOf('package')).state).toBe('to_be_released')
    for (let day = 0; day < 3; day += 1) await passDay()
    const { items, speed } = await client.call(listAccelerations, {})
    expect(items[0]?.state).toBe('accelerating')
    expect(Number(speed.speed)).toBeGreaterThan(0.5)
    // Releases 0.5 % on two days, then 100 × (1 + 500 ÷ 990), because 19,800 ATMC at 0.05 were pending at cutoff.
    expect((await orderOf('package')).release).toMatchObject({ total: '20000', pending: '19649.4949495' })
    expect(Number((await orderOf('compound')).paidIncome)).toBeCloseTo(0.6, 3)
  })

  it('draws once, with a promise that holds', async () => {
    const { hash } = await client.call(getDraw, {})
    const { drawn } = await client.call(makeDraw, { hash, holderSeed: 'whatever I like' })
    expect(verifyDraw({ ...drawn, day: drawn.day as Day, walletId: wallet.walletId })).toBe('fine')
    expect(await client.refusal(makeDraw, { hash, holderSeed: 'again' })).toBe('invest.draw_done')
  })

  it('cancels a part of the mark into the wallet, and takes the rest out', async () => {
    await client.confirm()
    const [mark] = (await client.call(listAccelerations, {})).items
    const orderId = mark?.orderId ?? 0
    expect(await client.refusal(cancelAcceleration, { orderId, amount: '500.01' })).toBe('invest.compound_insufficient')
    const back = await client.call(cancelAcceleration, { orderId, amount: '100' })
    expect(back).toMatchObject({ returned: { asset: 'USDT', amount: '100' }, acceleration: { amount: '400' } })
    const compound = await orderOf('compound')
    expect(await client.refusal(redeemOrder, { orderId: compound.orderId, amount: '901' })).toBe(
      'invest.compound_insufficient',
    )
    await client.call(redeemOrder, { orderId: compound.orderId, amount: '600' })
    expect((await client.call(listAccelerations, {})).items[0]?.state).toBe('paused')
    expect((await client.call(redeemOrder, { orderId: compound.orderId })).order.state).toBe('ended')
    expect((await client.call(listAccelerations, {})).items[0]?.state).toBe('over')
    expect(await client.refusal(cancelAcceleration, { orderId, amount: '1' })).toBe('invest.order_closed')
    expect(await client.refusal(cancelAcceleration, { orderId: 999, amount: '1' })).toBe('invest.order_missing')
  })
})
