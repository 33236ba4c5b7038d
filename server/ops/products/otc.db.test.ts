import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { postAd } from '#features/otc/ads/ads.contract.ts'
import {
  answerDispute,
  getTransaction,
  giveEvidence,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { adInput, bankOf, coinsOf, newTrader, takeInput, units } from '#features/otc/test-otc.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { dayMs } from '#kit/time/clock.ts'
import { findOtcProblems } from '#otc/otc-invariants.store.ts'
import { otcFiats, otcLimits } from '#otc/otc-settings.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { credit, newHolder, type Party } from '../../test/test-funds.ts'
import { operate } from '../../test/test-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'otc-'))

describe('a disputed trade', () => {
  let app: TestApp
  let maker: Party
  let taker: Party
  const type = (line: string, name = 'ada') => operate(app, `${line} --as ${join(folder, name)}`, { demo: false })
  const both = async (line: string) => {
    const { text } = await type(line)
    return type(`approve ${/^proposed: (\d+):/m.exec(text)?.[1]}`, 'ben')
  }
  beforeAll(async () => {
    app = await testApp()
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`)
      await type(`operator add ${name}`, name)
    }
    const set = (value: unknown) =>
      app.db.transaction((tx) => changeSetting(tx, otcLimits, { value, reason: 'a test', at: app.clock.now() }))
    await set({ ...otcLimits.initial, firstMaximum: '5000' })
    expect(otcFiats.initial.PKR?.guide).toBe('281')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    maker = await newTrader(app, '5000')
    taker = await newTrader(app, '5000')
  })

  async function dispute(change = {}, amount = '100') {
    const isBuy = 'side' in change
    const ad = await maker.client.call(postAd, adInput({ amount: '3000', most: '3000', ...change }))
    const [buyer, seller] = isBuy ? [maker, taker] : [taker, maker]
    const details = isBuy ? { details: bankOf('Ben').details } : {}
    const { id } = await taker.client.call(takeAd, takeInput(ad.id, { amount, ...details }))
    await buyer.client.call(markPaid, { id, payerName: 'Ben Khan' })
    await buyer.client.call(openDispute, { id, reason: 'I paid, and nothing came.' })
    return { id, buyer, seller }
  }

  it('is listed, shown with its evidence, and decided by two', async () => {
    const { id, buyer, seller } = await dispute()
    const png = new Uint8Array(testPng(40, 20))
    const { picture } = await buyer.client.call(uploadPicture, { category: 'evidence', filetype: 'image', file: png })
    await buyer.client.call(giveEvidence, { id, picture })
    expect(await seller.client.refusal(giveEvidence, { id, picture })).toBe('request.data_missing')
    expect((await type('otc list')).text).toContain(`${id}  `)
    const { text } = await type(`otc show ${id} --save ${folder}`)
    expect(text).toContain('reason: I paid, and nothing came.')
    expect(readdirSync(folder)).toContain(`${id}-1-buyer.webp`)
    expect((await seller.client.call(getTransaction, { id })).dispute).toMatchObject({
      byMe: false,
      evidence: [],
      evidenceOfOther: 1,
    })

    expect((await type(`otc decide ${id} 100.01 a part`)).text).toContain('at most 100')
    expect((await type(`otc decide ${id} all`)).text).toContain('reason:')
    const early = await both(`otc decide ${id} all The bank confirms the payment`)
    expect(early.text).toContain('refused: otc.seller_unheard')
    expect(await buyer.client.refusal(answerDispute, { id, answer: 'Give them to me.' })).toBe(
      'otc.transaction_not_initialized',
    )
    expect(await seller.client.call(answerDispute, { id, answer: 'I was away.' })).toMatchObject({
      dispute: { answer: 'I was away.' },
    })
    expect((await type(`otc show ${id}`)).text).toContain('answer of the seller: I was away.')
    expect((await both(`otc decide ${id} all The bank confirms the payment`)).text).toContain('done:')
    expect((await both(`otc decide ${id} none again`)).code).not.toBe(0)
    for (const party of [buyer, seller]) {
      const seen = await party.client.call(getTransaction, { id })
      expect(seen.state).toBe('released')
      expect(seen.dispute?.decided).toMatchObject({ reason: 'The bank confirms the payment', toBuyer: '100' })
    }
    expect((await coinsOf(app, buyer.walletId)).available).toBe(units('5099.8'))
    expect((await buyer.client.call(getTransaction, { id })).other).toMatchObject({ completedShare: 50 })
    expect(await findOtcProblems(app.db)).toEqual([])
  })

  it('is decided in parts, never by one alone, and the coins part to the unit', async () => {
    const { id, seller } = await dispute({ side: 'buy', methods: [{ paymentMethod: 1 }] }, '1500')
    await seller.client.call(answerDispute, { id, answer: 'Only a third came.' })
    expect(await coinsOf(app, taker.walletId)).toMatchObject({ held: units('1503') })
    const proposed = await type(`otc decide ${id} 500 Only a third arrived`)
    expect(proposed.text).toContain('proposed:')
    const byHand = app.db.transaction(async (tx) => {
      await tx.query("SELECT set_config('glasshouse.word', 'one', true)")
      await tx.query(
        "UPDATE otc_dispute SET decided_at = now(), decided_units = 0, decision = 'mine' WHERE transaction_id = $1",
        [id],
      )
    })
    await expect(byHand).rejects.toThrow('takes the word of two operators')
    const number = /^proposed: (\d+):/m.exec(proposed.text)?.[1]
    expect((await type(`approve ${number}`, 'ben')).text).toContain('done:')
    expect((await coinsOf(app, maker.walletId)).available).toBe(units('5500'))
    expect(await coinsOf(app, taker.walletId)).toMatchObject({ available: units('4499'), held: 0n })
    expect(await findOtcProblems(app.db)).toEqual([])
  })

  it('gives the buyer nothing of a silent seller before 72 hours, and asks the seller’s answer for the code', async () => {
    const { id, seller } = await dispute()
    expect((await both(`otc decide ${id} 0.01 A little`)).text).toContain('refused: otc.seller_unheard')
    app.clock.advance(3 * dayMs - 1)
    expect((await both(`otc decide ${id} all No answer`)).text).toContain('refused: otc.seller_unheard')
    app.clock.advance(1)
    expect((await both(`otc decide ${id} all No answer`)).text).toContain('done:')
    expect(await seller.client.refusal(answerDispute, { id, answer: 'Too late.' })).toBe('otc.transaction_closed')
    const bound = await newHolder(app)
    await bound.client.call(declareRegion, { region: 'PK' })
    await credit(app, bound, 'bsc', 'USDT', '100')
    await bound.client.confirm()
    app.clock.advance(dayMs)
    maker = bound
    const second = await dispute({ amount: '50', most: '50' }, '50')
    const answer = { id: second.id, answer: 'Nothing came.' }
    expect(await maker.client.refusal(answerDispute, answer)).toBe('identity.code_needed')
    expect(await maker.client.refusal(answerDispute, { ...answer, code: '000000' })).toBe('identity.code_wrong')
  })

  it('goes back to the seller’s ad where nothing was paid, and may be released by the seller all the while', async () => {
    const { id, seller } = await dispute()
    expect((await both(`otc decide ${id} none Nothing was paid`)).text).toContain('done:')
    expect(await coinsOf(app, seller.walletId)).toMatchObject({ held: units('3000') })
    expect(await seller.client.refusal(releaseCoins, { id, payerName: 'Ben Khan' })).toBe('otc.transaction_closed')
    maker = await newTrader(app, '5000')
    const second = await dispute()
    await second.seller.client.call(releaseCoins, { id: second.id, payerName: 'Ben Khan' })
    expect((await type('otc list')).text).not.toContain(`${second.id}  20`)
    expect((await both(`otc decide ${second.id} none too late`)).code).not.toBe(0)
    expect(await findOtcProblems(app.db)).toEqual([])
  })
})
