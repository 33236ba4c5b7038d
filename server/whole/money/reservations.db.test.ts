import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstCreditEntry } from '#custody/watching/deposits/first-credit.ts'
import { answerQuiz, declareRegion, getQuiz } from '#features/investing/gates/gates.contract.ts'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import {
  cancelReservation,
  listReservations,
  payReservation,
  reserveOrder,
} from '#features/investing/reservations/reservations.contract.ts'
import { listQueueLog } from '#features/proof/queue/queue.contract.ts'
import { hourMs } from '#kit/time/clock.ts'
import { company, outside, poolFree } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { priceOf } from '#market/market.ts'
import { rightAnswers } from '#products/gates/quiz.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { checkNewest } from '#products/reservations/queue-log.ts'
import { testProducts } from '#products/terms/test-order.ts'
import { settle } from '../../loops/settlement.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { ClientWallet, TestClient } from '../../test/test-client.ts'
import { credit } from '../../test/test-funds.ts'

const one = 100_000_000n

describe('queueing over the wire', () => {
  let app: TestApp
  let client: TestClient
  let wallet: ClientWallet
  let card = ''

  const move = async (ms: number) => {
    app.clock.advance(ms)
    client.line.requestToken = undefined
    await trade()
    await settle(app.db, app.clock.now())
  }
  const trade = () =>
    app.db.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)', [
      'USDT-ATMC',
      app.clock.now(),
      5n,
      100n,
      priceOf(5n, 100n),
    ])
  const order = (changes: { amount?: string; productId?: number; days?: number; card?: string } = {}) => ({
    productId: 1,
    amount: '600',
    days: 7,
    reinvest: false,
    card,
    ...changes,
  })
  const buy = (changes = {}) => client.refusal(buyOrder, order(changes))
  const reserve = (changes = {}) => client.refusal(reserveOrder, order(changes))
  const first = async () => (await client.call(listReservations, { state: 'open' })).items[0]?.orderId ?? 0

  beforeAll(async () => {
    app = await testApp()
    const [dual] = testProducts
    if (!dual) throw new Error('dual is sold')
    const openFrom = app.clock.now()
    await insertProduct(app.db, { ...dual, openFrom, position: 1, quotaUnits: 1_000n * one })
    await insertProduct(app.db, { ...dual, id: 2, openFrom, position: 2, needsReservation: true })
    const capital = company('capital')
    for (const [from, to] of [
      [outside('bsc'), capital],
      [capital, poolFree('dual')],
    ] as const) {
      const postings = [{ from, to, asset: 'USDT' as const, units: 1_000n * one }]
      await app.db.transaction((tx) => post(tx, { key: `test:${to.owner}`, at: openFrom, postings }))
    }
    await trade()
    client = app.client()
    wallet = await client.createWallet()
    await credit(app, wallet, 'bsc', 'USDT', '5000')
    await credit(app, wallet, 'bsc', 'ATMC', '50000')
    await app.db.transaction((tx) => post(tx, firstCreditEntry(wallet.walletId, openFrom)))
    await client.confirm()
    card = (await client.call(getProduct, { productId: 1 })).card.hash
  })
  afterAll(() => app.close())

  it('asks where one lives and what the card says before the first purchase', async () => {
    expect(await buy()).toBe('identity.region_needed')
    expect(await client.refusal(declareRegion, { region: 'XX' })).toBe('field.format')
    await client.call(declareRegion, { region: 'SG' })
    expect(await client.refusal(declareRegion, { region: 'DE' })).toBe('identity.region_stands')
    expect(await buy()).toBe('invest.conditions_not_met')
    expect(await reserve()).toBe('invest.conditions_not_met')
    expect((await client.call(getQuiz, { line: 'dual' })).questions).toHaveLength(4)
    const answers = { ...rightAnswers('dual') }
    expect(await client.call(answerQuiz, { line: 'dual', answers })).toEqual({ passed: true, wrong: [] })
  })

  it('answers 407 where earning is off', async () => {
    const other = app.client()
    await other.createWallet()
    await other.confirm()
    await other.call(declareRegion, { region: 'US' })
    const { envelope } = await other.send(buyOrder, order())
    expect(envelope).toMatchObject({ code: 407, msg: 'identity.region_off', params: { region: 'US' } })
  })

  it('sells while the quota lasts, then queues', async () => {
    expect(await reserve()).toBe('invest.reservation_not_needed')
    await client.call(buyOrder, order())
    expect(await buy()).toBe('invest.quota_full')
    expect(await buy({ productId: 2, card: '' })).toBe('invest.conditions_not_met')
    expect(await reserve({ amount: '1000.5' })).toBe('invest.quota_small')
    expect(await reserve({ amount: '9' })).toBe('invest.reservation_not_needed')
    const { reservation } = await client.call(reserveOrder, order())
    expect(reservation).toMatchObject({ state: 'queued', rank: 1, prepaid: '6', credit: '600' })
    expect(await reserve({ amount: '500' })).toBe('invest.already_in_queue')
    expect(await buy({ amount: '50' })).toBe('invest.reservation_needed')
    const { card: other } = await client.call(getProduct, { productId: 2 })
    expect(await reserve({ productId: 2, card: other.hash })).toBe('balance.credit_limit')
    expect(await reserve({ productId: 2, card: other.hash, amount: '5' })).toBe('invest.minimum')
    expect(await reserve({ productId: 2, card: other.hash, amount: '10001' })).toBe('invest.maximum')
    expect(await reserve({ productId: 2, card: other.hash, days: 8 })).toBe('invest.period')
    expect(await client.refusal(payReservation, { orderId: await first() })).toBe('invest.queue_not_processed')
    expect(await client.refusal(payReservation, { orderId: 999 })).toBe('invest.order_missing')
  })

  it('calls the next at midnight; a due order waits for its balance', async () => {
    await move(12 * hourMs)
    const orderId = await first()
    const { card: other } = await client.call(getProduct, { productId: 2 })
    expect(await reserve({ productId: 2, card: other.hash, amount: '50' })).toBe('invest.pending_order_waiting')
    expect(await client.refusal(payReservation, { orderId, sideMax: '1' })).toBe('invest.payment')
    expect(await client.refusal(cancelReservation, { orderId })).toBe('invest.order_cannot_close')
    const { reservation } = await client.call(payReservation, { orderId })
    expect(reservation).toMatchObject({ state: 'to_be_started', bonus: '60' })
    expect(await client.refusal(payReservation, { orderId })).toBe('invest.order_error')
  })

  it('closes what is not paid in time', async () => {
    const { card: other } = await client.call(getProduct, { productId: 2 })
    await client.call(reserveOrder, order({ productId: 2, amount: '100', card: other.hash }))
    await move(24 * hourMs)
    const orderId = await first()
    await move(24 * hourMs)
    expect(await client.refusal(payReservation, { orderId })).toBe('invest.order_closed')
    expect(await client.refusal(cancelReservation, { orderId })).toBe('invest.order_closed')
  })

  it('shows its log to anyone', async () => {
    const { items } = await app.client().call(listQueueLog, {})
    expect(items.map(({ change }) => change)).toEqual(['closed', 'due', 'queued', 'paid', 'due', 'queued'])
    expect(checkNewest(items)).toEqual({ fault: undefined, isWhole: true })
    expect(new Set(items.map(({ coin }) => coin))).toEqual(new Set(['USDT']))
    expect(JSON.stringify(items)).not.toContain(wallet.walletId)
  })
})
