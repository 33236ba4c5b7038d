import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { regionTable } from '#identity/team/regions.ts'
import { holdWithdrawals, setBan, setFrozen, setWithdrawalBan } from '#identity/wallet.store.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, type Holder, newHolder, type Party } from '#server/test/test-funds.ts'
import { disableAd, enableAd, listAds, otcRules, postAd, removeAd } from './ads/ads.contract.ts'
import {
  cancelTransaction,
  getTransaction,
  giveEvidence,
  listTransactions,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from './orders/transactions.contract.ts'
import { adInput, bankOf, newTrader, takeInput } from './test-otc.ts'

describe('what stands before a trade over the counter', () => {
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
  const refusedTake = (id: number, change = {}, party = taker) => party.client.refusal(takeAd, takeInput(id, change))
  const paidTrade = async (amount = '150') => {
    const ad = await post()
    const { id } = await take(ad.id, { amount })
    await taker.client.call(markPaid, { id, payerName: 'Ben Khan' })
    return id
  }
  const inTx = <T>(work: Parameters<typeof app.db.transaction<T>>[0]) => app.db.transaction(work)

  it('is nothing offered before one has said where one lives', async () => {
    const client = app.client()
    await client.createWallet()
    await client.confirm()
    expect((await client.call(otcRules, {})).state).toBe('undeclared')
    expect(await client.refusal(listAds, {})).toBe('identity.region_needed')
    expect(await client.refusal(postAd, adInput())).toBe('identity.region_needed')
    expect(await client.refusal(takeAd, takeInput((await post()).id))).toBe('identity.region_needed')
  })

  it('is nothing begun where the table says off, and everything that runs goes on', async () => {
    const ad = await post()
    const { id } = await take(ad.id)
    const set = (otc: 'on' | 'off') =>
      inTx((tx) =>
        changeSetting(tx, regionTable, {
          value: { ...regionTable.initial, PK: { earn: 'on', referral: 'on', otc } },
          reason: 'a test',
          at: app.clock.now(),
        }),
      )
    await set('off')
    try {
      expect((await taker.client.call(otcRules, {})).state).toBe('off')
      const off = { code: 407, msg: 'identity.region_off', params: { region: 'PK' } }
      expect((await taker.client.send(listAds, {})).envelope).toMatchObject(off)
      expect((await taker.client.send(listAds, { id: ad.id })).envelope).toMatchObject(off)
      expect((await taker.client.send(postAd, adInput())).envelope).toMatchObject(off)
      expect((await taker.client.send(takeAd, takeInput(ad.id))).envelope).toMatchObject(off)
      const abroad = app.client()
      const wallet = await abroad.createWallet()
      await abroad.confirm()
      await abroad.call(declareRegion, { region: 'SG' })
      expect((await abroad.call(listAds, { fiat: 'PKR' })).items).toEqual([])
      expect(await abroad.refusal(takeAd, takeInput(ad.id))).toBe('otc.fiat_missing')
      expect(wallet.walletId).not.toBe('')
      await taker.client.call(markPaid, { id, payerName: 'Ben Khan' })
      expect((await taker.client.call(listTransactions, {})).items).toHaveLength(1)
      await taker.client.call(openDispute, { id, reason: 'nothing came' })
      await maker.client.call(releaseCoins, { id, payerName: 'Ben Khan' })
      expect((await maker.client.call(listAds, { mine: '1' })).items).toHaveLength(1)
      await maker.client.call(disableAd, { id: ad.id })
      expect((await maker.client.send(enableAd, { id: ad.id })).envelope).toMatchObject(off)
      await maker.client.call(removeAd, { id: ad.id })
    } finally {
      await set('on')
    }
  })

  it('trades the currencies of where one lives alone', async () => {
    expect(await maker.client.refusal(postAd, adInput({ fiat: 'SGD' }))).toBe('otc.fiat_missing')
    const { fiats } = await maker.client.call(otcRules, {})
    expect(fiats.map(({ fiat }) => fiat)).toEqual(['USD', 'PKR'])
  })

  it('asks a seller with an authenticator for its code above 100 USDT, also in parts', async () => {
    const seller: Holder = await newHolder(app)
    await seller.client.call(declareRegion, { region: 'PK' })
    await credit(app, seller, 'bsc', 'USDT', '500')
    const fresh = async () => {
      const code = seller.code()
      seller.client.line.requestToken = undefined
      await seller.client.confirm()
      return code
    }
    await fresh()
    app.clock.advance(2 * dayMs)
    const ad = await seller.client.call(postAd, adInput({ amount: '500', most: '500', code: await fresh() }))
    const sold = async (amount: string) => {
      const buyer = await newTrader(app)
      const { id } = await take(ad.id, { amount }, buyer)
      await buyer.client.call(markPaid, { id, payerName: 'Ben Khan' })
      return { id, payerName: 'Ben Khan' }
    }
    const large = await sold('150')
    expect((await seller.client.call(getTransaction, { id: large.id })).release).toMatchObject({ needsCode: true })
    expect(await seller.client.refusal(releaseCoins, large)).toBe('identity.code_needed')
    expect(await seller.client.refusal(releaseCoins, { ...large, code: '000000' })).toBe('identity.code_wrong')
    expect(await seller.client.call(releaseCoins, { ...large, code: await fresh() })).toMatchObject({
      state: 'released',
    })
    expect(await seller.client.call(releaseCoins, await sold('60'))).toMatchObject({ state: 'released' })
    expect(await seller.client.refusal(releaseCoins, await sold('60'))).toBe('identity.code_needed')
  })

  it('waits with a large release after a change of security, and takes no new trade of that seller', async () => {
    const id = await paidTrade()
    const until = addMs(app.clock.now(), dayMs)
    await inTx((tx) => holdWithdrawals(tx, maker.walletId, until, 'password'))
    const release = { id, payerName: 'Ben Khan' }
    expect((await maker.client.send(releaseCoins, release)).envelope).toMatchObject({
      msg: 'otc.held',
      params: { until: until.toISOString() },
    })
    const [ad] = (await maker.client.call(listAds, { mine: '1' })).items
    expect(await refusedTake(ad?.id ?? 0, {}, await newTrader(app))).toBe('otc.ad_cannot_be_ordered')
    app.clock.advance(dayMs)
    expect(await maker.client.call(releaseCoins, release)).toMatchObject({ state: 'released' })
  })

  it('lets a banned seller sell nothing, and a suspended or frozen maker’s ad stand untaken', async () => {
    const id = await paidTrade()
    const until = addMs(app.clock.now(), hourMs)
    await inTx((tx) => setWithdrawalBan(tx, maker.walletId, { reason: 'Court order', until }))
    expect(await maker.client.refusal(releaseCoins, { id, payerName: 'Ben Khan' })).toBe('identity.withdrawal_banned')
    expect(await maker.client.refusal(postAd, adInput({ fiat: 'USD', price: '1' }))).toBe('identity.withdrawal_banned')
    const seller = await newTrader(app, '500')
    await inTx((tx) => setWithdrawalBan(tx, seller.walletId, { reason: 'Court order', until }))
    const wanted = await post({ side: 'buy', methods: [{ paymentMethod: 1 }] }, taker)
    expect(await refusedTake(wanted.id, { details: bankOf('Ben').details }, seller)).toBe('identity.withdrawal_banned')

    const other = await newTrader(app, '1000')
    const ad = await post({}, other)
    const listed = async () =>
      (await taker.client.call(listAds, { fiat: 'PKR' })).items.some((each) => each.id === ad.id)
    expect(await listed()).toBe(true)
    await inTx((tx) => setFrozen(tx, other.walletId, app.clock.now()))
    expect([await listed(), await refusedTake(ad.id)]).toEqual([false, 'otc.ad_cannot_be_ordered'])
    await inTx((tx) => setFrozen(tx, other.walletId, null))
    const ban = { at: app.clock.now(), until, reason: 'Stolen coins' }
    await inTx((tx) => setBan(tx, other.walletId, ban))
    expect([await listed(), await refusedTake(ad.id)]).toEqual([false, 'otc.ad_cannot_be_ordered'])
    await inTx((tx) => setBan(tx, taker.walletId, ban))
    await taker.client.call(openDispute, { id, reason: 'I had paid.' })
    expect(await refusedTake(ad.id)).toBe('identity.banned')
  })

  it('takes as evidence what is a picture, from the album of whoever gives it, and nine at most', async () => {
    const id = await paidTrade()
    const file = (content: string | Uint8Array) => new Uint8Array(Buffer.from(content as string))
    const upload = (content: Uint8Array<ArrayBuffer>, party = taker) =>
      party.client.send(uploadPicture, { category: 'evidence', filetype: 'image', file: content })
    const png = new Uint8Array(testPng(8, 6))
    for (const bad of [
      file('<!doctype html><script>alert(1)</script>'),
      file('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      new Uint8Array(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])),
      new Uint8Array(Buffer.concat([Buffer.from('<script>'), png])),
    ])
      expect((await upload(bad)).envelope.msg).toBe('upload.illegal')
    expect((await upload(new Uint8Array(5 * 1024 * 1024 + 1))).envelope.msg).toMatch(/too_large/)
    const kept = await taker.client.call(uploadPicture, { category: 'evidence', filetype: 'image', file: png })
    const give = { id, picture: kept.picture }
    expect(await taker.client.refusal(giveEvidence, give)).toBe('otc.transaction_not_initialized')
    await taker.client.call(openDispute, { id, reason: 'nothing came' })
    expect(await maker.client.refusal(giveEvidence, give)).toBe('request.data_missing')
    const stranger = await newTrader(app)
    expect(await stranger.client.refusal(giveEvidence, give)).toBe('otc.transaction_missing')
    await taker.client.call(giveEvidence, give)
    expect((await taker.client.call(giveEvidence, give)).dispute?.evidence).toHaveLength(1)
    for (let nth = 2; nth <= 9; nth += 1) {
      const next = await taker.client.call(uploadPicture, {
        category: 'evidence',
        filetype: 'image',
        file: new Uint8Array(testPng(8, 6 + nth)),
      })
      await taker.client.call(giveEvidence, { id, picture: next.picture })
    }
    const tenth = await taker.client.call(uploadPicture, {
      category: 'evidence',
      filetype: 'image',
      file: new Uint8Array(testPng(9, 9)),
    })
    expect(await taker.client.refusal(giveEvidence, { id, picture: tenth.picture })).toBe('otc.evidence_full')
    expect(await taker.client.refusal(cancelTransaction, { id })).toBe('otc.transaction_not_initialized')
  })
})
