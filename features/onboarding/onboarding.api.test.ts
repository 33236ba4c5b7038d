import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo, renameWallet } from '#features/profile/profile.contract.ts'
import { loadSecurity } from '#features/security/security.contract.ts'
import { type IdentityKey, identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import { newWalletId } from '#identity/wallet-id.ts'
import { minuteMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { walletBalances } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { type TestClient, testPassword } from '#server/test/test-client.ts'
import { askChallenge, createWallet, proveBackup, signIn, signOut } from './onboarding.contract.ts'

async function newKey(): Promise<IdentityKey> {
  const key = await identityKeyOf(newPhrase())
  if (!key) throw new Error('a new phrase is a phrase')
  return key
}

async function creation(client: TestClient, key: IdentityKey, changes: Partial<CallInputOf<typeof createWallet>> = {}) {
  const { publicText: dh } = await newSessionKeyPair()
  const proof = changes.proof ?? (await client.prove('create', key))
  const { deviceId } = client.line
  return { proof, newPassword: testPassword, repeatPassword: testPassword, deviceId, dh, ...changes }
}

describe('onboarding', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  describe('answers', () => {
    it('a wallet with an ID that checks itself, not activated, and signs it in', async () => {
      const client = world.client()
      const { walletId } = await client.createWallet({ activate: false })
      expect(walletId).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
      expect(await client.call(loadWalletInfo, {})).toMatchObject({ walletId, activated: false, passwordSet: true })
      expect(await walletBalances(world.db, walletId)).toEqual([])
    })

    it('a proven backup with activation, and no CREDIT for it: a wallet costs nothing', async () => {
      const client = world.client()
      const { walletId, key } = await client.createWallet({ activate: false })
      const prove = async () =>
        client.call(proveBackup, { proof: await client.prove('backup', key), deviceId: client.line.deviceId })
      expect(await prove()).toEqual({ activated: true })
      expect(await prove()).toEqual({ activated: true })
      expect(await walletBalances(world.db, walletId)).toEqual([])
    })

    it('an invited wallet with its inviter, typed with look-alikes and spaces', async () => {
      const sponsor = await world.client().createWallet()
      const typed = `${sponsor.walletId.slice(0, 5).toLowerCase().replaceAll('0', 'o')} ${sponsor.walletId.slice(5)}`
      const invited = world.client()
      await invited.createWallet({ sponsorId: typed })
      expect(await invited.call(loadWalletInfo, {})).toMatchObject({ sponsorId: sponsor.walletId })
    })

    it('a lost answer of a creation when the same device asks again', async () => {
      const client = world.client()
      const input = await creation(client, await newKey())
      const first = await client.call(createWallet, input)
      const again = await client.call(createWallet, input)
      expect(again.walletId).toBe(first.walletId)
      expect(again.token).not.toBe(first.token)
    })

    it('a login from the list of the device, and ends the other session', async () => {
      const here = world.client()
      const { walletId } = await here.createWallet()
      const there = world.client()
      await there.signIn(walletId)
      expect((await here.send(loadWalletInfo, {})).envelope).toMatchObject({
        code: 401,
        msg: 'session.logged_in_elsewhere',
      })
      await here.signIn(walletId)
      await here.call(loadWalletInfo, {})
      expect(await there.refusal(loadWalletInfo, {})).toBe('session.logged_in_elsewhere')
      const { sessions, logins } = await here.call(loadSecurity, {})
      expect(sessions.filter(({ endedAt }) => endedAt === null)).toMatchObject([{ current: true }])
      expect(logins.map(({ kind, knownDevice }) => [kind, knownDevice])).toEqual([
        ['password', true],
        ['password', false],
        ['create', false],
      ])
    })

    it('a logout: the token opens nothing any more', async () => {
      const client = world.client()
      await client.createWallet()
      await client.call(signOut, {})
      expect((await client.send(loadWalletInfo, {})).envelope).toMatchObject({ code: 401, msg: 'token_03' })
    })
  })

  describe('refuses', () => {
    it('passwords that break a rule', async () => {
      const client = world.client()
      const key = await newKey()
      const proof = await client.prove('create', key)
      const refused = async (newPassword: string, repeatPassword = newPassword) =>
        client.refusal(createWallet, await creation(client, key, { proof, newPassword, repeatPassword }))
      expect(await refused('Tranquil7heron', 'Tranquil7herons')).toBe('identity.passwords_differ')
      for (const weak of ['ab1', 'onlyletters', '1startsWithDigit', '123456'])
        expect(await refused(weak), weak).toBe('identity.password_weak')
      expect(await refused('qwerty123')).toBe('identity.password_common')
      expect(await refused('')).toBe('field.required')
      expect(await client.call(createWallet, await creation(client, key, { proof }))).toMatchObject({
        activated: false,
      })
    })

    it('inviters that are mistyped, unknown or not activated, the last two alike', async () => {
      const idle = await world.client().createWallet({ activate: false })
      const client = world.client()
      const refused = (sponsorId: string) =>
        client.createWallet({ sponsorId }).then(
          () => '',
          (error) => error.envelope.msg,
        )
      const mistyped = idle.walletId.slice(0, 9) + (idle.walletId.endsWith('7') ? '8' : '7')
      expect(await refused(mistyped)).toBe('identity.wallet_id_wrong')
      expect(await refused('not an id')).toBe('identity.wallet_id_wrong')
      expect(await refused(idle.walletId)).toBe('identity.inviter_wrong')
      expect(await refused(newWalletId())).toBe('identity.inviter_wrong')
    })

    it('keys and points of another form', async () => {
      const client = world.client()
      expect(await client.refusal(askChallenge, { purpose: 'create', pub: 'short' })).toBe('field.format')
      expect(await client.refusal(askChallenge, { purpose: 'steal' as 'create', pub: 'A'.repeat(43) })).toBe(
        'field.format',
      )
      const key = await newKey()
      for (const dh of ['', 'x', `B${'A'.repeat(86)}`])
        expect(await client.refusal(createWallet, await creation(client, key, { dh }))).toMatch(/^field\./)
    })

    it('a key that has a wallet already', async () => {
      const client = world.client()
      const { key } = await client.createWallet()
      expect(await client.refusal(createWallet, await creation(client, key))).toBe('identity.wallet_taken')
    })
  })

  describe('guards', () => {
    it('a wallet against whoever has not the key', async () => {
      const client = world.client()
      const [mine, other] = [await newKey(), await newKey()]
      const challenge = await client.call(askChallenge, { purpose: 'create', pub: mine.publicText })
      const facts = { ...challenge, purpose: 'create', origin: client.line.origin, pub: mine.publicText } as const
      const { deviceId } = client.line
      const refused = async (proof: string) => client.refusal(createWallet, await creation(client, mine, { proof }))
      const forged = makeProof({ ...facts, deviceId }, other).replace(other.publicText, mine.publicText)
      expect(await refused(forged)).toBe('identity.mnemonic_wrong')
      expect(await refused(makeProof({ ...facts, deviceId: 'another' }, mine))).toBe('identity.mnemonic_wrong')
      expect(await refused(makeProof({ ...facts, deviceId, purpose: 'backup' }, mine))).toBe('identity.mnemonic_wrong')
      expect(await refused(makeProof({ ...facts, deviceId, origin: 'https://evil.example' }, mine))).toBe(
        'identity.mnemonic_wrong',
      )
      expect(await refused(makeProof({ ...facts, deviceId }, other))).toBe('identity.challenge_expired')
      for (const none of ['v1.a.b.c', 'anything']) expect(await refused(none)).toBe('identity.mnemonic_wrong')
    })

    it('a challenge by time, purpose and single use', async () => {
      const client = world.client()
      const key = await newKey()
      const late = await client.prove('create', key)
      world.wall.advance(2 * minuteMs + 1_000)
      expect(await client.refusal(createWallet, await creation(client, key, { proof: late }))).toBe(
        'identity.challenge_expired',
      )
      const backup = await client.prove('backup', key)
      expect(await client.refusal(createWallet, await creation(client, key, { proof: backup }))).toBe(
        'identity.challenge_expired',
      )
      const input = await creation(client, key)
      await client.call(createWallet, input)
      const elsewhere = await newSessionKeyPair()
      expect(await client.refusal(createWallet, { ...input, dh: elsewhere.publicText })).toBe(
        'identity.challenge_expired',
      )
    })

    it("a backup against another wallet's words", async () => {
      const client = world.client()
      await client.createWallet({ activate: false })
      const proof = await client.prove('backup', await newKey())
      expect(await client.refusal(proveBackup, { proof, deviceId: client.line.deviceId })).toBe(
        'identity.mnemonic_wrong',
      )
      expect(await client.call(loadWalletInfo, {})).toMatchObject({ activated: false })
    })

    it('a password by growing locks, which a known device does not share, and unknown wallets alike', async () => {
      const owner = world.client()
      const { walletId } = await owner.createWallet()
      for (const target of [walletId, newWalletId()]) {
        const stranger = world.client()
        const { publicText: dh } = await newSessionKeyPair()
        const guess = async (walletPassword: string) => {
          const { envelope } = await stranger.send(signIn, {
            walletId: target,
            walletPassword,
            deviceId: stranger.line.deviceId,
            dh,
          })
          return envelope
        }
        for (const left of ['4', '3', '2', '1'])
          expect(await guess('Wrong1password')).toMatchObject({ msg: 'identity.password_wrong', params: { left } })
        const until = new Date(world.wall.now().getTime() + 5 * minuteMs).toISOString()
        expect(await guess('Wrong1password')).toMatchObject({ msg: 'identity.password_locked', params: { until } })
        expect(await guess(testPassword)).toMatchObject({ msg: 'identity.password_locked', params: { until } })
        world.wall.advance(5 * minuteMs)
        expect(await guess('Wrong1password')).toMatchObject({ msg: 'identity.password_wrong', params: { left: '4' } })
      }
      await owner.signIn(walletId)
    })

    it('sessions of others: a stranger with the token alone can write nothing', async () => {
      const [mine, other] = [world.client(), world.client()]
      await mine.createWallet()
      await other.createWallet()
      const token = mine.line.session?.token
      expect(await other.refusal(renameWallet, { nickname: 'Eve' }, { headers: { 'User-Token': token } })).toBe(
        'request.auth_wrong',
      )
    })
  })
})
