import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDays } from '#days/settle.job.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { OrderId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { type Account, available, company, held, outside, poolFree, principal } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { recordsOf } from '#ledger/records/records.store.ts'
import { feeSteps } from '#products/pots/fees.job.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { type Holder, newHolder } from '#server/test/test-funds.ts'
import { openShop } from '#server/test/test-shop.ts'
import { companyEntry, followMoney, poolMoney } from './money.contract.ts'

describe('following money', () => {
  let app: TestApp
  let ana: Holder
  let ben: Holder
  let keys = 0
  const move = async (from: Account, to: Account, amount: string, code?: number, asset: Coin = 'USDT') => {
    keys += 1
    const units = parseUnits(amount) ?? 0n
    const posting = { from, to, asset, units, ...(code === undefined ? {} : { code }) }
    await app.db.transaction((tx) => post(tx, { key: `money:${keys}`, at: app.clock.now(), postings: [posting] }))
  }
  const latest = async ({ walletId }: Holder) => `${(await recordsOf(app.db, { walletId, limit: 1 }))[0]?.id}`
  const pass = async () => {
    app.clock.advance(dayMs)
    await settleDays(
      app.db,
      app.clock.now(),
      feeSteps(async () => false),
    )
    await buildProofs(app.db, app.clock.now())
  }
  const pay = () => move(poolFree('compound'), principal(1 as OrderId, ana.walletId, 'compound'), '1', 113)

  beforeAll(async () => {
    app = await testApp()
    ana = await newHolder(app)
    ben = await newHolder(app)
    await move(outside('bsc'), company('capital'), '1000')
    await move(outside('bsc'), available(ben.walletId), '500', 2)
    await move(company('capital'), poolFree('compound'), '60')
    await move(available(ben.walletId), held(ben.walletId), '100', 3)
    await move(held(ben.walletId), company('fees'), '100', 100)
    await move(company('fees'), poolFree('compound'), '20')
  })
  afterAll(() => app.close())

  it('leads an income record to capital and fees, in shares, with the entries that filled the pool', async () => {
    await pay()
    const id = await latest(ana)
    const told = await ana.client.call(followMoney, { id })
    expect(told.behind?.shares).toEqual({ company: '0.75', fees: '0.25', profit: '0', unknown: '0' })
    const [pool, capital, fees] = told.behind?.accounts ?? []
    expect([pool?.account, capital?.account, fees?.account]).toEqual([
      'pool.compound.free',
      'house.capital',
      'house.fees',
    ])
    expect(pool?.inflows.map(({ from, amount }) => [from, amount])).toEqual([
      ['house.capital', '60'],
      ['house.fees', '20'],
    ])
    expect(fees?.inflows).toEqual([
      { from: 'wallet.held', code: 100, amount: '100', postings: 0, root: 'fees', returned: false, entries: [] },
    ])
    const entry = pool?.inflows[0]?.entries[0]?.entry ?? ''
    const page = await app.client().call(companyEntry, { id: entry })
    expect(page.postings).toEqual([{ from: 'house.capital', to: 'pool.compound.free', coin: 'USDT', amount: '60' }])
    expect(JSON.stringify(told)).not.toContain(ben.walletId)
  })

  it('says the same when the days are summed up, and counts nothing that came later', async () => {
    const id = await latest(ana)
    const before = await ana.client.call(followMoney, { id })
    await pass()
    await move(company('capital'), poolFree('compound'), '500')
    await pass()
    expect(await ana.client.call(followMoney, { id })).toEqual(before)
    await pay()
    const later = await ana.client.call(followMoney, { id: await latest(ana) })
    expect(later.behind?.shares.fees).toBe('0.03448275')
    const { coins } = await app.client().call(poolMoney, { line: 'compound' })
    expect(coins.map(({ coin, shares }) => [coin, shares.fees])).toEqual([['USDT', '0.03448275']])
  })

  it('shows everybody the sums of published days alone, so that nobody sees single payments come in', async () => {
    const before = await app.client().call(poolMoney, { line: 'compound' })
    await move(company('fees'), poolFree('compound'), '0.5')
    await move(company('capital'), poolFree('compound'), '7.25')
    expect(await app.client().call(poolMoney, { line: 'compound' })).toEqual(before)
    await pass()
    expect(await app.client().call(poolMoney, { line: 'compound' })).not.toEqual(before)
  })

  it('tells nobody of an entry or a record that is somebody else’s', async () => {
    const id = await latest(ana)
    await expect(ben.client.call(followMoney, { id })).rejects.toThrow('request.data_missing')
    const [record] = await recordsOf(app.db, { walletId: ben.walletId, limit: 1 })
    for (const entry of [`${record?.entry}`, '1'])
      await expect(app.client().call(companyEntry, { id: entry })).rejects.toThrow('request.data_missing')
  })

  it('is told of a fee: where all of its day went, and its own part; a kind the company keeps', async () => {
    await move(available(ben.walletId), company('fees'), '10', 105)
    const shared = await latest(ben)
    expect((await ben.client.call(followMoney, { id: shared })).fee).toEqual({
      shared: true,
      day: null,
      received: '0',
      parts: [],
    })
    await move(available(ben.walletId), company('fees'), '30', 105)
    await pass()
    const { fee, behind } = await ben.client.call(followMoney, { id: shared })
    expect([fee?.received, behind]).toEqual(['40', null])
    expect(fee?.parts.map(({ to, amount, own }) => [to, amount, own])).toEqual([
      ['compound', '16', '4'],
      ['referral', '4', '1'],
      ['compute', '4', '1'],
      ['company', '16', '4'],
    ])
    const [exit] = await recordsOf(app.db, { walletId: ben.walletId, codes: [100], limit: 1 })
    expect((await ben.client.call(followMoney, { id: `${exit?.id}` })).fee?.shared).toBe(false)
  })
})

it('names the own order that an income was set aside for, and none where a pool or nobody paid it', async () => {
  const shop = await openShop()
  const { client, walletId, buy } = await shop.shopper()
  const orderId = await buy()
  await shop.goTo('2026-12-02T12:00:00Z')
  const followed = async (code: number) => {
    const [record] = await recordsOf(shop.app.db, { walletId, codes: [code], limit: 1 })
    return client.call(followMoney, { id: `${record?.id}` })
  }
  const income = await followed(112)
  expect(income.orderId).toBe(orderId)
  expect(income.behind?.accounts[0]).toMatchObject({
    account: 'order.dual.promised',
    inflows: [{ from: 'pool.dual.free' }],
  })
  const deposit = await followed(2)
  expect([deposit.orderId, deposit.behind]).toEqual([null, null])
  await shop.app.close()
})
