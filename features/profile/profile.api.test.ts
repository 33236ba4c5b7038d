import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/test-app.ts'
import { loadWalletInfo, renameWallet } from './profile.contract.ts'

describe('the profile', () => {
  let house: TestApp
  beforeAll(async () => {
    house = await testApp()
  })
  afterAll(() => house.close())

  it('answers who is signed in', async () => {
    const client = house.client()
    const { walletId } = await client.createWallet()
    expect(await client.call(loadWalletInfo, {})).toEqual({
      walletId,
      nickname: '',
      avatar: null,
      sponsorId: null,
      createdAt: house.clock.now().toISOString(),
      activated: true,
      passwordSet: true,
      googleBound: false,
      frozen: false,
    })
  })

  it('answers a new nickname, in any language', async () => {
    const client = house.client()
    await client.createWallet()
    expect(await client.call(renameWallet, { nickname: '  玻璃屋 شیشہ گھر ' })).toEqual({ nickname: '玻璃屋 شیشہ گھر' })
    expect(await client.call(loadWalletInfo, {})).toMatchObject({ nickname: '玻璃屋 شیشہ گھر' })
  })

  it('refuses an empty or long nickname', async () => {
    const client = house.client()
    await client.createWallet()
    expect(await client.refusal(renameWallet, { nickname: '   ' })).toBe('field.required')
    expect(await client.refusal(renameWallet, { nickname: 'x'.repeat(21) })).toBe('field.format')
    expect(await client.refusal(renameWallet, { nickname: 'a\u0000b' })).toBe('field.format')
  })
})
