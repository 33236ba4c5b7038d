import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { type TestApp, testApp } from './test-app.ts'

describe('the server', () => {
  let house: TestApp
  beforeAll(async () => {
    house = await testApp()
  })
  afterAll(() => house.close())

  it('lets a client create a wallet and read it', async () => {
    const client = house.client()
    const { walletId } = await client.createWallet()
    expect(await client.call(loadWalletInfo, {})).toMatchObject({ walletId, activated: true })
  })
})
