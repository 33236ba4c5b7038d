import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { type IdentityKey, identityKeyOf, newPhrase, signText } from '#identity/sessions/identity-key.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { dayMs } from '#kit/time/clock.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { keptSignerWatermark } from '#outside/chains/signer/journal/signer-watermark.store.ts'
import { SignerRefused } from '#outside/chains/signer/signer-refused.ts'
import { type TestChain, testChain, wideRules } from '#outside/chains/test/test-chain.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import { type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { operate } from '#server/test/test-operator.ts'
import { requestWithdrawal, withdrawals } from '../withdrawals.contract.ts'

const home: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const newKey = async () => (await identityKeyOf(newPhrase())) as IdentityKey

describe('a withdrawal that the signer itself wants approved', () => {
  let chain: TestChain
  let app: TestApp
  let chains: Chains
  let holder: Holder
  let id: number
  const keys: Record<string, IdentityKey> = {}
  beforeAll(async () => {
    for (const name of ['ada', 'ben', 'mallory', 'trudy']) keys[name] = await newKey()
    const approvers = { ada: keys.ada?.publicText ?? '', ben: keys.ben?.publicText ?? '' }
    const USDT = { ...wideRules.USDT, reviewFrom: 1_500n * unitsPerOne }
    chain = await testChain({ rules: { ...wideRules, USDT, approvers } })
    app = await testApp()
    chains = await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    for (const [name, key] of Object.entries(keys)) await operate(app, `approver add ${name} ${key.publicText}`)
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })
  beforeEach(async () => {
    holder = await newHolder(app)
    await holder.bind('bsc', home)
    app.clock.advance(dayMs)
    await credit(app, holder, 'bsc', 'USDT', '9000')
    const code = holder.code()
    await holder.client.confirm()
    id = (await holder.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '2000', code })).id
  })

  const state = async () => (await holder.client.call(withdrawals, { id })).items[0]?.state
  const approve = async (name: string) => {
    const text = (await operate(app, `withdrawal message ${id}`)).text.split('\nsigned by')[0] ?? ''
    const { code } = await operate(app, `withdrawal approve ${id} ${name} ${signText(text, keys[name] as IdentityKey)}`)
    expect(code).toBe(0)
  }
  const pay = async () => {
    const payer = createPayer({ db: app.db, clock: app.clock, chains, confirmations: () => 1 })
    for (let round = 0; round < 3; round += 1) {
      await payer.run()
      await chain.mine()
    }
  }

  it('is paid when the approvers it names have signed what the operator’s command shows them', async () => {
    await approve('ada')
    await approve('ben')
    await pay()
    expect(await state()).toBe('done')
  })

  it('is not paid by the word of approvers whom only the database names, nor by time', async () => {
    const before = await chain.balance('bsc', 'USDT', home)
    await approve('mallory')
    await approve('trudy')
    expect(await state()).toBe('sending')
    await pay()
    expect(await state()).toBe('reviewing')
    app.clock.advance(3 * dayMs)
    await pay()
    expect(await state()).toBe('reviewing')
    expect(await chain.balance('bsc', 'USDT', home)).toBe(before)
    const [row] = await app.db.query<{ note: string }>('SELECT note FROM withdrawal WHERE id = $1', [id])
    expect(row?.note).toContain('own approvers have not signed: 0 of 2')
    await approve('ada')
    await approve('ben')
    await pay()
    expect(await state()).toBe('done')
  })
})

describe('small withdrawals that are much for one destination together', () => {
  let chain: TestChain
  let world: MoneyWorld
  const keys: Record<string, IdentityKey> = {}
  beforeAll(async () => {
    for (const name of ['ada', 'ben']) keys[name] = await newKey()
    const approvers = { ada: keys.ada?.publicText ?? '', ben: keys.ben?.publicText ?? '' }
    const USDT = { ...wideRules.USDT, reviewFrom: 100n * unitsPerOne }
    chain = await testChain({ rules: { ...wideRules, USDT, approvers } })
    world = await moneyWorld(chain, { homes: { bsc: home }, usdt: '900' })
    for (const [name, key] of Object.entries(keys)) await operate(world.app, `approver add ${name} ${key.publicText}`)
  })
  afterAll(() => world.close())
  const pay = async () => {
    const payer = createPayer({ ...world.job, confirmations: () => 1 })
    for (let round = 0; round < 4; round += 1) {
      await payer.run()
      await chain.mine()
    }
  }
  const states = async (ids: readonly number[]) => Promise.all(ids.map(async (id) => (await world.read(id))?.state))

  it('are reviewed from where they are too much, hold up nobody, and are paid when approvers have signed', async () => {
    const asked = [await world.ask('60'), await world.ask('60'), await world.ask('30')].map(({ id }) => id)
    const other = await newHolder(world.app)
    await other.bind('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    world.app.clock.advance(dayMs)
    await credit(world.app, other, 'bsc', 'USDT', '900')
    const code = other.code()
    await other.client.confirm()
    const behind = await other.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '60', code })
    await pay()
    // In queue order: smallest amount first.
    expect(await states(asked)).toEqual(['done', 'reviewing', 'done'])
    expect((await other.client.call(withdrawals, { id: behind.id })).items[0]?.state).toBe('done')
    expect(await openIncidents(world.app.db)).toEqual([])
    await pay()
    expect(await states(asked)).toEqual(['done', 'reviewing', 'done'])
    const [, id] = asked
    const text = (await operate(world.app, `withdrawal message ${id}`)).text.split('\nsigned by')[0] ?? ''
    for (const name of ['ada', 'ben'])
      await operate(world.app, `withdrawal approve ${id} ${name} ${signText(text, keys[name] as IdentityKey)}`)
    await pay()
    expect(await states(asked)).toEqual(['done', 'done', 'done'])
    expect(await chain.balance('bsc', 'USDT', home)).toBe(1_491n * 10n ** 17n)
  })

  it('are not paid by a signer that lost the end of its memory, which the database knows of', async () => {
    const before = await chain.signer.mark()
    await pay()
    const kept = await keptSignerWatermark(world.app.db)
    expect(kept).toEqual(await chain.signer.mark())
    expect(kept?.count).toBeGreaterThanOrEqual(before.count)
    const refuses = new SignerRefused('the signer’s memory has 3 lines and lacks what it once had')
    const lost = { ...chain.signer, mark: () => Promise.reject(refuses) }
    const { id } = await world.ask('20')
    const payer = createPayer({ ...world.job, chains: { ...world.chains, signer: lost }, confirmations: () => 1 })
    for (const _ of [1, 2]) await payer.run()
    expect(await openIncidents(world.app.db)).toMatchObject(
      [...world.chains.connected.keys()].map((name) => ({
        ...{ chain: name, kind: 'signer_memory', halts: true },
        detail: { reason: refuses.message },
      })),
    )
    expect(await states([id])).toEqual(['sending'])
    await expect(world.app.db.query('UPDATE signer_watermark SET count = count - 1')).rejects.toThrow(
      'does not go back',
    )
    await expect(world.app.db.query('DELETE FROM signer_watermark')).rejects.toThrow('append-only')
  })
})
