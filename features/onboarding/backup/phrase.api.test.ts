import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { bindGoogle, loadSecurity, setUpGoogle } from '#features/security/security.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { newestMails } from '#identity/mail/mail-queue.store.ts'
import { bindMailbox } from '#identity/mail/mailbox.store.ts'
import { type IdentityKey, identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { pastCodes, type TestApp, testApp } from '#server/test/test-app.ts'
import { type TestClient, testPassword } from '#server/test/test-client.ts'
import { askChallenge, restoreWallet, signInByPhrase } from '../onboarding.contract.ts'

const secrets = deriveSecrets(new Uint8Array(32).fill(1))

async function newKey(): Promise<IdentityKey> {
  const key = await identityKeyOf(newPhrase())
  if (!key) throw new Error('a new phrase is a phrase')
  return key
}

describe('signing in by the words', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  async function asked(client: TestClient, key: IdentityKey) {
    const pair = await newSessionKeyPair()
    const proof = await client.prove('enter', key)
    return { pair, input: { proof, code: '', deviceId: client.line.deviceId, dh: pair.publicText } }
  }
  async function entered(key: IdentityKey) {
    const client = world.client()
    const { pair, input } = await asked(client, key)
    await client.adopt(await client.call(signInByPhrase, input), pair)
    return { client, input }
  }

  it('changes nothing of the wallet: the words sign in again, the password is the same, and nothing is held', async () => {
    const owner = world.client()
    const { key, walletId } = await owner.createWallet()
    for (const _ of [1, 2]) {
      const { client } = await entered(key)
      expect(await client.call(loadWalletInfo, {})).toMatchObject({ walletId, activated: true })
      const { withdrawalsHeldUntil, logins } = await client.call(loadSecurity, {})
      expect([withdrawalsHeldUntil, logins[0]?.kind]).toEqual([null, 'phrase'])
      await client.confirm(testPassword)
    }
    expect(await owner.refusal(loadWalletInfo, {})).toBe('session.logged_in_elsewhere')
    await owner.signIn(walletId)
  })

  it('is told to the mailbox of the wallet, once for a device', async () => {
    const owner = world.client()
    const { key, walletId } = await owner.createWallet()
    const address = { address: 'ana@mail.example', language: 'en', wall: world.wall.now(), secrets }
    await world.db.transaction((tx) => bindMailbox(tx, walletId, address))
    const told = async () => {
      const mails = await newestMails(world.db, secrets, 9)
      return mails.filter(({ draft }) => draft.walletId === walletId).map(({ draft }) => draft.kind)
    }
    const { client } = await entered(key)
    expect(await told()).toEqual(['told_phrase'])
    await client.call(signInByPhrase, (await asked(client, key)).input)
    await owner.call(signInByPhrase, (await asked(owner, key)).input)
    expect(await told()).toEqual(['told_phrase'])
  })

  it('asks for the Google code where an authenticator is bound, and takes the same proof with it', async () => {
    const owner = world.client()
    const { key } = await owner.createWallet()
    await owner.confirm()
    const { bytes } = Secret.fromBase32((await owner.call(setUpGoogle, {})).secret)
    await owner.call(bindGoogle, { code: codeAt(bytes, world.wall.now()) })
    world.wall.advance(pastCodes)
    const client = world.client()
    const { input } = await asked(client, key)
    expect(await client.refusal(signInByPhrase, input)).toBe('identity.code_needed')
    const now = codeAt(bytes, world.wall.now())
    const wrong = String((Number(now) + 1) % 1_000_000).padStart(6, '0')
    expect(await client.refusal(signInByPhrase, { ...input, code: wrong })).toBe('identity.code_wrong')
    expect((await client.send(signInByPhrase, { ...input, code: now })).envelope.code).toBe(0)
  })

  it('answers alike to words of nobody, to words that were replaced, and to what another key signed', async () => {
    const owner = world.client()
    const { key } = await owner.createWallet()
    const [other, next] = [await newKey(), await newKey()]
    const client = world.client()
    const refusal = async (each: IdentityKey) => client.refusal(signInByPhrase, (await asked(client, each)).input)
    expect(await refusal(other)).toBe('identity.mnemonic_wrong')
    const { input } = await asked(client, key)
    const forged = (await asked(client, other)).input.proof.replace(other.publicText, key.publicText)
    expect(await client.refusal(signInByPhrase, { ...input, proof: forged })).toMatch(
      /mnemonic_wrong|challenge_expired/,
    )

    const { origin, deviceId } = client.line
    const challenge = await client.call(askChallenge, { purpose: 'restore', pub: key.publicText })
    const newPub = next.publicText
    const facts = { ...challenge, purpose: 'restore', origin, pub: key.publicText, newPub, deviceId } as const
    const dh = (await newSessionKeyPair()).publicText
    const proofs = { proof: makeProof(facts, key), newProof: makeProof(facts, next) }
    const passwords = { newPassword: 'Another9pelican', repeatPassword: 'Another9pelican' }
    await client.call(restoreWallet, { ...proofs, ...passwords, deviceId, dh })
    expect(await refusal(key)).toBe('identity.mnemonic_wrong')
    expect((await entered(next)).input.code).toBe('')
  })

  it('takes no proof of another purpose, nor one twice for somebody else', async () => {
    const owner = world.client()
    const { key } = await owner.createWallet()
    const client = world.client()
    const { input } = await asked(client, key)
    const backup = await client.prove('backup', key)
    expect(await client.refusal(signInByPhrase, { ...input, proof: backup })).toBe('identity.challenge_expired')
    await client.call(signInByPhrase, input)
    const dh = (await newSessionKeyPair()).publicText
    expect(await client.refusal(signInByPhrase, { ...input, dh })).toBe('identity.challenge_expired')
    expect((await client.send(signInByPhrase, input)).envelope.code).toBe(0)
  })
})
