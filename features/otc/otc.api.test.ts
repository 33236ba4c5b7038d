import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { walletRecords } from '#features/balances/balances.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { addMs, dayMs, minuteMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { findOtcProblems, otcHolds } from '#otc/otc-invariants.store.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import type { Party } from '#server/test/test-funds.ts'
import { disableAd, enableAd, listAds, otcRules, postAd, removeAd } from './ads/ads.contract.ts'
import {
  cancelTransaction,
  getTransaction,
  listTransactions,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from './orders/transactions.contract.ts'
import { adInput, bankOf, coinsOf, newTrader, takeInput, units } from './test-otc.ts'

describe('trades over the counter', () => {
  let app: TestApp
  let maker: Party
  let taker: Party
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    maker = await newTrader(app, '2000')
    taker = await newTrader(app, '2000')
  })

  const post = (change = {}, party = maker) => party.client.call(postAd, adInput(change))
  const take = (id: number, change = {}, party = taker) => party.client.call(takeAd, takeInput(id, change))
  const pay = (id: number, party = taker, payerName = 'Ben Khan') => party.client.call(markPaid, { id, payerName })
  const release = (id: number, party = maker, payerName = 'BEN KHAN') =>
    party.client.call(releaseCoins, { id, payerName })
  const codes = async (party: Party) =>
    (await party.client.call(walletRecords, {})).items.map(({ code, amount, coin }) => `${code} ${amount} ${coin}`)
  const onHome = async (party: Party) => (await party.client.call(loadWalletInfo, { view: 'home' })).home?.trades
  const holds = async () => {
    expect(await audit(app.db)).toEqual([])
    expect(await findWithdrawalProblems(app.db, [otcHolds])).toEqual([])
    expect(await findOtcProblems(app.db)).toEqual([])
  }

  it('sells by an ad: posted, taken, paid, released, and the taker pays the fee', async () => {
    const ad = await post()
    expect(ad).toMatchObject({ side: 'sell', price: '280', left: '1000', own: { state: 'enabled', quantity: '1000' } })
    expect(await coinsOf(app, maker.walletId)).toMatchObject({ available: units('1000'), held: units('1000') })
    const [seen] = (await taker.client.call(listAds, { side: 'buy', fiat: 'PKR' })).items.filter(
      ({ id }) => id === ad.id,
    )
    expect(seen).toMatchObject({ least: '20', most: '500', paymentMethods: [1], own: null })
    const ownList = (await maker.client.call(listAds, { side: 'buy', fiat: 'PKR' })).items
    expect(ownList.filter(({ id }) => id === ad.id)).toEqual([])

    const taken = await take(ad.id)
    expect(taken).toMatchObject({ state: 'initialised', side: 'buy', money: '28000', fee: '0.2', received: '99.8' })
    expect(taken.details.holder).toBe('Ana Ruiz')
    expect(taken.payUntil).toBe(addMs(app.clock.now(), 30 * minuteMs).toISOString())
    const trade = { id: taken.id, amount: '100', coin: 'USDT' }
    expect([await onHome(maker), await onHome(taker)]).toEqual([[], [{ ...trade, turn: 'pay' }]])
    expect(await pay(taken.id)).toMatchObject({ state: 'paid', payerName: 'Ben Khan' })
    expect([await onHome(maker), await onHome(taker)]).toEqual([[{ ...trade, turn: 'check' }], []])
    app.clock.advance(3 * dayMs)
    expect(await closeUnpaid(app.db, app.clock.now())).toBe(0)
    const before = (await coinsOf(app, maker.walletId)).fees
    expect(await release(taken.id)).toMatchObject({ state: 'released', side: 'sell' })
    expect(await onHome(maker)).toEqual([])
    expect(await coinsOf(app, maker.walletId)).toEqual({
      available: units('1000'),
      held: units('900'),
      fees: before + units('0.2'),
    })
    expect((await coinsOf(app, taker.walletId)).available).toBe(units('2099.8'))
    const after = await taker.client.call(getTransaction, { id: taken.id })
    expect(after.events.map(({ kind, by }) => `${kind} ${by}`)).toEqual(['taken me', 'paid me', 'released other'])
    expect(after).toMatchObject({ details: {}, other: { completed: 1, partners: 1, completedShare: 100 } })
    expect(await codes(maker)).toEqual(['23 0.2 USDT', '22 99.8 USDT', '20 1000 USDT', '2 2000 USDT'])
    await holds()
  })

  it('buys by an ad: the taker sets aside the fee too, and has it back when the buyer leaves', async () => {
    const ad = await post({ side: 'buy', methods: [{ paymentMethod: 1 }] })
    expect(await coinsOf(app, maker.walletId)).toMatchObject({ held: 0n })
    const { details } = bankOf('Ben Khan')
    const taken = await take(ad.id, { details })
    expect(taken).toMatchObject({ side: 'sell', fee: '0.2', received: '100' })
    expect(await coinsOf(app, taker.walletId)).toMatchObject({ available: units('1899.8'), held: units('100.2') })
    expect(await maker.client.call(cancelTransaction, { id: taken.id })).toMatchObject({ state: 'closed' })
    expect(await coinsOf(app, taker.walletId)).toMatchObject({ available: units('2000'), held: 0n })
    const again = await take(ad.id, { details })
    await maker.client.call(markPaid, { id: again.id, payerName: 'Ana Ruiz' })
    expect(await release(again.id, taker, 'Ana Ruiz')).toMatchObject({
      state: 'released',
      released: '100',
      returned: '0',
    })
    expect((await coinsOf(app, maker.walletId)).available).toBe(units('2100'))
    expect(await coinsOf(app, taker.walletId)).toMatchObject({ available: units('1899.8'), held: 0n })
    await holds()
  })

  it('closes what is not paid in time, and what is left of the ad can be taken again', async () => {
    const ad = await post()
    const taken = await take(ad.id)
    expect((await post1(maker)).left).toBe('900')
    app.clock.advance(30 * minuteMs)
    expect(await taker.client.refusal(markPaid, { id: taken.id, payerName: 'Ben Khan' })).toBe('otc.transaction_closed')
    expect(await closeUnpaid(app.db, app.clock.now())).toBe(1)
    expect(await closeUnpaid(app.db, app.clock.now())).toBe(0)
    expect((await post1(maker)).left).toBe('1000')
    expect((await taker.client.call(listTransactions, { open: '0' })).items[0]).toMatchObject({ state: 'closed' })
    expect((await taker.client.call(otcRules, {})).cancels).toBe(1)
    await holds()
  })
  const post1 = async (party: Party) => {
    const [ad] = (await party.client.call(listAds, { mine: '1' })).items
    return ad ?? expect.unreachable('there is one')
  }

  it('takes an ad back: disabled, then removed, and what it holds returns', async () => {
    const ad = await post()
    const own = (contract: typeof disableAd | typeof enableAd | typeof removeAd) =>
      maker.client.send(contract, { id: ad.id }).then(({ envelope }) => envelope.msg)
    expect(await own(removeAd)).toBe('otc.remove_first')
    expect(await own(enableAd)).toBe('otc.enable_failed')
    const taken = await take(ad.id)
    expect(await own(disableAd)).toBe('success')
    expect(await own(disableAd)).toBe('otc.disable_failed')
    expect(await own(removeAd)).toBe('otc.remove_failed')
    expect(await taker.client.refusal(takeAd, takeInput(ad.id))).toBe('otc.ad_offline')
    expect(await maker.client.refusal(postAd, adInput())).toBe('otc.enable_first')
    // The ad's open trade keeps the original terms.
    await maker.client.call(postAd, adInput({ id: ad.id, price: '290', methods: [bankOf('Eve')] }))
    expect(await taker.client.call(getTransaction, { id: taken.id })).toMatchObject({
      price: '280',
      money: '28000',
      details: { holder: 'Ana Ruiz' },
    })
    await taker.client.call(cancelTransaction, { id: taken.id })
    expect(await own(enableAd)).toBe('success')
    expect(await maker.client.refusal(postAd, adInput())).toBe('otc.disable_first')
    expect(await maker.client.refusal(postAd, adInput({ id: ad.id }))).toBe('otc.disable_first')
    expect(await own(disableAd)).toBe('success')
    expect(await own(removeAd)).toBe('success')
    expect(await own(removeAd)).toBe('otc.ad_missing')
    expect(await coinsOf(app, maker.walletId)).toMatchObject({ available: units('2000'), held: 0n })
    expect(await codes(maker)).toContain('24 1000 USDT')
    await holds()
  })

  it('refuses what an ad, a step or a reputation does not allow', async () => {
    const ad = await post()
    const refused = (change = {}, party = taker, id = ad.id) => party.client.refusal(takeAd, takeInput(id, change))
    expect(await refused({}, taker, 999_999)).toBe('otc.ad_missing')
    expect(await refused({}, maker)).toBe('otc.ad_cannot_be_ordered')
    expect(await refused({ amount: '19.99' })).toBe('otc.order_minimum')
    expect(await refused({ amount: '600.01' })).toBe('otc.order_maximum')
    expect(await refused({ amount: '550' })).toBe('otc.order_maximum')
    expect(await refused({ price: '279.99' })).toBe('otc.price_moved')
    expect(await refused({ paymentMethod: 2 })).toBe('field.format')
    const others = [await newTrader(app), await newTrader(app)]
    for (const party of others) await take(ad.id, { amount: '480' }, party)
    expect(await refused({ amount: '41' })).toBe('otc.quantity_exceeded')
    const taken = await take(ad.id, { amount: '40' })
    expect(await refused()).toBe('otc.already_ordered')
    expect(await (await newTrader(app)).client.refusal(takeAd, takeInput(ad.id))).toBe('otc.ad_already_taken')

    const step = (contract: typeof markPaid | typeof releaseCoins, party: Party, id = taken.id) =>
      party.client.refusal(contract, { id, payerName: 'Ben Khan' })
    expect(await step(releaseCoins, maker)).toBe('otc.transaction_not_initialized')
    expect(await step(markPaid, maker)).toBe('otc.transaction_not_initialized')
    expect(await step(markPaid, others[0] ?? maker)).toBe('otc.transaction_missing')
    expect(await taker.client.refusal(getTransaction, { id: 999_999 })).toBe('otc.transaction_missing')
    expect(await taker.client.refusal(openDispute, { id: taken.id, reason: 'x' })).toBe(
      'otc.transaction_not_initialized',
    )
    await pay(taken.id)
    expect(await taker.client.refusal(cancelTransaction, { id: taken.id })).toBe('otc.transaction_not_initialized')
    const as = (payerName: string) => maker.client.refusal(releaseCoins, { id: taken.id, payerName })
    expect(await as('Ben Khаn')).toBe('otc.payer_similar')
    expect(await as('Chen Wei')).toBe('otc.payer_other')
    expect(await maker.client.call(releaseCoins, { id: taken.id, payerName: 'Chen Wei', anyway: true })).toMatchObject({
      state: 'released',
    })
    expect(await step(releaseCoins, maker)).toBe('otc.transaction_closed')
    expect(await step(markPaid, taker)).toBe('otc.transaction_closed')
    await holds()
  })

  it('refuses a fourth open transaction, and anything after three that were left', async () => {
    const ads: number[] = []
    for (let nth = 0; nth < 4; nth += 1) ads.push((await post({}, await newTrader(app, '1000'))).id)
    for (const id of ads.slice(0, 3)) await take(id)
    const last = ads[3] ?? 0
    expect((await taker.client.send(takeAd, takeInput(last))).envelope).toMatchObject({
      msg: 'otc.reputation_insufficient',
      params: { rule: 'open', limit: '3' },
    })
    for (const { id } of (await taker.client.call(listTransactions, { open: '1' })).items)
      await taker.client.call(cancelTransaction, { id })
    expect((await taker.client.send(takeAd, takeInput(last))).envelope).toMatchObject({
      msg: 'otc.reputation_insufficient',
      params: { rule: 'cancels', limit: '3' },
    })
    app.clock.advance(dayMs)
    expect(await take(last)).toMatchObject({ state: 'initialised' })
  })

  it('does not let a line of a team make each other look trusted', async () => {
    const child = await newTrader(app, '', { sponsorId: maker.walletId })
    const ad = await post()
    const taken = await take(ad.id, {}, child)
    await pay(taken.id, child, 'Child')
    await release(taken.id, maker, 'Child')
    expect(await child.client.call(getTransaction, { id: taken.id })).toMatchObject({
      state: 'released',
      other: { completed: 0, partners: 0, completedShare: null, releaseSeconds: null },
    })
  })

  it('lists by side, amount, method and price, page by page', async () => {
    const made: string[] = []
    for (let nth = 0; nth < 23; nth += 1) {
      const party = await newTrader(app, '100')
      const price = nth % 2 ? { price: `${270 + nth}` } : { price: '', margin: nth * 10 }
      const { id } = await post({ fiat: 'USD', amount: '100', least: '10', most: '100', ...usd(price) }, party)
      made.push(`${id}`)
    }
    const first = await taker.client.call(listAds, { fiat: 'USD', amount: '50', paymentMethod: 1 })
    const second = await taker.client.call(listAds, { fiat: 'USD', amount: '50', paymentMethod: 1, cursor: first.next })
    const all = [...first.items, ...second.items].filter(({ id }) => made.includes(`${id}`))
    expect(all).toHaveLength(23)
    const prices = all.map(({ price }) => Number(price))
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
    expect((await taker.client.call(listAds, { fiat: 'USD', paymentMethod: 2 })).items).toEqual([])
    expect((await taker.client.call(listAds, { fiat: 'USD', amount: '101' })).items).toEqual([])
    expect((await taker.client.call(listAds, { fiat: 'USD', side: 'sell' })).items).toEqual([])
  })
  const usd = ({ price, margin }: { price: string; margin?: number }) =>
    price === '' ? { price, margin: margin ?? 0 } : { price: `${Number(price) / 280}`.slice(0, 6) }
})
