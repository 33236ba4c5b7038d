import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { principal, promised } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { endSale, openSale } from '#products/purchase/change.store.ts'
import { transitions } from '#products/terms/order-state.ts'
import {
  buyOrder,
  cancelOrder,
  getOrder,
  getProduct,
  getTerms,
  listIncomes,
  listOrders,
  listProducts,
  setReinvest,
} from './investing.contract.ts'
import { type InvestingWorld, investingWorld } from './test-world.ts'

const one = 100_000_000n
const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused')
  return [error.key, error.params]
}

describe('products', () => {
  let world: InvestingWorld
  let ana: WalletId
  beforeAll(async () => {
    world = await investingWorld()
    ana = await world.wallet()
  })
  afterAll(() => world.close())

  it('say to anybody what they say to a wallet: terms, card and market', async () => {
    for (const productId of [1, 30, 45]) {
      const told = await world.call(getProduct, ana, { productId })
      const terms = await world.call(getTerms, ana, { productId })
      const { product, siblings, card, market } = told
      expect(terms).toEqual({ product, siblings, card, market })
      expect(siblings.map((each) => each.productId)).toContain(productId)
      expect(terms.card.lines[0]?.part).toBe('worst')
    }
    expect(getTerms.access).toBe('open')
    expect(await refusal(world.call(getTerms, ana, { productId: 999 }))).toEqual(['invest.product_missing', {}])
  })

  it('are listed with terms, what the pool can promise and nothing that was not paid', async () => {
    const { items } = await world.call(listProducts, ana, {})
    expect(items.slice(0, 6).map(({ line }) => line)).toEqual(['dual', 'dual', 'dual2', 'dual2', 'lockup', 'lockup'])
    expect(items[0]).toMatchObject({
      productId: 1,
      base: 'USDT',
      side: 'ATMC',
      state: 'open',
      poolFree: '1000',
      sidePrice: '0.05',
      accrual: 'fixed',
      reinvests: true,
      exitFee: null,
    })
    expect(items[4]).toMatchObject({ base: 'ATMC', side: null, accrual: 'power', reinvests: false, exitFee: '0.05' })
    expect(items[4]?.poolFree).toBeNull()
    expect(items[4]?.periods.map(({ days, powerPerDay }) => [days, powerPerDay])).toEqual([
      [30, '0.002'],
      [90, '0.003'],
      [180, '0.004'],
      [360, '0.006'],
    ])
    expect(items[0]?.periods[1]).toEqual({
      days: 7,
      rate: '0.001',
      annualRate: '0.052142',
      sideShare: '0.2',
      powerPerDay: '0.003',
      realisedRate: null,
      endedRounds: 0,
      weight: null,
    })
  })

  it('answer the exact figures of an amount, and what would refuse it', async () => {
    const fine = await world.call(getProduct, ana, { productId: 1, amount: '100', days: 7 })
    expect(fine.firstOfLine).toBe(true)
    expect(fine.quote).toEqual({
      base: '100',
      side: '400',
      sideMost: '408',
      interest: '0.1',
      lately: null,
      promised: null,
      shares: null,
      reservation: null,
      value: '100',
      power: '0.3',
      sidePower: '20',
      startsAt: '2026-11-23T00:00:00.000Z',
      endsAt: '2026-11-30T00:00:00.000Z',
      problem: null,
      ways: expect.any(Array),
    })
    const goesIn = [
      { asset: 'USDT', amount: '100' },
      { asset: 'ATMC', amount: '400' },
    ]
    expect(fine.quote?.ways).toMatchObject([
      { way: 'on', goesIn, givenUp: [], usdt: '0.1' },
      { way: 'off', goesIn, comesBack: [{ asset: 'USDT', amount: '100.1' }], usdt: '-19.9', power: '22.1' },
    ])
    const small = await world.call(getProduct, ana, { productId: 1, amount: '9.99', days: 7 })
    expect(small.quote?.problem).toEqual({ key: 'invest.minimum', params: { minimum: '10', coin: 'USDT' } })
    const wld = await world.call(getProduct, ana, { productId: 2, amount: '100', days: 30 })
    expect(wld.quote).toMatchObject({ side: '1250', value: '125', interest: '0.55', sidePower: '25' })
  })
})

describe('buying', () => {
  let world: InvestingWorld
  let ana: WalletId
  beforeAll(async () => {
    world = await investingWorld()
    ana = await world.wallet({ USDT: '500', ATMC: '1000', WLD: '20000' })
  })
  afterAll(() => world.close())

  it('answers: takes both coins and sets the interest aside, in one step', async () => {
    const order = await world.buy(ana)
    expect(order).toMatchObject({
      state: 'to_be_started',
      amount: '100',
      sideAmount: '400',
      expectedIncome: '0.1',
      startsAt: '2026-11-23T00:00:00.000Z',
      cancellable: true,
      reinvest: false,
    })
    expect(await world.balance(ana, 'USDT')).toBe(400n * one)
    expect(await world.balance(ana, 'ATMC')).toBe(600n * one)
    const id = order.orderId as OrderId
    expect(await balanceOf(world.db, principal(id, ana, 'dual'), 'ATMC')).toBe(400n * one)
    expect(await balanceOf(world.db, promised(id, ana, 'dual'), 'USDT')).toBe(one / 10n)
    expect(await world.free('USDT')).toBe(1_000n * one - one / 10n)
  })

  it('answers: a second order of the line does not start before the first; one of a day needs no side coin', async () => {
    const order = await world.buy(ana, { days: 1, amount: '10', reinvest: true })
    expect(order).toMatchObject({ startsAt: '2026-11-23T00:00:00.000Z', sideAmount: '0', reinvest: true })
  })

  it('refuses what the terms do not allow', async () => {
    expect(await refusal(world.buy(ana, { days: 8 }))).toEqual(['invest.period', {}])
    expect(await refusal(world.buy(ana, { amount: '9.99' }))).toEqual([
      'invest.minimum',
      { minimum: '10', coin: 'USDT' },
    ])
    expect(await refusal(world.buy(ana, { amount: '10000.01' }))).toEqual(['invest.maximum', { maximum: '10000' }])
    expect(await refusal(world.buy(ana, { productId: 2, amount: '8000.01', days: 1 }))).toEqual([
      'invest.maximum',
      { maximum: '10000' },
    ])
    expect(await refusal(world.call(getProduct, ana, { productId: 9 }))).toEqual(['invest.product_missing', {}])
  })

  it('refuses a card that was not read, or not this one', async () => {
    const input = { productId: 1, amount: '100', days: 7, reinvest: false }
    expect(await refusal(world.call(buyOrder, ana, input))).toEqual(['invest.conditions_not_met', {}])
    expect(await refusal(world.call(buyOrder, ana, { ...input, card: 'ab' }))).toEqual(['invest.card_changed', {}])
  })

  it('refuses the coin that is short, the base coin first', async () => {
    expect(await refusal(world.buy(ana, { amount: '500' }))).toEqual(['balance.insufficient', { coin: 'USDT' }])
    expect(await refusal(world.buy(ana, { amount: '200' }))).toEqual(['balance.insufficient', { coin: 'ATMC' }])
  })

  it('refuses more of the side coin than its holder agreed to', async () => {
    expect(await refusal(world.buy(ana, { amount: '10', sideMax: '39.99999999' }))).toEqual(['invest.payment', {}])
    expect((await world.buy(ana, { amount: '10', sideMax: '40' })).sideAmount).toBe('40')
  })

  it('goes through though the price of the side coin has moved a little since it was quoted', async () => {
    const own = await investingWorld()
    const ana = await own.wallet()
    const { quote } = await own.call(getProduct, ana, { productId: 1, amount: '100', days: 7 })
    own.clock.advance(hourMs)
    await own.db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-ATMC', $1, 99, 2000, 49500000000)`,
      [own.clock.now()],
    )
    own.clock.advance(600_000)
    expect(await refusal(own.buy(ana, { sideMax: quote?.side }))).toEqual(['invest.payment', {}])
    const bought = await own.buy(ana, { sideMax: quote?.sideMost })
    expect(Number(bought.sideAmount)).toBeGreaterThan(400)
    expect(Number(bought.sideAmount)).toBeLessThanOrEqual(408)
    await own.close()
  })

  it('guards: the same request bought twice is a conflict of keys, and nothing is bought again', async () => {
    const before = await world.balance(ana, 'USDT')
    await world.buy(ana, { days: 1, amount: '10' }, 'twice')
    expect(await refusal(world.buy(ana, { days: 1, amount: '10' }, 'twice'))).toEqual(['request.key_conflict', {}])
    expect(await world.balance(ana, 'USDT')).toBe(before - 10n * one)
  })

  it('guards: changed terms change the card, and an order keeps the card and terms it was bought with', async () => {
    const order = await world.buy(ana, { days: 1, amount: '10', reinvest: true })
    const { card } = await world.call(getProduct, ana, { productId: 1 })
    await world.db.query(`UPDATE product_period SET rate = '0.5' WHERE product_id = 1 AND days = 1`)
    expect(await refusal(world.buy(ana, { days: 1, amount: '10', card: card.hash }))).toEqual([
      'invest.card_changed',
      {},
    ])
    const detail = await world.call(getOrder, ana, { orderId: order.orderId })
    expect(detail.card).toEqual(card)
    expect(detail.order).toMatchObject({ rate: '0.0001', renewal: 'terms_changed' })
  })

  it('guards: nobody changes the terms of an order, not even in SQL', async () => {
    await expect(world.db.query(`UPDATE investment_order SET terms = '{}'`)).rejects.toThrow('never change')
    await expect(world.db.query(`UPDATE investment_order SET state = 'ended'`)).rejects.toThrow('cannot go from')
    const rows = await world.db.query<{ state: string; next: string }>('SELECT state, next FROM order_transition')
    const table = Object.entries(transitions).flatMap(([state, all]) => all.map((next) => `${state} ${next}`))
    expect(rows.map(({ state, next }) => `${state} ${next}`).sort()).toEqual(table.sort())
  })

  it('refuses before the terms are in force and after the product ended', async () => {
    await world.db.transaction((tx) => openSale(tx, 2, addMs(world.clock.now(), 1)))
    expect(await refusal(world.buy(ana, { productId: 2, days: 1 }))).toEqual(['invest.pool_config_not_effective', {}])
    await world.db.transaction((tx) => endSale(tx, 2, world.clock.now()))
    expect(await refusal(world.buy(ana, { productId: 2, days: 1 }))).toEqual(['invest.product_ended', {}])
  })
})

describe('buying what the company cannot promise or price', () => {
  it('refuses with what the pool has left, and takes nothing', async () => {
    const world = await investingWorld({ USDT: '0.15' })
    const ana = await world.wallet()
    await world.buy(ana)
    expect(await refusal(world.buy(ana))).toEqual(['invest.pool_closed', { left: '0.05', coin: 'USDT' }])
    expect(await world.balance(ana, 'USDT')).toBe(19_900n * one)
    await world.close()
  })

  it('sells the last of a pool once, to whichever of many comes first', async () => {
    const world = await investingWorld({ USDT: '0.35' })
    const wallets = await Promise.all(Array.from({ length: 8 }, () => world.wallet()))
    const bought = await Promise.allSettled(wallets.map((wallet) => world.buy(wallet)))
    expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const one of bought)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ key: 'invest.pool_closed', params: { left: '0.05' } })
    expect(await world.free('USDT')).toBe(one / 20n)
    await world.close()
  })

  it('refuses a side coin nobody traded for a week', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    world.clock.advance(7 * dayMs + 1)
    expect(await refusal(world.buy(ana))).toEqual(['exchange.not_open', {}])
    expect((await world.buy(ana, { days: 1 })).sideAmount).toBe('0')
    expect(await refusal(world.buy(ana, { productId: 2, days: 1 }))).toEqual(['exchange.not_open', {}])
    await world.close()
  })

  it('refuses a wallet its holder froze', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    await world.db.query('UPDATE wallet SET frozen_at = $1', [world.clock.now()])
    expect(await refusal(world.buy(ana))).toEqual(['identity.frozen', {}])
    await world.close()
  })
})

describe('an order', () => {
  let world: InvestingWorld
  let ana: WalletId
  let ben: WalletId
  beforeAll(async () => {
    world = await investingWorld()
    ana = await world.wallet()
    ben = await world.wallet()
  })
  afterAll(() => world.close())

  it('answers: cancelled before its start, everything comes back, the promise to the pool', async () => {
    const order = await world.buy(ana)
    const { order: cancelled } = await world.call(cancelOrder, ana, { orderId: order.orderId })
    expect(cancelled).toMatchObject({ state: 'cancelled', expectedIncome: '0', cancellable: false })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one)
    expect(await world.balance(ana, 'ATMC')).toBe(100_000n * one)
    expect(await world.free('USDT')).toBe(1_000n * one)
    expect(await refusal(world.call(cancelOrder, ana, { orderId: order.orderId }))).toEqual(['invest.order_closed', {}])
  })

  it('answers: a cancelled first order leaves the next one with its cooling-off', async () => {
    expect((await world.buy(ana, { amount: '20' })).startsAt).toBe('2026-11-23T00:00:00.000Z')
  })

  it('answers: one page of orders by state, its timeline and its records', async () => {
    const page = await world.call(listOrders, ana, { state: 'running' })
    expect(page.items.map(({ state }) => state)).toEqual(['to_be_started'])
    const over = await world.call(listOrders, ana, { state: 'over', line: 'dual' })
    const [cancelled] = over.items
    const detail = await world.call(getOrder, ana, { orderId: cancelled?.orderId ?? 0 })
    expect(detail.timeline.map(({ kind, params }) => [kind, params])).toEqual([
      ['bought', { paid: '100 USDT + 400 ATMC' }],
      ['cancelled', { returned: '100 USDT + 400 ATMC' }],
    ])
    expect(detail.records.map(({ code, asset, amount, direction }) => [code, asset, amount, direction])).toEqual([
      [9, 'ATMC', '400', 'in'],
      [9, 'USDT', '100', 'in'],
      [8, 'ATMC', '400', 'out'],
      [8, 'USDT', '100', 'out'],
    ])
  })

  it("refuses someone else's order as if there were none", async () => {
    const { items } = await world.call(listOrders, ana, {})
    const orderId = items[0]?.orderId ?? 0
    expect(await refusal(world.call(getOrder, ben, { orderId }))).toEqual(['invest.order_missing', {}])
    expect(await refusal(world.call(cancelOrder, ben, { orderId }))).toEqual(['invest.order_missing', {}])
    expect(await refusal(world.call(setReinvest, ben, { orderId, reinvest: true }))).toEqual([
      'invest.order_missing',
      {},
    ])
  })

  it('answers: the switch turns until the last half hour, then settlement has it, then it is over', async () => {
    const order = await world.buy(ben, { amount: '50' })
    const change = (reinvest: boolean) => world.call(setReinvest, ben, { orderId: order.orderId, reinvest })
    await world.goTo('2026-11-29T10:00:00Z')
    await world.settle()
    expect((await change(true)).order).toMatchObject({ state: 'earning', reinvest: true })
    expect((await change(false)).order.reinvest).toBe(false)
    expect(await refusal(world.call(cancelOrder, ben, { orderId: order.orderId }))).toEqual([
      'invest.order_cannot_close',
      {},
    ])
    await world.goTo('2026-11-29T23:30:00Z')
    expect(await refusal(change(true))).toEqual(['invest.last_half_hour', {}])
    await world.goTo('2026-11-30T00:00:00Z')
    expect(await refusal(change(true))).toEqual(['invest.pool_settling', {}])
    await world.settle()
    expect(await refusal(change(true))).toEqual(['invest.order_closed', {}])
    const { timeline } = await world.call(getOrder, ben, { orderId: order.orderId })
    const kinds = timeline.map(({ kind }) => kind)
    expect(kinds).toEqual(['bought', 'started', 'reinvest_on', 'reinvest_off', 'ended', 'side_retired'])
  })

  it('answers: incomes in coins and in power', async () => {
    const coins = await world.call(listIncomes, ben, {})
    expect(coins.items.map(({ code, asset, amount, reinvested }) => [code, asset, amount, reinvested])).toEqual([
      [112, 'USDT', '0.05', false],
    ])
    const power = await world.call(listIncomes, ben, { kind: 'power' })
    expect(power.items.map(({ code, amount }) => [code, amount])).toEqual([
      [13, '10'],
      ...Array.from({ length: 7 }, () => [2, '0.15']),
    ])
  })

  it('answers that it is being settled while settlement holds it', async () => {
    const order = await world.buy(ben, { amount: '50', days: 30 })
    const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const settling = world.db.transaction(async (tx) => {
      await tx.query('SELECT id FROM investment_order WHERE id = $1 FOR UPDATE', [order.orderId])
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const change = world.call(setReinvest, ben, { orderId: order.orderId, reinvest: true })
    expect(await refusal(change).finally(held.resolve)).toEqual(['invest.pool_settling', {}])
    await settling
  })

  it('goes page by page without losing or doubling one', async () => {
    const cas = await world.wallet()
    for (let count = 0; count < 23; count += 1) await world.buy(cas, { days: 1, amount: '10' })
    const first = await world.call(listOrders, cas, {})
    const second = await world.call(listOrders, cas, { cursor: first.next })
    expect([first.items.length, second.items.length, second.next]).toEqual([20, 3, ''])
    expect(new Set([...first.items, ...second.items].map(({ orderId }) => orderId)).size).toBe(23)
    await world.pass(hourMs)
  })
})
