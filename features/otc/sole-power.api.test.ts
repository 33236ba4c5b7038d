import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { newestMails } from '#identity/mail/mail-queue.store.ts'
import { bindMailbox } from '#identity/mail/mailbox.store.ts'
import { securityEvents } from '#identity/sessions/security-event.store.ts'
import { holdWithdrawals } from '#identity/wallet.store.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { testSecrets } from '#server/test/test-captcha.ts'
import { credit, type Holder, newHolder, openMarket, type Party } from '#server/test/test-funds.ts'
import { disableAd, enableAd, listAds, otcRules, postAd, removeAd } from './ads/ads.contract.ts'
import { markPaid, releaseCoins, takeAd } from './orders/transactions.contract.ts'
import { adInput, bankOf, coinsOf, newTrader, takeInput, units } from './test-otc.ts'

describe('a thief with session and password, but without the authenticator', () => {
  let app: TestApp
  let victim: Holder
  let mule: Party
  beforeAll(async () => {
    app = await testApp()
    await openMarket(app, app.clock.now())
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    victim = await newHolder(app)
    await victim.client.call(declareRegion, { region: 'PK' })
    await credit(app, victim, 'bsc', 'USDT', '5000')
    app.clock.advance(2 * dayMs)
    await confirmed()
    mule = await newTrader(app)
  })

  const confirmed = async () => {
    victim.client.line.requestToken = undefined
    await victim.client.confirm()
  }
  const code = async () => {
    const fresh = victim.code()
    await confirmed()
    return fresh
  }
  const post = async (change = {}) => (await victim.client.send(postAd, adInput(change))).envelope.msg
  const take = async (id: number, change = {}) =>
    (await victim.client.send(takeAd, takeInput(id, { ...bankOf('Thief'), ...change }))).envelope.msg
  const wanted = (fiat = 'PKR', price = '280') =>
    mule.client.call(
      postAd,
      adInput({ side: 'buy', amount: '5000', fiat, price, most: '500', methods: [{ paymentMethod: 1 }] }),
    )
  const left = async () => (await victim.client.call(otcRules, {})).withoutCodeLeft
  const free = async () => (await coinsOf(app, victim.walletId)).available
  const standing = async (change = {}) => {
    const ad = await victim.client.call(postAd, adInput({ ...change, code: await code() }))
    await victim.client.call(disableAd, { id: ad.id })
    return ad
  }

  it('posts no sell ad for the balance', async () => {
    expect(await post({ amount: '5000' })).toBe('identity.code_needed')
    expect(await post({ amount: '100.01' })).toBe('identity.code_needed')
    expect(await post({ amount: '5000', code: '000000' })).toBe('identity.code_wrong')
    expect(await free()).toBe(units('5000'))
    expect(await post({ amount: '5000', code: await code() })).toBe('success')
  })

  it('takes no buy ad of a mule', async () => {
    const { id } = await wanted()
    expect(await take(id, { amount: '500' })).toBe('identity.code_needed')
    expect(await take(id, { amount: '100' })).toBe('identity.code_needed')
    expect(await free()).toBe(units('5000'))
    expect(await take(id, { amount: '500', code: await code() })).toBe('success')
  })

  it('gives nothing more away in slices', async () => {
    const answers: string[] = []
    for (const [fiat, price] of [
      ['PKR', '280'],
      ['USD', '1'],
    ])
      answers.push(await post({ fiat, price, amount: '90', least: '10' }))
    expect(answers).toEqual(['success', 'identity.code_needed'])
    // Removing an ad does not restore the allowance without a code.
    const [ad] = (await victim.client.call(listAds, { mine: '1' })).items
    for (const contract of [disableAd, removeAd]) await victim.client.call(contract, { id: ad?.id ?? 0 })
    expect(await post({ amount: '90' })).toBe('identity.code_needed')
    const { id } = await wanted()
    expect(await take(id, { amount: '20' })).toBe('identity.code_needed')
  })

  it('has one measure for P2P, transfers and exchange', async () => {
    const send = async (amount: string) =>
      (await victim.client.send(makeTransfer, { receiverId: mule.walletId, coin: 'USDT', amount })).envelope.msg
    const exchange = async (amount: string) =>
      (await victim.client.send(makeTrade, { exchangeId: 1, direction: 'buy', amount, least: '0' })).envelope.msg
    expect(await post({ amount: '40' })).toBe('success')
    expect(await left()).toBe('60')
    expect(await send('30')).toBe('success')
    expect(await exchange('20')).toBe('success')
    expect(await send('11')).toBe('identity.code_needed')
    expect(await exchange('11')).toBe('identity.code_needed')
    expect(await post({ fiat: 'USD', price: '1', amount: '20' })).toBe('identity.code_needed')
    const { id } = await wanted()
    expect(await take(id, { amount: '20' })).toBe('identity.code_needed')
    app.clock.advance(dayMs)
    await confirmed()
    expect(await take(id, { amount: '20' })).toBe('success')
  })

  it('changes nothing that a standing ad gives to its takers', async () => {
    const ad = await standing({ amount: '2000' })
    for (const change of [
      { price: '270' },
      { price: '', margin: -1000 },
      { most: '2000' },
      { terms: 'Pay somebody else.' },
    ])
      expect(await post({ id: ad.id, ...change })).toBe('identity.code_needed')
    expect(
      (await victim.client.call(postAd, adInput({ id: ad.id, amount: '5000', price: '270', code: await code() }))).own,
    ).toMatchObject({ quantity: '2000', fixed: '270' })
    await victim.client.call(enableAd, { id: ad.id })
  })

  it('does not change where the money is paid, not even of a small ad', async () => {
    const ad = await standing({ amount: '20', least: '10', most: '20' })
    expect(await post({ id: ad.id, methods: [bankOf('Thief')] })).toBe('identity.code_needed')
    const both = [bankOf('Ana Ruiz'), { paymentMethod: 2, details: { holder: 'Thief', alias: 'thief@example.org' } }]
    expect(await post({ id: ad.id, methods: both })).toBe('identity.code_needed')
    expect(await post({ fiat: 'USD', price: '1', amount: '20', methods: [bankOf('Thief')] })).toBe(
      'identity.code_needed',
    )
    expect(await post({ id: ad.id, least: '11' })).toBe('success')
  })

  it('releases nothing of an ad that stands', async () => {
    const ad = await victim.client.call(postAd, adInput({ amount: '2000', code: await code() }))
    const { id } = await mule.client.call(takeAd, takeInput(ad.id, { amount: '500' }))
    await mule.client.call(markPaid, { id, payerName: 'Mule' })
    expect(await victim.client.refusal(releaseCoins, { id, payerName: 'Mule' })).toBe('identity.code_needed')
  })

  it('shows changed payment details to no taker for 24 hours, tells the holder, and shows the old ones no more', async () => {
    const ad = await standing()
    const mailbox = { address: 'ana@example.org', language: 'en', wall: app.wall.now(), secrets: testSecrets }
    await app.db.transaction((tx) => bindMailbox(tx, victim.walletId, mailbox))
    const input = { id: ad.id, methods: [bankOf('New Bank')], code: await code() }
    const changed = await victim.client.call(postAd, adInput(input))
    const usableFrom = addMs(app.clock.now(), dayMs).toISOString()
    expect(changed.own?.methods).toEqual([{ ...bankOf('New Bank'), usableFrom }])
    const [event] = await securityEvents(app.db, [{ walletId: victim.walletId, since: new Date(0) }], 1)
    expect(event?.kind).toBe('payment_details')
    const mails = (await newestMails(app.db, testSecrets, 1)).map(({ draft }) => draft)
    expect(mails).toMatchObject([{ walletId: victim.walletId, kind: 'told_payment_details' }])
    await victim.client.call(enableAd, { id: ad.id })
    const listed = async () =>
      (await mule.client.call(listAds, { fiat: 'PKR' })).items.some((each) => each.id === ad.id)
    expect(await listed()).toBe(false)
    expect((await mule.client.call(listAds, { id: ad.id })).items[0]?.paymentMethods).toEqual([])
    expect(await mule.client.refusal(takeAd, takeInput(ad.id))).toBe('otc.ad_cannot_be_ordered')
    app.clock.advance(dayMs - 1)
    expect(await mule.client.refusal(takeAd, takeInput(ad.id))).toBe('otc.ad_cannot_be_ordered')
    app.clock.advance(1)
    expect(await listed()).toBe(true)
    expect((await mule.client.call(takeAd, takeInput(ad.id))).details.holder).toBe('New Bank')
  })

  it('passes the wait by no second ad, and by no removed one', async () => {
    const ad = await standing()
    await victim.client.call(removeAd, { id: ad.id })
    const next = await victim.client.call(postAd, adInput({ methods: [bankOf('Thief')], code: await code() }))
    expect(await mule.client.refusal(takeAd, takeInput(next.id))).toBe('otc.ad_cannot_be_ordered')
    const known = adInput({ fiat: 'USD', price: '1', code: await code() })
    const other = await victim.client.call(postAd, known)
    expect(other.own?.methods[0]?.usableFrom).toBeNull()
  })

  it('writes no details that are not kept, whoever writes them', async () => {
    const ad = await standing()
    const sealed = 'c29tZXRoaW5nIGVsc2U'
    const from = app.clock.now().toISOString()
    const byHand = (text: string, values: readonly unknown[]) =>
      app.db
        .transaction((tx) => tx.query(text, values))
        .then(
          () => 'done',
          (error: Error) => error.message,
        )
    const methods = JSON.stringify([{ method: 1, details: sealed, from }])
    expect(await byHand('UPDATE otc_ad SET methods = $2::text::jsonb WHERE id = $1', [`${ad.id}`, methods])).toContain(
      'payment details that are not kept',
    )
    const keep = `INSERT INTO otc_payment_details (sealed_details, maker_id, method, kept_at, usable_from) VALUES ($1, $2, 1, $3, $3)`
    expect(await byHand(keep, [sealed, victim.walletId, addMs(app.clock.now(), hourMs)])).toContain('wait for 24 hours')
  })

  it('gives no more than 100 USDT into escrow while a change of security is young, wherever a wallet has no authenticator', async () => {
    const plain = await newTrader(app, '5000')
    const until = addMs(app.clock.now(), dayMs)
    await app.db.transaction((tx) => holdWithdrawals(tx, plain.walletId, until, 'password'))
    const say = async (change = {}) => (await plain.client.send(postAd, adInput(change))).envelope.msg
    expect(await say()).toBe('otc.held')
    expect(await say({ amount: '60' })).toBe('success')
    expect(await say({ fiat: 'USD', price: '1', amount: '60' })).toBe('otc.held')
    const { id } = await wanted()
    expect(await plain.client.refusal(takeAd, takeInput(id, { amount: '60', ...bankOf('Ben') }))).toBe('otc.held')
    app.clock.advance(dayMs)
    expect(await say({ fiat: 'USD', price: '1', amount: '60' })).toBe('success')
    while ((await closeUnpaid(app.db, app.clock.now())) > 0);
  })
})
