import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { addPasskey, beginPasskey } from '#features/security/passkeys/passkeys.contract.ts'
import {
  bindGoogle,
  changePassword,
  endOwnSession,
  freezeWallet,
  loadSecurity,
  setUpGoogle,
} from '#features/security/security.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { testAuthenticator } from '#identity/passkeys/test-authenticator.ts'
import { repeatMs } from '#identity/sessions/challenge.store.ts'
import { type IdentityKey, identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { type TestClient, testPassword } from '#server/test/test-client.ts'
import { askChallenge, createWallet, restoreWallet, signInByPhrase, signOut } from './onboarding.contract.ts'

async function newKey(): Promise<IdentityKey> {
  const key = await identityKeyOf(newPhrase())
  if (!key) throw new Error('a new phrase is a phrase')
  return key
}

type Entered = {
  readonly client: TestClient
  readonly key: IdentityKey
  readonly again: () => Promise<string>
}

async function created(client: TestClient): Promise<Entered> {
  const [key, pair] = [await newKey(), await newSessionKeyPair()]
  const { deviceId } = client.line
  const proof = await client.prove('create', key)
  const passwords = { newPassword: testPassword, repeatPassword: testPassword }
  const input: CallInputOf<typeof createWallet> = { proof, ...passwords, sponsorId: '', deviceId, dh: pair.publicText }
  await client.adopt(await client.call(createWallet, input), pair)
  return { client, key, again: async () => (await client.send(createWallet, input)).envelope.msg }
}

async function restored(client: TestClient): Promise<Entered> {
  const { key: old } = await created(client)
  const [key, pair] = [await newKey(), await newSessionKeyPair()]
  const { deviceId, origin } = client.line
  const challenge = await client.call(askChallenge, { purpose: 'restore', pub: old.publicText })
  const facts = {
    ...challenge,
    purpose: 'restore',
    origin,
    pub: old.publicText,
    newPub: key.publicText,
    deviceId,
  } as const
  const proofs = { proof: makeProof(facts, old), newProof: makeProof(facts, key) }
  const passwords = { newPassword: testPassword, repeatPassword: testPassword }
  const input: CallInputOf<typeof restoreWallet> = { ...proofs, ...passwords, deviceId, dh: pair.publicText }
  await client.adopt(await client.call(restoreWallet, input), pair)
  return { client, key, again: async () => (await client.send(restoreWallet, input)).envelope.msg }
}

async function entered(client: TestClient): Promise<Entered> {
  const { key } = await created(client)
  const pair = await newSessionKeyPair()
  const proof = await client.prove('enter', key)
  const input = { proof, code: '', deviceId: client.line.deviceId, dh: pair.publicText }
  await client.adopt(await client.call(signInByPhrase, input), pair)
  return { client, key, again: async () => (await client.send(signInByPhrase, input)).envelope.msg }
}

const anotherPassword = 'Another9pelican'

const secured: Record<string, (first: Entered, world: TestApp) => Promise<unknown>> = {
  'a new password': async ({ client }) => {
    await client.confirm(testPassword)
    const passwords = { newPassword: anotherPassword, repeatPassword: anotherPassword }
    await client.call(changePassword, { currentPassword: testPassword, mailCode: '', ...passwords })
  },
  'an authenticator': async ({ client }, world) => {
    await client.confirm(testPassword)
    const { bytes } = Secret.fromBase32((await client.call(setUpGoogle, {})).secret)
    await client.call(bindGoogle, { code: codeAt(bytes, world.wall.now()) })
  },
  'a passkey': async ({ client }) => {
    await client.confirm(testPassword)
    const { challenge } = await client.call(beginPasskey, {})
    await client.call(addPasskey, { passkey: testAuthenticator(client.line.origin).make(challenge), code: '' })
  },
  'a freeze': ({ client }) => client.call(freezeWallet, { frozen: true }),
  'signing out': ({ client }) => client.call(signOut, {}),
  'ending the session': async ({ client }) => {
    const { sessions } = await client.call(loadSecurity, {})
    const id = sessions.find(({ current }) => current)?.id ?? ''
    await client.call(endOwnSession, { id })
  },
  'signing in elsewhere': async ({ client }, world) => {
    await world.client().signIn(client.line.session?.walletId ?? '', testPassword)
  },
  'some minutes': async (_first, world) => {
    world.wall.advance(repeatMs)
  },
}

describe('the same request again', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  const ways = Object.entries({ creation: created, restore: restored, 'sign-in by the words': entered })

  it.each(ways)('of a %s whose answer was lost opens a session, as often as it is lost', async (_name, way) => {
    const first = await way(world.client())
    expect([await first.again(), await first.again()]).toEqual(['success', 'success'])
  })

  for (const [name, way] of ways)
    it.each(Object.entries(secured))(`of a ${name} opens nothing after %s`, async (_what, secure) => {
      const first = await way(world.client())
      await secure(first, world)
      expect(await first.again()).toMatch(/^identity\.(challenge_expired|code_needed)$/)
    })

  it('of a creation opens nothing after the wallet was restored, secured, and every session ended', async () => {
    const first = await created(world.client())
    const owner = world.client()
    const walletId = first.client.line.session?.walletId ?? ''
    const [next, pair] = [await newKey(), await newSessionKeyPair()]
    const { deviceId, origin } = owner.line
    const challenge = await owner.call(askChallenge, { purpose: 'restore', pub: first.key.publicText })
    const facts = {
      ...challenge,
      purpose: 'restore',
      origin,
      pub: first.key.publicText,
      newPub: next.publicText,
      deviceId,
    } as const
    const proofs = { proof: makeProof(facts, first.key), newProof: makeProof(facts, next) }
    const passwords = { newPassword: anotherPassword, repeatPassword: anotherPassword }
    await owner.adopt(await owner.call(restoreWallet, { ...proofs, ...passwords, deviceId, dh: pair.publicText }), pair)
    expect(await first.again()).toBe('identity.challenge_expired')
    expect((await owner.call(loadWalletInfo, {})).walletId).toBe(walletId)
    await owner.confirm(anotherPassword)
    const { bytes } = Secret.fromBase32((await owner.call(setUpGoogle, {})).secret)
    await owner.call(bindGoogle, { code: codeAt(bytes, world.wall.now()) })
    await owner.call(signOut, {})
    expect(await first.again()).toBe('identity.challenge_expired')
  })
})
