import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendMessage } from '#features/chat/chat.contract.ts'
import { disableAd, enableAd, listAds, otcRules, postAd, removeAd } from '#features/otc/ads/ads.contract.ts'
import {
  answerDispute,
  cancelTransaction,
  getTransaction,
  giveEvidence,
  listTransactions,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { otcCalls } from '#features/otc/otc.api.ts'
import { adInput, newTrader, takeInput } from '#features/otc/test-otc.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { regionTable } from '#identity/team/regions.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { maintenanceSetting } from '#server/limits/maintenance.server.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import type { Party } from '#server/test/test-funds.ts'

type Row = Readonly<Record<'earn' | 'referral' | 'otc', 'on' | 'off' | 'unknown'>>

describe('trades over the counter where they are closed', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())
  const set = (rows: Record<string, Row>) =>
    app.db.transaction((tx) => changeSetting(tx, regionTable, { value: rows, reason: 'a test', at: app.clock.now() }))
  const { PK: _, ...others } = regionTable.initial
  afterEach(() => set(regionTable.initial as Record<string, Row>))

  async function everything() {
    const [own, other] = [await newTrader(app, '5000'), await newTrader(app, '5000')]
    const at = { fiat: 'USD', price: '1' }
    const enabled = await own.client.call(postAd, adInput())
    const disabled = await own.client.call(postAd, adInput(at))
    await own.client.call(disableAd, { id: disabled.id })
    const theirs = await other.client.call(postAd, adInput())
    const buyers = [await newTrader(app), await newTrader(app)] as const
    const takeOf = async (buyer: Party, ad: number) => (await buyer.client.call(takeAd, takeInput(ad))).id
    const toRelease = await takeOf(buyers[0], enabled.id)
    await buyers[0].client.call(markPaid, { id: toRelease, payerName: 'Ben Khan' })
    const toDispute = await takeOf(buyers[1], enabled.id)
    await buyers[1].client.call(markPaid, { id: toDispute, payerName: 'Ben Khan' })
    const toPay = await takeOf(own, theirs.id)
    const toLeave = await takeOf(own, (await (await newTrader(app, '1000')).client.call(postAd, adInput())).id)
    const file = new Uint8Array(testPng(8, 6))
    const { picture } = await own.client.call(uploadPicture, { category: 'evidence', filetype: 'image', file })
    return {
      own,
      enabled: enabled.id,
      disabled: disabled.id,
      theirs: theirs.id,
      toRelease,
      toDispute,
      toPay,
      toLeave,
      picture,
    }
  }
  type Everything = Awaited<ReturnType<typeof everything>>

  /** All ad and trade calls in a valid order. Closing P2P blocks new activity. Running trades continue. */
  const steps: readonly (readonly [Contract, 'begins' | 'goes on', (its: Everything) => Record<string, unknown>])[] = [
    [otcRules, 'goes on', () => ({})],
    [listAds, 'begins', () => ({})],
    [listAds, 'begins', ({ theirs }) => ({ id: theirs })],
    [listAds, 'goes on', () => ({ mine: '1' })],
    [listAds, 'goes on', ({ enabled }) => ({ id: enabled })],
    [postAd, 'begins', () => adInput({ side: 'buy', methods: [{ paymentMethod: 1 }] })],
    [postAd, 'begins', ({ disabled }) => adInput({ id: disabled, fiat: 'USD', price: '1' })],
    [enableAd, 'begins', ({ disabled }) => ({ id: disabled })],
    [takeAd, 'begins', ({ theirs }) => takeInput(theirs)],
    [listTransactions, 'goes on', () => ({})],
    [getTransaction, 'goes on', ({ toPay }) => ({ id: toPay })],
    [markPaid, 'goes on', ({ toPay }) => ({ id: toPay, payerName: 'Ben Khan' })],
    [cancelTransaction, 'goes on', ({ toLeave }) => ({ id: toLeave })],
    [openDispute, 'goes on', ({ toDispute }) => ({ id: toDispute, reason: 'nothing came' })],
    [answerDispute, 'goes on', ({ toDispute }) => ({ id: toDispute, answer: 'nothing came' })],
    [giveEvidence, 'goes on', ({ toDispute, picture }) => ({ id: toDispute, picture })],
    [releaseCoins, 'goes on', ({ toRelease }) => ({ id: toRelease, payerName: 'Ben Khan' })],
    [releaseCoins, 'goes on', ({ toDispute }) => ({ id: toDispute, payerName: 'Ben Khan' })],
    [disableAd, 'goes on', ({ enabled }) => ({ id: enabled })],
    [removeAd, 'goes on', ({ enabled }) => ({ id: enabled })],
    [removeAd, 'goes on', ({ disabled }) => ({ id: disabled })],
  ]
  const answersTo = async (its: Everything) => {
    const answers: string[] = []
    for (const [contract, kind, input] of steps)
      answers.push(`${kind}: ${(await its.own.client.send(contract, input(its) as never)).envelope.msg}`)
    return answers
  }
  const expected = (refusal: string) => steps.map(([, kind]) => `${kind}: ${kind === 'begins' ? refusal : 'success'}`)

  it('are asked about in every call there is', () => {
    expect(new Set(steps.map(([{ path }]) => path))).toEqual(new Set(otcCalls.map(({ contract }) => contract.path)))
  })

  it('begin nothing where the table says off, and finish what runs', async () => {
    const its = await everything()
    await set({ ...others, PK: { earn: 'on', referral: 'on', otc: 'off' } })
    expect(await answersTo(its)).toEqual(expected('identity.region_off'))
  })

  it('nor where it says unknown, or nothing at all', async () => {
    for (const rows of [{ ...others, PK: { earn: 'on', referral: 'on', otc: 'unknown' } as const }, others]) {
      await set(regionTable.initial as Record<string, Row>)
      const its = await everything()
      await set(rows as Record<string, Row>)
      expect(await answersTo(its)).toEqual(expected('identity.region_off'))
      expect((await its.own.client.call(otcRules, {})).state).toBe('off')
    }
  })

  it('nor while the app is closed for maintenance: whoever has paid can say so before the timer ends it', async () => {
    const its = await everything()
    const at = app.clock.now()
    const value = { from: at.toISOString(), until: new Date(at.getTime() + hourMs).toISOString(), reason: 'new disks' }
    const change = (to: typeof value | null) =>
      app.db.transaction((tx) => changeSetting(tx, maintenanceSetting, { value: to, reason: 'new disks', at }))
    await change(value)
    app.wall.advance(minuteMs)
    try {
      const closed = await answersTo(its)
      expect(closed.map((said, nth) => (steps[nth]?.[0].method === 'GET' ? 'read' : said))).toEqual(
        expected('request.maintenance').map((said, nth) => (steps[nth]?.[0].method === 'GET' ? 'read' : said)),
      )
      await its.own.client.call(sendMessage, { kind: 'otc', subject: `${its.toPay}`, text: 'I have paid.' })
      await its.own.client.call(sendMessage, { kind: 'support', text: 'How long?' })
      app.clock.advance(31 * minuteMs)
      await closeUnpaid(app.db, app.clock.now())
      expect((await its.own.client.call(getTransaction, { id: its.toPay })).state).toBe('paid')
    } finally {
      await change(null)
      app.wall.advance(minuteMs)
    }
  })
})
