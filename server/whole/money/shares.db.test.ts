import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { listDividends, listFunds } from '#features/investing/fund/fund.contract.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, cancelOrder, getOrder, getProduct, redeemOrder } from '#features/investing/investing.contract.ts'
import { dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { liquidityOf, seedMarket } from '#market/market.store.ts'
import { priceOf } from '#market/market.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { setHold } from '#products/lines/fund/fund.store.ts'
import { findFundProblems } from '#products/lines/fund/fund-invariants.store.ts'
import { findLiquidityProblems } from '#products/lines/liquidity/liquidity-invariants.server.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { testProducts } from '#products/terms/test-order.ts'
import { settle } from '../../loops/settlement.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { TestClient } from '../../test/test-client.ts'
import { credit } from '../../test/test-funds.ts'

const one = 100_000_000n
const pair = 'USDT-ATMC'
const [liquidityId, fundId] = [30, 34]

describe('liquidity and fund over the wire', () => {
  let app: TestApp
  const clients: TestClient[] = []
  const [ana, ben] = [() => clientAt(0), () => clientAt(1)]
  const clientAt = (place: number): TestClient => {
    const client = clients[place]
    if (!client) throw new Error(`there are ${clients.length} clients`)
    return client
  }
  const trade = () =>
    app.db.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, 5, 100, $3)', [
      pair,
      app.clock.now(),
      priceOf(5n, 100n),
    ])
  const move = async (ms: number) => {
    app.clock.advance(ms)
    for (const client of clients) client.line.requestToken = undefined
    await trade()
    await settle(app.db, app.clock.now())
    for (const client of clients) await client.confirm()
  }
  const cardOf = async (client: TestClient, productId: number) =>
    (await client.call(getProduct, { productId })).card.hash
  const holds = async () => {
    expect(await audit(app.db)).toEqual([])
    for (const find of [findOrderProblems, findLiquidityProblems, findFundProblems])
      expect(await find(app.db)).toEqual([])
  }

  beforeAll(async () => {
    app = await testApp()
    const openFrom = app.clock.now()
    for (const product of testProducts)
      if ([liquidityId, fundId].includes(product.id))
        await insertProduct(app.db, { ...product, openFrom, position: product.id })
    await app.db.transaction(async (tx) => {
      for (const [asset, whole] of [
        ['USDT', 10_000n],
        ['ATMC', 200_000n],
      ] as const) {
        const postings = [{ from: outside('bsc'), to: company('capital'), asset, units: whole * one }]
        await post(tx, { key: `capital:${asset}`, at: openFrom, postings })
      }
      const seed = { pair, baseUnits: 10_000n * one, quotedUnits: 200_000n * one, key: 'seed', at: openFrom } as const
      await seedMarket(tx, seed)
    })
    await trade()
    for (let count = 0; count < 5; count += 1) {
      const client = app.client()
      const wallet = await client.createWallet()
      await credit(app, wallet, 'bsc', 'USDT', '5000')
      await credit(app, wallet, 'bsc', 'ATMC', '50000')
      await passGates(app.db, wallet.walletId)
      await client.confirm()
      clients.push(client)
    }
  })
  afterAll(() => app.close())

  it('buys a fund by robot_id, and needs one of both numbers', async () => {
    const card = await cardOf(ana(), fundId)
    expect(await ana().refusal(buyOrder, { amount: '100', card })).toBe('field.required')
    expect(await ana().refusal(buyOrder, { fundId, amount: '9.99', card })).toBe('invest.minimum')
    expect(await ana().refusal(buyOrder, { fundId, amount: '10000.01', card })).toBe('invest.maximum')
    expect(await ana().refusal(buyOrder, { fundId, amount: '5000.01', card })).toBe('balance.insufficient')
    expect(await ana().refusal(buyOrder, { fundId, amount: '100', card, leastShares: '101' })).toBe(
      'invest.shares_moved',
    )
    expect(await ana().refusal(buyOrder, { fundId, amount: '100', card: 'another' })).toBe('invest.card_changed')
    const { order } = await ana().call(buyOrder, { fundId, amount: '100', card })
    expect(order).toMatchObject({ line: 'fund', state: 'to_be_started' })
    const { items } = await ana().call(listFunds, {})
    expect(items).toMatchObject([{ fundId, netAssetValue: '1', principal: '0' }])
    expect(await ana().call(listDividends, {})).toEqual({ items: [], next: '' })
  })

  it('says fund_data_wrong without a net asset value, to whoever buys, redeems or asks for a price', async () => {
    await move(2 * dayMs)
    const until = new Date(app.clock.now().getTime() + dayMs)
    await app.db.transaction((tx) => setHold(tx, fundId, { until, reason: 'a result comes' }))
    const [order] = await app.db.query<{ id: bigint }>(`SELECT id FROM investment_order WHERE line = 'fund'`)
    const orderId = Number(order?.id)
    const card = await cardOf(ana(), fundId)
    expect(await ana().refusal(buyOrder, { fundId, amount: '100', card })).toBe('invest.fund_data_wrong')
    expect(await ana().refusal(getProduct, { productId: fundId, amount: '100' })).toBe('invest.fund_data_wrong')
    expect(await ana().refusal(redeemOrder, { orderId })).toBe('invest.fund_data_wrong')
    await app.db.transaction((tx) => setHold(tx, fundId, undefined))
    expect((await ana().call(redeemOrder, { orderId })).order.state).toBe('to_be_released')
    expect(await ben().refusal(redeemOrder, { orderId })).toBe('invest.order_missing')
    await move(dayMs)
    expect((await ana().call(getOrder, { orderId })).order.state).toBe('ended')
    await holds()
  })

  it('joins and leaves a market while others trade: every share and every coin is accounted for', async () => {
    const card = await cardOf(ana(), liquidityId)
    const join = { productId: liquidityId, days: 7, card }
    expect(await ana().refusal(buyOrder, { ...join, amount: '100', leastShares: '100000' })).toBe('invest.shares_moved')
    expect(await ana().refusal(buyOrder, { ...join, amount: '100', sideMax: '1' })).toBe('invest.payment')
    expect(await ana().refusal(buyOrder, { ...join, amount: '100', days: 8 })).toBe('invest.period')
    const bought = await Promise.all(
      clients.map((client, place) => client.call(buyOrder, { ...join, amount: `${500 + place}` })),
    )
    const kept = await ana().call(buyOrder, { ...join, amount: '10' })
    await ana().call(cancelOrder, { orderId: kept.order.orderId })
    await move(2 * dayMs)
    const running = await liquidityOf(app.db, pair)
    expect(running.shares > running.companyShares).toBe(true)
    const { holding } = await ana().call(getOrder, { orderId: bought[0]?.order.orderId ?? 0 })
    const { items } = await ana().call(walletAssets, {})
    for (const { asset, amount } of holding?.worth ?? []) {
      const item = items.find(({ coin }) => coin === asset)
      expect(item?.inMarkets).toBe(amount)
      expect(Number(item?.value)).toBeGreaterThan(0)
    }
    expect(holding?.worth).toHaveLength(2)
    await Promise.all(
      clients.flatMap((client, place) => {
        const orderId = bought[place]?.order.orderId ?? 0
        const swap = { exchangeId: 2, direction: 'buy', amount: `${20 + place}`, least: '0.01' } as const
        return [client.call(redeemOrder, { orderId }), client.call(makeTrade, swap)]
      }),
    )
    const left = await liquidityOf(app.db, pair)
    expect(left.shares).toBe(left.companyShares)
    await holds()
    await move(dayMs)
    await holds()
  })
})
