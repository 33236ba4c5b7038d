import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '#engine/test/test-db.ts'
import { sendMessage } from '#features/chat/chat.contract.ts'
import { disableAd, enableAd, listAds, postAd } from '#features/otc/ads/ads.contract.ts'
import {
  getTransaction,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { adInput, bankOf, newTrader, takeInput } from '#features/otc/test-otc.ts'
import { randomUuid } from '#kit/text/random.ts'
import type { Sealed } from '#otc/details/methods.ts'
import { openDetails } from '#otc/details/sealed-details.server.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { testSecrets } from '#server/test/test-captcha.ts'
import type { Party } from '#server/test/test-funds.ts'
import { operate } from '#server/test/test-operator.ts'

const { account, holder } = bankOf('Ana Ruiz').details
const other = { ...bankOf('Omar Siddiqui').details, account: 'PK98MEZN0000009876543210' }
const payer = 'Benedikt Khan'
/** Readable only by the two traders, and by operators after a dispute. */
const secret = [account, holder, other.account, other.holder, payer]

/** Base64 without the end, which depends on following bytes. */
const inBase64 = (text: string): string =>
  Buffer.from(text)
    .subarray(0, text.length - (text.length % 3))
    .toString('base64')

describe('an account that is paid to, and the name that pays', () => {
  let app: TestApp
  let maker: Party
  let taker: Party
  beforeAll(async () => {
    app = await testApp()
    ;[maker, taker] = [await newTrader(app, '2000'), await newTrader(app, '2000')]
  })
  afterAll(() => app.close())

  async function found(): Promise<string[]> {
    const lines = secret.flatMap((text) =>
      [text, Buffer.from(text).toString('hex'), inBase64(text)].map((form) => `('${text}', lower('${form}'))`),
    )
    await asOwner(
      app.db,
      `DROP TABLE IF EXISTS found_here;
       CREATE TABLE found_here (place text);
       GRANT SELECT ON found_here TO PUBLIC;
       DO $$ DECLARE found_in text; BEGIN
         FOR found_in IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
           WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> 'found_here'
         LOOP EXECUTE format(
           'INSERT INTO found_here SELECT DISTINCT %L || said.text FROM %s t JOIN (VALUES ${lines.join(', ').replaceAll("'", "''")}) AS said (text, form)
             ON strpos(lower(t::text), said.form) > 0', found_in || ': ', found_in);
         END LOOP;
       END $$`,
    )
    const rows = await app.db.query<{ place: string }>('SELECT place FROM found_here ORDER BY place')
    return rows.map(({ place }) => place)
  }

  it('stand nowhere in the database or the log, after everything that can be done with them', async () => {
    const key = { headers: { 'Idempotency-Key': randomUuid() } }
    const ad = await maker.client.call(postAd, adInput(), key)
    await maker.client.call(disableAd, { id: ad.id })
    await maker.client.call(postAd, adInput({ id: ad.id, price: '281' }))
    await maker.client.call(enableAd, { id: ad.id })
    const again = { headers: { 'Idempotency-Key': randomUuid() } }
    const input = takeInput(ad.id, { price: '281' })
    const sale = await taker.client.call(takeAd, input, again)
    expect(sale.details).toMatchObject({ account, holder })
    await taker.client.call(markPaid, { id: sale.id, payerName: payer })
    await maker.client.call(sendMessage, { kind: 'otc', subject: `${sale.id}`, text: 'I look.' })
    expect((await maker.client.call(getTransaction, { id: sale.id })).payerName).toBe(payer)
    expect(await maker.client.refusal(releaseCoins, { id: sale.id, payerName: 'Omar Siddiqui' })).toBe(
      'otc.payer_other',
    )
    await maker.client.call(releaseCoins, { id: sale.id, payerName: payer })
    // For a buy ad, the taker provides the account.
    const wanted = await maker.client.call(postAd, adInput({ side: 'buy', methods: [{ paymentMethod: 1 }] }))
    const sold = await taker.client.call(takeAd, takeInput(wanted.id, { details: other }))
    await maker.client.call(markPaid, { id: sold.id, payerName: payer })
    await taker.client.call(openDispute, { id: sold.id, reason: 'nothing came' })
    const shown = await operate(app, `otc show ${sold.id}`)
    expect(shown.text).toContain(other.account)
    expect(shown.text).toContain(payer)
    await operate(app, `otc decide ${sold.id} none nothing was paid`)

    // A repeated request returns the full answer.
    expect((await taker.client.call(takeAd, input, again)).details).toEqual(sale.details)
    expect((await maker.client.call(postAd, adInput(), key)).own?.methods).toEqual([
      { ...bankOf('Ana Ruiz'), usableFrom: null },
    ])
    expect((await maker.client.call(listAds, { mine: '1' })).items.at(-1)?.own?.methods).toEqual([
      { ...bankOf('Ana Ruiz'), usableFrom: null },
    ])

    expect(await found()).toEqual([])
    const log = app.logged()
    expect(log).not.toBe('')
    expect(secret.filter((text) => log.includes(text))).toEqual([])
  })

  it('are found by this search where they do stand', async () => {
    await maker.client.call(sendMessage, { kind: 'support', text: `My account is ${account}` })
    expect(await found()).toEqual([`public.chat_message: ${account}`])
  })

  it('open for nobody else: moved to another seller, method or transaction', async () => {
    const ad = await maker.client.call(postAd, adInput({ fiat: 'USD', price: '1' }))
    const thief = await newTrader(app, '2000')
    const theirs = await thief.client.call(postAd, adInput({ fiat: 'USD', price: '1' }))
    await thief.client.call(disableAd, { id: theirs.id })
    const moved = app.db.query('UPDATE otc_ad SET methods = (SELECT methods FROM otc_ad WHERE id = $1) WHERE id = $2', [
      ad.id,
      theirs.id,
    ])
    await expect(moved).rejects.toThrow('payment details that are not kept')
    const [row] = await app.db.query<{ details: Sealed }>(
      'SELECT sealed_details AS details FROM otc_payment_details WHERE maker_id = $1',
      [maker.walletId],
    )
    const details = row?.details ?? expect.unreachable('its ad names one')
    expect(openDetails(testSecrets, { sellerId: maker.walletId, method: 1, details }).holder).toBe('Ana Ruiz')
    expect(() => openDetails(testSecrets, { sellerId: thief.walletId, method: 1, details })).toThrow()
    expect(() => openDetails(testSecrets, { sellerId: maker.walletId, method: 2, details })).toThrow()
  })
})
