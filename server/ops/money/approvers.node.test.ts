import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askReview } from '#custody/payments/withdrawals.store.ts'
import { type IdentityKey, identityKeyOf, newPhrase, signText } from '#identity/sessions/identity-key.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { home, type MoneyWorld, moneyWorld } from '../../test/test-money-world.ts'
import { operate } from '../../test/test-operator.ts'

describe('a withdrawal above the review limits', () => {
  let world: MoneyWorld
  let number: number
  const keys: Record<string, IdentityKey> = {}
  beforeEach(async () => {
    world = await moneyWorld(await testChain(), { homes: { bsc: home }, usdt: '9000' })
    number = (await world.ask('2000')).id
    for (const name of ['ada', 'ben', 'cleo']) {
      const key = await identityKeyOf(newPhrase())
      if (!key) throw new Error('a new phrase is a phrase')
      keys[name] = key
      expect((await type(`approver add ${name} ${key.publicText}`)).code).toBe(0)
    }
  })
  afterEach(() => world.close())

  const state = async () => (await world.read(number))?.state
  const type = (line: string, demo = true) => operate(world.app, line, { demo })
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
    const other = (await world.ask('2000')).id
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
    await world.app.db.transaction((tx) => askReview(tx, BigInt(number), 'a test'))
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
