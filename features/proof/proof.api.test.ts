import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner } from '#engine/test/test-db.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { addDays, type Day, dayMs, dayOf } from '#kit/time/clock.ts'
import { available, held } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import { checkFollows, checkHouse, checkProof, readStatement } from '../../docs/proof/verify.mjs'
import { companyProof, listStatements, myProof, proofSummary } from './proof.contract.ts'

const key = new Uint8Array(32).fill(5)

describe('the proof of what is owed, over the wire', () => {
  let app: TestApp
  let ana: Holder
  let first: Day
  const pass = async () => {
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(app.db, app.clock.now())
    await signProofs(app.db, key, app.wall.now())
    return day
  }
  beforeAll(async () => {
    app = await testApp()
    ana = await newHolder(app)
    await credit(app, ana, 'bsc', 'USDT', '1234.56')
  })
  afterAll(() => app.close())

  it('says so while no day is over', async () => {
    expect(await app.client().call(proofSummary, {})).toEqual({ latest: null, days: 0, first: null, demo: true })
    expect(await app.client().call(companyProof, {})).toEqual({ latest: null, evidence: '[]' })
    expect(await ana.client.call(myProof, {})).toEqual({ latest: null, evidence: null, since: [], unrecorded: [] })
  })

  it('gives a holder leaves that any verifier checks, and what moved since', async () => {
    first = await pass()
    const { latest, evidence, since, unrecorded } = await ana.client.call(myProof, {})
    if (!latest || !evidence) throw new Error('a day is over, and Ana has coins')
    expect(latest.day).toBe(first)
    const statement = await readStatement(latest)
    const owed = await checkProof(statement, JSON.parse(evidence), ana.walletId)
    expect(owed.available?.[coins.indexOf('USDT')]).toBe(parseUnits('1234.56'))
    expect([since, unrecorded]).toEqual([[], []])
    const own = { from: available(ana.walletId), to: held(ana.walletId), asset: 'USDT', units: 5n, code: 20 } as const
    await app.db.transaction((tx) => post(tx, { key: 'later', at: app.clock.now(), postings: [own] }))
    const later = await ana.client.call(myProof, {})
    expect(later.evidence).toBe(evidence)
    expect(later.since).toEqual([
      { kind: 'available', coin: 'USDT', amount: '-0.00000005' },
      { kind: 'held', coin: 'USDT', amount: '0.00000005' },
    ])
  })

  it('is made once for a holder who asks again and again', async () => {
    const query = vi.spyOn(app.db, 'query')
    await Promise.all([1, 2, 3].map(() => ana.client.call(myProof, {})))
    const made = query.mock.calls.filter(([text]) => text.includes('FROM proof_block'))
    query.mockRestore()
    expect(made).toEqual([])
  })

  it('has nothing for a wallet that had no coin, and is for nobody without a session', async () => {
    const ben = await newHolder(app)
    expect((await ben.client.call(myProof, {})).evidence).toBeNull()
    await expect(app.client().call(myProof, {})).rejects.toThrow()
  })

  it('is public in all but the leaves of wallets: the latest, every one before it, the accounts of the company', async () => {
    await pass()
    const stranger = app.client()
    const { latest, days } = await stranger.call(proofSummary, {})
    const { items, next } = await stranger.call(listStatements, {})
    expect([items.length, days, next, items[0]]).toEqual([2, 2, '', latest])
    const [newer, older] = items
    if (!newer || !older) throw new Error('two days are over')
    const [now, before] = [await readStatement(newer), await readStatement(older)]
    await expect(checkFollows(now, before, older.text)).resolves.toBeUndefined()
    expect((await stranger.call(listStatements, { cursor: newer.day })).items).toEqual([older])
    const house = await stranger.call(companyProof, {})
    await expect(checkHouse(now, JSON.parse(house.evidence))).resolves.toBeUndefined()
    expect(house.evidence).not.toContain(ana.walletId)
  })

  it('is found false by the holder where the server keeps one unit back', async () => {
    const { latest } = await app.client().call(proofSummary, {})
    if (!latest) throw new Error('a day is over')
    await asOwner(
      app.db,
      `UPDATE proof_block SET leaves = set_byte(leaves, 47, get_byte(leaves, 47) # 1) WHERE day = '${latest.day}'`,
    )
    const { evidence } = await ana.client.call(myProof, {})
    const statement = await readStatement(latest)
    await expect(checkProof(statement, JSON.parse(evidence ?? ''), ana.walletId)).rejects.toThrow('root')
  })

  it('is signed by one key for ever, and what is signed stays', async () => {
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(app.db, app.clock.now())
    await expect(signProofs(app.db, new Uint8Array(32).fill(6), app.wall.now())).rejects.toThrow('another key')
    await expect(app.db.query('DELETE FROM proof_signature')).rejects.toThrow()
    expect((await app.client().call(proofSummary, {})).latest?.day).toBe(addDays(day, -1))
  })
})
