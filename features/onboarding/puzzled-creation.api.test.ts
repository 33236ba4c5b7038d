import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creationsWithoutPuzzle } from '#identity/captcha/captcha.ts'
import { identityKeyOf, newPhrase } from '#identity/sessions/identity-key.ts'
import { expect as must } from '#kit/expect.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { solved } from '#server/test/test-captcha.ts'
import { testPassword } from '#server/test/test-client.ts'
import { createWallet } from './onboarding.contract.ts'

describe('creating wallets from one network', () => {
  let world: TestApp
  beforeAll(async () => {
    const limits = { address: { burst: 1_000, perSecond: 100 }, session: { burst: 1_000, perSecond: 100 }, times: 10 }
    world = await testApp({ config: { limits } })
  })
  afterAll(() => world.close())

  const freeCreations = (value: number) =>
    world.db.transaction((tx) =>
      changeSetting(tx, creationsWithoutPuzzle, { value, reason: 'a test', at: world.clock.now() }),
    )
  const create = async (given: { checkKey?: string; checkSign?: string } = {}) => {
    const client = world.client()
    const key = await identityKeyOf(newPhrase())
    must(key, 'a new phrase is a phrase')
    const { publicText: dh } = await newSessionKeyPair()
    const proof = await client.prove('create', key)
    const { deviceId } = client.line
    const input = { proof, newPassword: testPassword, repeatPassword: testPassword, deviceId, dh, ...given }
    return (await client.send(createWallet, input)).envelope.msg
  }

  it('asks for a puzzle beyond so many in an hour, and never before; a solution makes one wallet', async () => {
    await freeCreations(0)
    expect(await create()).toBe('captcha.needed')
    const given = await solved(world, world.client())
    expect(await create(given)).toBe('success')
    expect(await create(given)).toBe('captcha.check_invalid')
    expect(await create({ ...given, checkSign: 'AAAA' })).toBe('captcha.sign_wrong')
    await freeCreations(1)
    // The demo limit is ten times higher; four are already counted.
    for (let each = 5; each <= 10; each++) expect(await create()).toBe('success')
    expect(await create()).toBe('captcha.needed')
    world.wall.set(new Date('2026-11-22T13:00:00.000Z'))
    expect(await create()).toBe('success')
  })
})
