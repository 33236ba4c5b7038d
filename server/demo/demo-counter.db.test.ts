import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { listAds } from '#features/otc/ads/ads.contract.ts'
import { getTransaction, listTransactions, markPaid, takeAd } from '#features/otc/orders/transactions.contract.ts'
import { coinsOf, newTrader } from '#features/otc/test-otc.ts'
import { activateWallet, insertWallet } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { dayMs } from '#kit/time/clock.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { otcFiats } from '#otc/otc-settings.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { testSecrets } from '../test/test-captcha.ts'
import { callAs } from '../test/test-implementations.ts'
import { tradeAtDemoCounter } from './demo-counter.ts'

describe('the demo’s counter', () => {
  let app: TestApp
  const dice = seededDice(5)
  const turn = () => {
    app.clock.advance(1000)
    return tradeAtDemoCounter({ db: app.db, clock: app.clock, wall: app.wall, secrets: testSecrets }, dice)
  }
  const keyless = async (): Promise<WalletId> => {
    const at = app.clock.now()
    const walletId = await app.db.transaction(async (tx) => {
      const id = await insertWallet(tx, { sponsorId: undefined, passwordHash: null, at })
      await activateWallet(tx, id, at)
      const postings = [
        { from: outside('bsc'), to: available(id), asset: 'USDT' as const, units: parseUnits('2000') ?? 0n, code: 2 },
      ]
      await post(tx, { key: `test:${id}`, at, postings })
      return id
    })
    let nth = 0
    const deps = { db: app.db, clock: app.clock, nextKey: () => `region:${walletId}:${nth++}` }
    await callAs(deps, declareRegion, walletId, { region: 'PK' })
    return walletId
  }
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  it('is nobody’s where there is no demo’s world', async () => {
    const { client } = await newTrader(app, '100')
    for (let times = 0; times < 3; times += 1) await turn()
    expect((await client.call(listAds, { fiat: 'USD' })).items).toEqual([])
  })

  it('has ads on both sides, trades among its people, and brings a trade with somebody to its end', async () => {
    const robots = [await keyless(), await keyless(), await keyless(), await keyless()]
    await turn()
    const holder = await newTrader(app)
    const sold = await holder.client.call(listAds, { side: 'buy', fiat: 'PKR' })
    const bought = await holder.client.call(listAds, { side: 'sell', fiat: 'PKR' })
    expect([sold.items.length, bought.items.length]).toEqual([4, 4])
    expect(sold.items[0]?.terms).toBe('Demo: nobody pays real money here.')

    const [ad] = sold.items
    const { id } = await holder.client.call(takeAd, {
      id: ad?.id ?? 0,
      amount: '50',
      price: ad?.price ?? '',
      paymentMethod: 1,
    })
    await holder.client.call(markPaid, { id, payerName: 'Ana Ruiz' })
    await turn()
    expect((await holder.client.call(getTransaction, { id })).state).toBe('released')
    expect((await coinsOf(app, holder.walletId)).available).toBe(parseUnits('49.9'))

    for (let times = 0; times < 40; times += 1) await turn()
    let nth = 0
    const deps = { db: app.db, clock: app.clock, nextKey: () => `read:${nth++}` }
    const ended = await Promise.all(
      robots.map(async (walletId) => (await callAs(deps, listTransactions, walletId, { open: '0' })).items),
    )
    const among = ended.flat().filter(({ other }) => other.walletId !== holder.walletId)
    expect(among.length).toBeGreaterThan(2)
    expect(among.every(({ state }) => state === 'released')).toBe(true)
  })

  it('has ads in the currency of each place, once its people may say where they live', async () => {
    for (let count = 0; count < 12; count += 1) await keyless()
    app.clock.advance(31 * dayMs)
    await turn()
    const fiats = Object.entries(await app.db.transaction((tx) => readSetting(tx, otcFiats)))
    expect(fiats.length).toBeGreaterThan(15)
    let nth = 0
    const deps = { db: app.db, clock: app.clock, nextKey: () => `fiat:${nth++}` }
    for (const [fiat, { regions }] of fiats)
      for (const region of regions.length > 0 ? regions : ['SG']) {
        const walletId = await app.db.transaction((tx) =>
          insertWallet(tx, { sponsorId: undefined, passwordHash: null, at: app.clock.now() }),
        )
        await callAs(deps, declareRegion, walletId, { region })
        for (const side of ['buy', 'sell'] as const) {
          const { items } = await callAs(deps, listAds, walletId, { side, fiat })
          expect(items.length, `${region} ${fiat} ${side}`).toBeGreaterThan(0)
        }
      }
  })
})
