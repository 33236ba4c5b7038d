import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { loadWalletInfo, renameWallet } from './profile.contract.ts'

describe('the profile', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  it('answers who is signed in', async () => {
    const client = world.client()
    const { walletId } = await client.createWallet()
    expect(await client.call(loadWalletInfo, {})).toEqual({
      walletId,
      nickname: '',
      avatar: null,
      sponsorId: null,
      createdAt: world.clock.now().toISOString(),
      activated: true,
      passwordSet: true,
      googleBound: false,
      frozen: false,
      home: null,
    })
  })

  it('answers a new nickname, in any language', async () => {
    const client = world.client()
    await client.createWallet()
    expect(await client.call(renameWallet, { nickname: '  玻璃屋 شیشہ گھر ' })).toEqual({ nickname: '玻璃屋 شیشہ گھر' })
    expect(await client.call(loadWalletInfo, {})).toMatchObject({ nickname: '玻璃屋 شیشہ گھر' })
  })

  it('keeps of a nickname what can be seen, and counts its characters as a person does', async () => {
    const client = world.client()
    await client.createWallet()
    const kept = async (nickname: string) => (await client.call(renameWallet, { nickname })).nickname
    expect(await kept('Ana\u200b\r\nRuiz \u202eevil\u202c')).toBe('Ana Ruiz evil')
    const family = '👨🏻\u200d👩🏻\u200d👧🏻\u200d👦🏻'
    expect(await kept(family.repeat(20))).toBe(family.repeat(20))
    expect(await client.refusal(renameWallet, { nickname: family.repeat(21) })).toBe('field.format')
    for (const nickname of ['\u200b\u2060', '\u3164', '\u2800', '\u202e'])
      expect(await client.refusal(renameWallet, { nickname }), JSON.stringify(nickname)).toBe('field.required')
  })

  it('refuses an empty or long nickname', async () => {
    const client = world.client()
    await client.createWallet()
    expect(await client.refusal(renameWallet, { nickname: '   ' })).toBe('field.required')
    expect(await client.refusal(renameWallet, { nickname: 'x'.repeat(21) })).toBe('field.format')
    expect(await client.refusal(renameWallet, { nickname: 'a\u0000b' })).toBe('field.format')
  })
})
