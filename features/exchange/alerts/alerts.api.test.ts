import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '#engine/test/test-db.ts'
import { listOwnNotices } from '#features/news/personal/personal.contract.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { tellPrices } from '#market/feeds/alerts.job.ts'
import { fireStatement } from '#market/feeds/alerts.store.ts'
import { alertSides, alertsMax } from '#market/feeds/alerts.ts'
import { exchangePairs, exchangeQuote, makeTrade } from '#market/trade/exchange.contract.ts'
import { keepFeedState } from '#outside/feeds/feed.store.ts'
import { feedScale } from '#outside/feeds/port.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, newParty, openMarket, type Party } from '#server/test/test-funds.ts'
import { addPriceAlert, dropPriceAlert, priceAlerts } from './alerts.contract.ts'

const exchangeId = 1

describe('prices somebody wants to be told of', () => {
  let app: TestApp
  let trader: Party
  let holder: Party
  beforeAll(async () => {
    app = await testApp()
    await openMarket(app, app.clock.now())
    trader = await newParty(app)
    await credit(app, trader, 'bsc', 'USDT', '200000')
    await credit(app, trader, 'eth', 'WLD', '200000')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    holder = await newParty(app)
  })

  /** @returns the new price */
  const move = async (direction: 'buy' | 'sell', amount = '1000'): Promise<string> => {
    app.clock.advance(minuteMs)
    await trader.client.confirm()
    const { least } = await trader.client.call(exchangeQuote, { exchangeId, direction, amount })
    await trader.client.call(makeTrade, { exchangeId, direction, amount, least })
    const { items } = await trader.client.call(exchangePairs, {})
    return items.find(({ id }) => id === exchangeId)?.price ?? ''
  }
  const look = () => tellPrices(app.db, app.clock.now())
  const add = (side: 'above' | 'below', price: string, { client } = holder) =>
    client.call(addPriceAlert, { exchangeId, side, price })
  const refused = (side: 'above' | 'below', price: string) =>
    holder.client.refusal(addPriceAlert, { exchangeId, side, price })
  const list = async ({ client } = holder) => (await client.call(priceAlerts, {})).items
  const waiting = async () => (await list()).map(({ reachedAt }) => reachedAt === null)
  const told = async () =>
    (await holder.client.call(listOwnNotices, {})).items.filter(({ kind }) => kind === 'price_alert')

  it('cannot be asked for where nobody has traded, nor for what is no price', async () => {
    expect(await refused('above', '1.5')).toBe('alerts.no_price')
    expect(await holder.client.refusal(addPriceAlert, { exchangeId: 99, side: 'above', price: '1' })).toBe(
      'exchange.pair_missing',
    )
    for (const price of ['0', '0.000', '-1', '1.123456789', '1000000', '1e3', ''])
      expect(await refused('above', price), price).toMatch(/^field\./)
  })

  it('must be still to come, and stand in the list of their holder alone', async () => {
    const price = await move('buy')
    expect(Number(price)).toBeGreaterThan(1.25)
    expect(await refused('above', price)).toBe('alerts.reached')
    expect([await refused('above', '1.2'), await refused('below', '1.3')]).toEqual(['alerts.reached', 'alerts.reached'])
    const { id } = await add('above', '1.30000001')
    await add('below', '1.2')
    expect(await list()).toMatchObject([
      { side: 'below', price: '1.2', base: 'USDT', quoted: 'WLD', exchangeId, reachedAt: null },
      { id, side: 'above', price: '1.30000001', reachedAt: null },
    ])
    expect(await list(await newParty(app))).toEqual([])
    const stranger = await newParty(app)
    expect(await stranger.client.refusal(dropPriceAlert, { id })).toBe('request.data_missing')
    await holder.client.call(dropPriceAlert, { id })
    expect(await list()).toHaveLength(1)
  })

  it('go off once, when the price has passed them, and are told without an amount or a name', async () => {
    const price = Number(await move('buy'))
    const near = await add('above', (price + 0.005).toFixed(8))
    await add('above', (price + 1).toFixed(8))
    await add('below', (price - 0.005).toFixed(8))
    await look()
    expect(await waiting()).toEqual([true, true, true])
    await move('buy')
    await look()
    expect(await waiting()).toEqual([true, true, false])
    const [notice, ...more] = await told()
    expect(notice).toMatchObject({ key: `price_alert:${near.id}`, subject: `${exchangeId}`, unread: true })
    expect(more).toEqual([])
    const [, , before] = await list()
    await move('sell', '3000')
    await look()
    await move('buy', '6000')
    await look()
    expect(await waiting()).toEqual([false, true, false])
    expect((await list())[2]).toEqual(before)
    expect(await told()).toHaveLength(2)
    await holder.client.call(dropPriceAlert, { id: near.id })
    expect(await told()).toHaveLength(1)
  })

  it('are set off by trades of our own market alone: neither by a feed that jumps nor by a price that stands', async () => {
    const price = Number(await move('buy'))
    await add('above', (price + 0.001).toFixed(8))
    const now = app.clock.now()
    const standing = { price: 3n * feedScale, at: now, jump: { price: 9n * feedScale, rounds: 3 }, isHalted: false }
    await keepFeedState(app.db, 'WLD', { standing, feeds: ['a', 'b', 'c'], dropped: [], demo: false, lookedAt: now })
    app.clock.advance(minuteMs)
    await look()
    expect(await waiting()).toEqual([true])
  })

  it('are twenty of a wallet at most, those that went off among them', async () => {
    for (let count = 0; count < alertsMax; count += 1) await add('above', `${100 + count}`)
    expect(await refused('above', '500')).toBe('alerts.too_many')
    await asOwner(
      app.db,
      `UPDATE price_alert SET fired_at = now(), fired_price = 1 WHERE wallet_id = '${holder.walletId}'`,
    )
    expect(await refused('above', '500')).toBe('alerts.too_many')
    const [first] = await list()
    await holder.client.call(dropPriceAlert, { id: first?.id ?? 0 })
    // Only one of two concurrent calls may succeed.
    const both = await Promise.allSettled([add('above', '501'), add('above', '502')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await list()).toHaveLength(alertsMax)
  })

  it('are found by one end of an index, however many wait elsewhere, and go off in bounded pieces', async () => {
    const price = Number(await move('buy'))
    const fill = (side: string, level: string, rows: number) =>
      asOwner(
        app.db,
        `INSERT INTO price_alert (wallet_id, pair, side, level, made_at)
         SELECT '${holder.walletId}', 'USDT-WLD', '${side}', ${level}, '2026-11-01' FROM generate_series(1, ${rows}) AS n`,
      )
    await fill('above', '50000000000000 + n', 20_000)
    await fill('below', '1000 + n', 20_000)
    await asOwner(app.db, 'ANALYZE price_alert')
    for (const side of alertSides) {
      const values = ['USDT-WLD', BigInt(Math.round(price * 1e12)), app.clock.now(), 500]
      const plan = await app.db.query<Record<string, string>>(`EXPLAIN ${fireStatement(side)}`, values)
      const lines = plan.flatMap((row) => Object.values(row)).join('\n')
      expect(lines).toContain('price_alert_waiting')
      expect(lines).not.toContain('Seq Scan')
    }
    const crowd = BigInt(Math.round((price + 0.001) * 1e12))
    await fill('above', `${crowd}`, 21_000)
    await move('buy')
    expect([await look(), await look()]).toEqual(['more', 'done'])
    const [left] = await app.db.query<{ count: bigint }>(
      'SELECT count(*) AS count FROM price_alert WHERE wallet_id = $1 AND fired_at IS NULL',
      [holder.walletId],
    )
    expect(left?.count).toBe(40_000n)
  })
})
