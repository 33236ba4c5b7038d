import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdWithdrawals, setFrozen } from '#identity/wallet.store.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { reservesOf, seedMarket } from '#market/market.store.ts'
import { exchangeLogs, exchangePairs, exchangeQuote, makeTrade } from '#market/trade/exchange.contract.ts'
import { quoteSwap } from '#market/trade/trade-rules.ts'
import { exchangeOpenings } from '#market/trade/trade-settings.ts'
import { keepFeedState } from '#outside/feeds/feed.store.ts'
import { feedScale } from '#outside/feeds/port.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, newParty, openMarket, type Party } from '#server/test/test-funds.ts'
import type { RefusedAnswer } from '#server/test/test-wire.ts'
import { exchangeCandles } from './candles.contract.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n
const parallel = sizeOf(import.meta.url, { least: 120, turn: 120, all: 500 })

describe('the calls of exchanging', () => {
  let app: TestApp
  let trader: Party
  const newTrader = () => newParty(app)
  beforeAll(async () => {
    app = await testApp()
    const at = app.clock.now()
    await openMarket(app, at)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    trader = await newTrader()
    await credit(app, trader, 'bsc', 'USDT', '20000')
  })

  const has = (coin: Coin) => balanceOf(app.db, available(trader.walletId), coin)
  type TradeInput = CallInputOf<typeof makeTrade>
  const input = (change: Partial<TradeInput> = {}): TradeInput => ({
    exchangeId: 1,
    direction: 'buy',
    amount: '1000',
    least: '0',
    ...change,
  })
  const refused = (change: Partial<TradeInput> = {}) => trader.client.refusal(makeTrade, input(change))
  const quote = (amount: string, direction: 'buy' | 'sell' = 'buy') =>
    app.client().call(exchangeQuote, { exchangeId: 1, direction, amount })

  it('answers a trade that gives exactly what the quote said, and a receipt that keeps all of it', async () => {
    const fees = await balanceOf(app.db, company('fees'), 'USDT')
    const before = await reservesOf(app.db, 'USDT-WLD')
    const { value, ...quoted } = await quote('1000')
    expect(value).toBe('1000')
    const made = await trader.client.call(makeTrade, input({ least: quoted.least }))
    const { id, ...kept } = made
    expect(kept).toEqual({ ...quoted, guideRate: made.guideRate, guideDifference: made.guideDifference })
    expect(made).toMatchObject({ give: 'USDT', receive: 'WLD', fee: '3' })
    expect(await has('USDT')).toBe(units('19000'))
    expect(await has('WLD')).toBe(units(made.received))
    expect(await balanceOf(app.db, company('fees'), 'USDT')).toBe(fees + units('3'))
    const after = await reservesOf(app.db, 'USDT-WLD')
    expect(after.base - before.base).toBe(units('997'))
    expect(before.quoted - after.quoted).toBe(units(made.received))
    expect((await trader.client.call(exchangeLogs, { id })).items).toEqual([made])
    expect((await trader.client.call(exchangeLogs, {})).items).toEqual([made])
    const other = await newTrader()
    expect((await other.client.call(exchangeLogs, { id })).items).toEqual([])
  })

  it('answers the pairs with price, rise and guide price, to anybody', async () => {
    await trader.client.call(makeTrade, input())
    app.clock.advance(hourMs)
    const answer = await app.client().call(exchangePairs, {})
    expect(answer).toMatchObject({ minimumValue: '5', maximumValue: '10000', impactMax: '0.05', feeShare: '0.003' })
    const [first, second] = answer.items
    expect(first).toMatchObject({ id: 1, base: 'USDT', quoted: 'WLD', open: true, opensAt: '00:00', closesAt: '24:00' })
    expect(first?.price).toMatch(/^1\.2/)
    expect(first?.guidePrice).toMatch(/^1\.2/)
    expect(first?.spark.length).toBeGreaterThan(0)
    expect(second).toMatchObject({ id: 2, price: null, guidePrice: null, rise: null, spark: [], open: false })
  })

  it('answers candles of every length, the last day in figures, and what the market holds, to anybody', async () => {
    app.clock.advance(3 * dayMs)
    trader.client.line.requestToken = undefined
    await trader.client.confirm()
    const first = await trader.client.call(makeTrade, input())
    app.clock.advance(hourMs)
    const second = await trader.client.call(makeTrade, input({ amount: '500' }))
    const asked = (period: '1m' | '1h' | '1d') => app.client().call(exchangeCandles, { exchangeId: 1, period })
    const hours = (await asked('1h')).items
    expect(hours.map(({ at }) => at)).toEqual(hours.map(({ at }) => at).sort())
    expect(hours.slice(-2).map(({ baseVolume }) => baseVolume)).toEqual(['997', '498.5'])
    expect(hours.slice(-2).map(({ quotedVolume }) => quotedVolume)).toEqual([first.received, second.received])
    expect((await asked('1m')).items).toHaveLength(2)
    const { items, day, baseReserve, quotedReserve } = await asked('1d')
    expect(items.at(-1)).toMatchObject({ baseVolume: '1495.5', at: '2026-11-25T00:00:00.000Z' })
    expect(day).toMatchObject({ baseVolume: '1495.5', trades: 2, high: items.at(-1)?.close, low: items.at(-1)?.open })
    const { base, quoted } = await reservesOf(app.db, 'USDT-WLD')
    expect([baseReserve, quotedReserve]).toEqual([showUnits(base), showUnits(quoted)])
    app.clock.advance(2 * dayMs)
    expect(await app.client().call(exchangeCandles, { exchangeId: 1, period: '1m' })).toMatchObject({
      items: [],
      day: null,
    })
    expect(await app.client().refusal(exchangeCandles, { exchangeId: 99 })).toBe('exchange.pair_missing')
    expect(await app.client().refusal(exchangeCandles, { exchangeId: 1, period: '2m' as '1m' })).toBe('field.format')
    expect((await trader.client.call(exchangeLogs, { exchangeId: 1 })).items.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
    expect((await trader.client.call(exchangeLogs, { exchangeId: 2 })).items).toEqual([])
  })

  it('answers beside each price what feeds outside say, for as long as they said it just now', async () => {
    const referenceOf = async (place: number) => (await app.client().call(exchangePairs, {})).items[place]?.reference
    expect(await referenceOf(0)).toBeNull()
    const [price, at] = [(1_249n * feedScale) / 1_000n, app.clock.now()]
    const standing = { price, at, jump: undefined, isHalted: false }
    const state = { standing, feeds: ['Demo 1', 'Demo 2', 'Demo 3'], dropped: [], demo: true, lookedAt: at }
    await keepFeedState(app.db, 'WLD', state)
    expect(await referenceOf(0)).toEqual({ price: '1.249', at: at.toISOString(), feeds: state.feeds, simulated: true })
    expect(await referenceOf(1)).toBeNull()
    await keepFeedState(app.db, 'WLD', { ...state, standing: { ...standing, isHalted: true } })
    expect(await referenceOf(0)).toBeNull()
    await keepFeedState(app.db, 'WLD', { ...state, standing: { ...standing, at: addMs(at, -61_000) } })
    expect(await referenceOf(0)).toBeNull()
  })

  it('refuses by name what breaks a rule, and nothing moves', async () => {
    expect(await refused({ exchangeId: 99 })).toBe('exchange.pair_missing')
    expect(await refused({ exchangeId: 2 })).toBe('exchange.not_open')
    expect(await refused({ amount: '4.99' })).toBe('exchange.amount')
    expect(await refused({ amount: '10000.01' })).toBe('exchange.amount')
    expect(await refused({ amount: '89999999999' })).toBe('exchange.amount')
    expect(await refused({ direction: 'sell', amount: '100' })).toBe('balance.insufficient')
    expect(await refused({ least: '900' })).toBe('exchange.price_moved')
    for (const change of [
      { amount: '0' },
      { amount: '1.001' },
      { least: '-1' },
      { least: '' },
      { direction: 'up' as 'buy' },
    ])
      expect(await refused(change), JSON.stringify(change)).toMatch(/^field\.(required|format)$/)
    expect(await app.client().refusal(exchangeQuote, { exchangeId: 1, direction: 'buy', amount: '4' })).toBe(
      'exchange.amount',
    )
    expect(await has('USDT')).toBe(units('20000'))
  })

  it('refuses more than 5 % impact in a small market', async () => {
    const at = app.clock.now()
    await app.db.transaction(async (tx) => {
      const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'ATMC' as const, units: units('5000') }]
      await post(tx, { key: 'test:capital:ATMC', at, postings })
      const [baseUnits, quotedUnits] = [units('1000'), units('5000')]
      await seedMarket(tx, { pair: 'USDT-ATMC', baseUnits, quotedUnits, key: 'test:seed:atmc', at })
    })
    expect(await refused({ exchangeId: 2, amount: '53' })).toBe('exchange.impact')
    await trader.client.call(makeTrade, input({ exchangeId: 2, amount: '50' }))
  })

  it('refuses by switch and by the time of day', async () => {
    const set = (value: unknown) =>
      app.db.transaction((tx) => changeSetting(tx, exchangeOpenings, { value, reason: 'a test', at: app.clock.now() }))
    await set({ 'USDT-WLD': { open: false, opensAt: '00:00', closesAt: '24:00' } })
    expect(await refused()).toBe('exchange.not_open')
    await set({ 'USDT-WLD': { open: true, opensAt: '03:00', closesAt: '04:00' } })
    expect(await refused()).toBe('exchange.wrong_time')
    expect((await app.client().call(exchangePairs, {})).items[0]?.open).toBe(false)
    await set({})
  })

  it('guards: without password, frozen, and above 100 USDT after a security change', async () => {
    const until = addMs(app.clock.now(), dayMs)
    await app.db.transaction((tx) => holdWithdrawals(tx, trader.walletId, until, 'password'))
    expect(await refused({ amount: '110' })).toBe('exchange.held')
    await trader.client.call(makeTrade, input({ amount: '50' }))
    expect(await refused({ amount: '60' })).toBe('exchange.held')
    await credit(app, trader, 'bsc', 'WLD', '100')
    expect(await refused({ direction: 'sell', amount: '50' })).toBe('exchange.held')
    await trader.client.call(makeTrade, input({ amount: '40' }))
    app.clock.advance(23 * hourMs)
    trader.client.line.requestToken = undefined
    await trader.client.confirm()
    expect(await refused({ amount: '20' })).toBe('exchange.held')
    await app.db.transaction((tx) => setFrozen(tx, trader.walletId, app.clock.now()))
    expect(await refused({ amount: '50' })).toBe('identity.frozen')
    await app.db.transaction((tx) => setFrozen(tx, trader.walletId, null))
    trader.client.line.walletToken = undefined
    expect(await refused()).toBe('session.wallet_token_missing')
    expect(await app.client().refusal(makeTrade, input())).toMatch(/^session\.|token_03/)
  })

  it('guards a repeat: the same key trades once', async () => {
    const bent = { headers: { [headers.idempotencyKey]: '1c0e7a52-9d36-4d1f-9b7e-3a4f9a1c2d3e' } }
    const once = await trader.client.call(makeTrade, input(), bent)
    expect(await trader.client.call(makeTrade, input(), bent)).toEqual(once)
    expect((await trader.client.send(makeTrade, input({ amount: '7' }), bent)).envelope.msg).toBe(
      'request.key_conflict',
    )
    expect(await has('USDT')).toBe(units('19000'))
  })

  it(`is exact with ${parallel} trades on one pair at once, by two wallets in both directions`, async () => {
    const other = await newTrader()
    await credit(app, other, 'eth', 'WLD', '500')
    const before = await reservesOf(app.db, 'USDT-WLD')
    const [{ last }] = (await app.db.query('SELECT coalesce(max(id), 0) AS last FROM market_trade')) as [
      { last: bigint },
    ]
    const answers = await Promise.all(
      Array.from({ length: parallel }, async (_, round) => {
        const [{ client }, asked] =
          round % 2 ? [trader, input({ amount: '500' })] : [other, input({ direction: 'sell', amount: '10' })]
        return client.call(makeTrade, asked).catch((error: RefusedAnswer) => error.envelope.msg)
      }),
    )
    const made = answers.filter((answer) => typeof answer !== 'string')
    const refusals = new Set(answers.filter((answer) => typeof answer === 'string'))
    expect([...refusals]).toEqual(['balance.insufficient'])
    // 20,000 ÷ 500 and 500 ÷ 10: exactly the balances.
    expect(made).toHaveLength(90)
    expect(showUnits(await has('USDT'))).toBe('0')
    const after = await reservesOf(app.db, 'USDT-WLD')
    expect(after.base * after.quoted).toBeGreaterThanOrEqual(before.base * before.quoted)
    // In id order the formula reproduces every result exactly.
    const receipts = made.sort((a, b) => a.id - b.id)
    expect(Number(last)).toBeLessThan(receipts[0]?.id ?? 0)
    let reserves = before
    for (const { direction, amount, fee, received } of receipts) {
      const model = quoteSwap(reserves, direction, units(amount))
      expect([units(fee), units(received)]).toEqual([model.fee, model.received])
      const { base, quoted } = reserves
      reserves =
        direction === 'buy'
          ? { base: base + model.net, quoted: quoted - model.received }
          : { base: base - model.received, quoted: quoted + model.net }
    }
    expect(after).toEqual(reserves)
    expect(await audit(app.db)).toEqual([])
  })
})
