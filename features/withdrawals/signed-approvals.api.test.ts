import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { type IdentityKey, identityKeyOf, newPhrase, signText } from '#identity/identity-key.ts'
import { unitsPerOne } from '#kit/amount.ts'
import { dayMs } from '#kit/clock.ts'
import type { Hex } from '#outside/chains/bytes.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { type TestChain, testChain, wideRules } from '#outside/chains/test-chain.ts'
import { type TestApp, testApp } from '#server/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test-funds.ts'
import { operate } from '#server/test-operator.ts'
import { requestWithdrawal, withdrawals } from './withdrawals.contract.ts'

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
