import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testAuthenticator } from '#identity/passkeys/test-authenticator.ts'
import { askPasskey, confirmByPasskey } from '#kit/wire/contracts/passkey.contract.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { freezeWallet, unfreezeWallet } from '../security.contract.ts'
import { addPasskey, beginPasskey } from './passkeys.contract.ts'

const act = 'A'.repeat(43)

describe('a challenge of before the wallet was frozen', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  async function holder() {
    const client = world.client()
    await client.createWallet()
    await client.confirm()
    const begin = async () => (await client.call(beginPasskey, {})).challenge
    const freeze = async () => {
      await client.call(freezeWallet, { frozen: true })
      await client.confirm()
      await client.call(unfreezeWallet, {})
    }
    return { client, begin, freeze, device: testAuthenticator(client.line.origin) }
  }

  it('adds no passkey', async () => {
    const { client, begin, freeze, device } = await holder()
    const passkey = device.make(await begin())
    await freeze()
    expect(await client.refusal(addPasskey, { passkey })).toBe('identity.passkey_expired')
  })

  it('confirms nothing, and costs no try', async () => {
    const { client, begin, freeze, device } = await holder()
    await client.call(addPasskey, { passkey: device.make(await begin()) })
    const ask = async () => device.sign((await client.call(askPasskey, { act })).challenge)
    const passkey = await ask()
    await freeze()
    for (let nth = 0; nth < 6; nth++)
      expect(await client.refusal(confirmByPasskey, { act, passkey })).toBe('identity.passkey_expired')
    expect((await client.call(confirmByPasskey, { act, passkey: await ask() })).walletToken).toHaveLength(43)
  })
})
