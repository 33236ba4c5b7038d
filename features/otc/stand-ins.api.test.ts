import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlState } from '#engine/sql-state.server.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { openMarket } from '#server/test/test-funds.ts'
import { postAd } from './ads/ads.contract.ts'
import { markPaid, openDispute, takeAd } from './orders/transactions.contract.ts'
import { adInput, coinsOf, newTrader, takeInput } from './test-otc.ts'

describe('whoever has the product’s sign-in to the database', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
    await openMarket(app, app.clock.now())
  })
  afterAll(() => app.close())

  /** @returns the SQLSTATE of the refusal, or "done" */
  const byHand = async (script: string): Promise<string> => {
    const outcome = await app.db.exec(`BEGIN; ${script}; COMMIT`).then(
      () => 'done',
      (error: unknown) => sqlState(error) ?? String(error),
    )
    await app.db.exec('ROLLBACK')
    return outcome
  }

  it('decides no dispute with a table of its own that stands in for the one with the decision of two operators', async () => {
    const [seller, buyer] = [await newTrader(app, '1000'), await newTrader(app)]
    const ad = await seller.client.call(postAd, adInput())
    const { id } = await buyer.client.call(takeAd, takeInput(ad.id))
    await buyer.client.call(markPaid, { id, payerName: 'Bea Ruiz' })
    await buyer.client.call(openDispute, { id, reason: 'I paid, and nothing comes.' })
    const before = await coinsOf(app, seller.walletId)
    const end = `UPDATE public.otc_transaction SET state = 'closed', ended_at = now() WHERE id = ${id}`
    expect(await byHand(end)).toBe('GH001')
    const standIn = `CREATE TEMP TABLE otc_dispute AS SELECT * FROM public.otc_dispute; UPDATE otc_dispute SET decided_units = 0`
    expect(await byHand(`${standIn}; ${end}`)).toBe('42501')
    const [row] = await app.db.query('SELECT state FROM otc_transaction WHERE id = $1', [`${id}`])
    expect(row).toEqual({ state: 'disputed' })
    expect(await coinsOf(app, seller.walletId)).toEqual(before)
  })

  it.each(['TABLE text_of (id int)', 'VIEW otc_dispute AS SELECT 1 AS id', 'SEQUENCE own'])(
    'makes nothing at all that is found before what the rules mean: %s',
    async (what) => {
      expect(await byHand(`CREATE TEMP ${what}`)).toBe('42501')
      expect(await byHand(`CREATE ${what}`)).toBe('42501')
    },
  )

  it.each(['DOMAIN pg_temp.xid AS int', 'TYPE pg_temp.otc_ad AS (id int)', 'SCHEMA own', 'TABLE pg_temp.own (id int)'])(
    'makes no %s either',
    async (what) => {
      expect(await byHand(`CREATE ${what}`)).toBe('42501')
    },
  )
})
