import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { addPasskey, beginPasskey, loadPasskeys } from '#features/security/passkeys/passkeys.contract.ts'
import { bindGoogle, loadSecurity, setUpGoogle } from '#features/security/security.contract.ts'
import { testAuthenticator } from '#identity/passkeys/test-authenticator.ts'
import { passwordFlaw } from '#identity/passwords/password-rules.ts'
import { activeKeyOf, certificatesOf } from '#identity/sessions/identity-key.store.ts'
import {
  bindMessage,
  type IdentityKey,
  identityKeyOf,
  isSignatureRight,
  makeProof,
  newPhrase,
  signText,
} from '#identity/sessions/identity-key.ts'
import { dayMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import type { TestClient } from '#server/test/test-client.ts'
import { boundClient } from '#server/test/test-second-factor.ts'
import { askChallenge, restoreWallet } from '../onboarding.contract.ts'

const newPassword = 'Another9pelican'

async function newKey(): Promise<IdentityKey> {
  const key = await identityKeyOf(newPhrase())
  if (!key) throw new Error('a new phrase is a phrase')
  return key
}

async function restoration(
  client: TestClient,
  old: IdentityKey,
  next: IdentityKey,
  changes: Partial<CallInputOf<typeof restoreWallet>> = {},
) {
  const challenge = await client.call(askChallenge, { purpose: 'restore', pub: old.publicText })
  const { origin, deviceId } = client.line
  const facts = {
    ...challenge,
    purpose: 'restore',
    origin,
    pub: old.publicText,
    newPub: next.publicText,
    deviceId,
  } as const
  const pair = await newSessionKeyPair()
  const input = { proof: makeProof(facts, old), newProof: makeProof(facts, next), deviceId, dh: pair.publicText }
  return { pair, input: { ...input, newPassword, repeatPassword: newPassword, ...changes } }
}

describe('restoring a wallet', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  const restored = async () => {
    const owner = world.client()
    const wallet = await owner.createWallet()
    const next = await newKey()
    const device = world.client()
    const { input, pair } = await restoration(device, wallet.key, next)
    await device.adopt(await device.call(restoreWallet, input), pair)
    return { owner, device, wallet, next, input }
  }

  describe('answers', () => {
    it('with the same wallet under a new key and password; other sessions end and withdrawals wait 24 h', async () => {
      const { owner, device, wallet, next } = await restored()
      expect(await device.call(loadWalletInfo, {})).toMatchObject({ walletId: wallet.walletId, activated: true })
      expect(await activeKeyOf(world.db, wallet.walletId)).toBe(next.publicText)
      expect(await owner.refusal(loadWalletInfo, {})).toBe('session.logged_in_elsewhere')
      const until = new Date(world.clock.now().getTime() + dayMs).toISOString()
      expect(await device.call(loadSecurity, {})).toMatchObject({ withdrawalsHeldUntil: until, holdReason: 'restore' })
      await device.signIn(wallet.walletId, newPassword)
      await expect(device.signIn(wallet.walletId, wallet.password)).rejects.toThrow('identity.password_wrong')
    })

    it('with the authenticator bound as it was: a stolen phrase takes it off nobody', async () => {
      const { client, codeNow } = await boundClient(world)
      const next = await newKey()
      const device = world.client()
      const { input, pair } = await restoration(device, client.key, next)
      await device.adopt(await device.call(restoreWallet, input), pair)
      expect(await device.call(loadSecurity, {})).toMatchObject({ googleBound: true })
      await expect(device.signIn(client.walletId, newPassword)).rejects.toThrow('identity.code_needed')
      await device.confirm(newPassword)
      await device.call(setUpGoogle, {})
      expect(await device.refusal(bindGoogle, { code: '000000' })).toBe('identity.code_needed')
      await device.signIn(client.walletId, newPassword, codeNow())
    })

    it('with no passkey of those before, neither on the new device nor on the old one signed in again', async () => {
      const owner = world.client()
      const wallet = await owner.createWallet()
      await owner.confirm()
      const { challenge } = await owner.call(beginPasskey, {})
      await owner.call(addPasskey, { passkey: testAuthenticator(owner.line.origin).make(challenge), code: '' })
      expect((await owner.call(loadPasskeys, {})).passkeys).toHaveLength(1)
      const device = world.client()
      const { input, pair } = await restoration(device, wallet.key, await newKey())
      await device.adopt(await device.call(restoreWallet, input), pair)
      expect((await device.call(loadPasskeys, {})).passkeys).toEqual([])
      await owner.signIn(wallet.walletId, newPassword)
      expect((await owner.call(loadPasskeys, {})).passkeys).toEqual([])
    })

    it('with a handover both keys signed, for those who pinned the old one', async () => {
      const { wallet, next } = await restored()
      const [row] = await world.db.query<{ message: string; old: string; new: string }>(
        'SELECT handover_message AS message, handover_old_signature AS old, handover_new_signature AS new FROM identity_key WHERE pub = $1',
        [next.publicText],
      )
      expect(row && isSignatureRight(row.message, row.old, wallet.key.publicText)).toBe(true)
      expect(row && isSignatureRight(row.message, row.new, next.publicText)).toBe(true)
    })

    it('a lost answer when the same device asks again', async () => {
      const { device, wallet, input } = await restored()
      const again = await device.call(restoreWallet, input)
      expect(again.walletId).toBe(wallet.walletId)
      const other = await newSessionKeyPair()
      expect(await device.refusal(restoreWallet, { ...input, dh: other.publicText })).toBe('identity.challenge_expired')
    })

    it('with bound addresses signed anew, kept with both signatures', async () => {
      const client = world.client()
      const { key, walletId } = await client.createWallet()
      const next = await newKey()
      const [chain, address, iat] = ['bsc', `0x${'1'.repeat(40)}`, 1764000000] as const
      const text = bindMessage(walletId, chain, address, iat)
      const certificate = { chain, address, iat, oldSignature: signText(text, key), newSignature: signText(text, next) }
      const forged = { ...certificate, address: `0x${'2'.repeat(40)}` }
      const bad = await restoration(client, key, next, { certificates: [forged] })
      expect(await client.refusal(restoreWallet, bad.input)).toBe('identity.mnemonic_wrong')
      const shapeless = await restoration(client, key, next, { certificates: [{ ...certificate, address: 'a\nb' }] })
      expect(await client.refusal(restoreWallet, shapeless.input)).toBe('identity.mnemonic_wrong')
      const good = await restoration(client, key, next, { certificates: [certificate] })
      await client.call(restoreWallet, good.input)
      expect(await certificatesOf(world.db, walletId)).toEqual([{ ...certificate, pub: next.publicText }])
    })
  })

  describe('refuses', () => {
    it('the wallet ID as the new password', async () => {
      const client = world.client()
      // The other password rules accept about two of three IDs, so create wallets until one passes.
      let wallet = await client.createWallet()
      while (passwordFlaw(wallet.walletId)) wallet = await client.createWallet()
      const password = { newPassword: wallet.walletId, repeatPassword: wallet.walletId }
      const { input } = await restoration(client, wallet.key, await newKey(), password)
      expect(await client.refusal(restoreWallet, input)).toBe('identity.password_is_id')
      await client.signIn(wallet.walletId)
    })

    it('the old phrase for good, and an unknown one, alike', async () => {
      const { wallet } = await restored()
      const client = world.client()
      for (const key of [wallet.key, await newKey()]) {
        const { input } = await restoration(client, key, await newKey())
        expect(await client.refusal(restoreWallet, input)).toBe('identity.mnemonic_wrong')
      }
    })

    it('a new key that is the old one, or has been somebody’s', async () => {
      const client = world.client()
      const { key } = await client.createWallet()
      const other = await world.client().createWallet()
      for (const next of [key, other.key]) {
        const { input } = await restoration(client, key, next)
        expect(await client.refusal(restoreWallet, input)).toBe('identity.mnemonic_wrong')
      }
      await client.call(loadWalletInfo, {})
    })

    it('what only one of the two keys signed', async () => {
      const client = world.client()
      const { key, walletId } = await client.createWallet()
      const next = await newKey()
      const { input } = await restoration(client, key, next)
      const elsewhere = await restoration(client, key, next)
      for (const change of [
        { newProof: input.proof },
        { proof: input.newProof, newProof: input.proof },
        { newProof: elsewhere.input.newProof },
      ])
        expect(await client.refusal(restoreWallet, { ...input, ...change })).toMatch(
          /^identity\.(mnemonic_wrong|challenge_expired)$/,
        )
      expect(await activeKeyOf(world.db, walletId)).toBe(key.publicText)
    })
  })

  describe('guards', () => {
    it('against two restores at once: one wins, whole', async () => {
      const owner = world.client()
      const { key, walletId } = await owner.createWallet()
      const attempts = await Promise.all(
        [1, 2, 3, 4].map(async () => {
          const client = world.client()
          const next = await newKey()
          return { client, next, ...(await restoration(client, key, next)) }
        }),
      )
      const answers = await Promise.all(attempts.map(({ client, input }) => client.send(restoreWallet, input)))
      expect(answers.map(({ envelope }) => envelope.msg).sort()).toEqual([
        'identity.mnemonic_wrong',
        'identity.mnemonic_wrong',
        'identity.mnemonic_wrong',
        'success',
      ])
      const winner = answers.findIndex(({ envelope }) => envelope.code === 0)
      expect(await activeKeyOf(world.db, walletId)).toBe(attempts[winner]?.next.publicText)
    })

    it('an abandoned restore changes nothing', async () => {
      const owner = world.client()
      const { key } = await owner.createWallet()
      await restoration(world.client(), key, await newKey())
      await owner.call(loadWalletInfo, {})
      expect(await owner.call(loadSecurity, {})).toMatchObject({ withdrawalsHeldUntil: null })
    })
  })
})
