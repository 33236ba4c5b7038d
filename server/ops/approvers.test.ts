import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestWithdrawal, withdrawals } from '#features/withdrawals/withdrawals.contract.ts'
import { askReview } from '#features/withdrawals/withdrawals.store.ts'
import { type IdentityKey, identityKeyOf, newPhrase, signText } from '#identity/identity-key.ts'
import { dayMs } from '#kit/clock.ts'
import { connectChains } from '#outside/chains/connect.store.ts'
import { type TestChain, testChain } from '#outside/chains/test-chain.ts'
import { type TestApp, testApp } from '#server/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test-funds.ts'
import { operate } from '../test-operator.ts'

const home = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('a withdrawal above the review limits', () => {
  let chain: TestChain
  let app: TestApp
  let holder: Holder
  let number: number
  const keys: Record<string, IdentityKey> = {}
  beforeEach(async () => {
    chain = await testChain()
    app = await testApp()
    await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    holder = await newHolder(app)
    await holder.bind('bsc', home)
    app.clock.advance(dayMs)
    await credit(app, holder, 'bsc', 'USDT', '9000')
    number = await ask()
    for (const name of ['ada', 'ben', 'cleo']) {
      const key = await identityKeyOf(newPhrase())
      if (!key) throw new Error('a new phrase is a phrase')
      keys[name] = key
      expect((await type(`approver add ${name} ${key.publicText}`)).code).toBe(0)
    }
  })
  afterEach(async () => {
    await app.close()
    await chain.close()
  })

  const ask = async (): Promise<number> => {
    const code = holder.code()
    await holder.client.confirm()
    return (await holder.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '2000', code })).id
  }
  const state = async () => (await holder.client.call(withdrawals, { id: number })).items[0]?.state
  const type = (line: string, demo = true) => operate(app, line, { demo })
  const message = async (id = number) => (await type(`withdrawal message ${id}`)).text.split('\nsigned by')[0] ?? ''
  const approve = async (name: string, by = name, text?: string) => {
    const key = keys[by]
    if (!key) throw new Error(`${by} has a key`)
    return type(`withdrawal approve ${number} ${name} ${signText(text ?? (await message()), key)}`)
  }

  it('goes when two of three have signed for it, and nobody counts twice', async () => {
    expect((await type(`withdrawal approve ${number}`)).code).toBe(2)
    expect((await approve('ada')).text).toContain('is reviewing: 1 of 2 have signed')
    expect((await approve('ada')).text).toContain('ops.approval_wrong')
    expect(await state()).toBe('reviewing')
    expect((await type(`withdrawal message ${number}`)).text).toContain('signed by: ada')
    expect((await approve('cleo')).text).toContain('is sending: 2 of 2 have signed')
    expect(await state()).toBe('sending')
    expect((await approve('ben', 'ben', 'too late')).code).toBe(2)
  })

  it('does not go by another key, another withdrawal’s signature, or the word of who has no say any more', async () => {
    const other = await ask()
    const refused = expect.stringContaining('ops.approval_wrong')
    expect((await approve('ada', 'ben')).text).toEqual(refused)
    expect((await approve('ada', 'ada', await message(other))).text).toEqual(refused)
    expect((await approve('dora', 'ada')).text).toEqual(refused)
    await approve('ada')
    await type('approver remove ada')
    expect((await approve('ben')).text).toContain('1 of 2')
    expect(await state()).toBe('reviewing')
    expect((await approve('cleo')).text).toContain('is sending: 2 of 2')
  })

  it('begins anew when the signer has refused it', async () => {
    await approve('ada')
    await app.db.transaction((tx) => askReview(tx, BigInt(number), 'a test'))
    expect((await approve('ben')).text).toContain('1 of 2')
    expect((await approve('ada')).text).toContain('is sending')
  })

  it('never goes by one person alone outside a demo, even where nobody is named', async () => {
    for (const name of ['ada', 'ben', 'cleo']) await type(`approver remove ${name}`)
    expect((await type(`withdrawal approve ${number}`, false)).code).toBe(2)
    expect((await type(`withdrawal approve ${number}`, true)).text).toContain('is sending')
    expect((await type('approver add ada short')).code).toBe(2)
    expect((await type(`approver add ada ${keys.ada?.publicText}`)).text).toContain('ops.nothing_to_do')
  })
})
