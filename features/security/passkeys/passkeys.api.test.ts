import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { newestMails } from '#identity/mail/mail-queue.store.ts'
import { bindMailbox } from '#identity/mail/mailbox.store.ts'
import { type BentDevice, type TestAuthenticator, testAuthenticator } from '#identity/passkeys/test-authenticator.ts'
import { securityEvents } from '#identity/sessions/security-event.store.ts'
import { setFrozen } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { randomUuid } from '#kit/text/random.ts'
import { dayMs, minuteMs } from '#kit/time/clock.ts'
import type { CallInputOf, Contract } from '#kit/wire/contract.ts'
import { askPasskey, confirmByPasskey } from '#kit/wire/contracts/passkey.contract.ts'
import { toWire } from '#kit/wire/names.ts'
import { actDigest } from '#kit/wire/signing/act.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { testSecrets } from '#server/test/test-captcha.ts'
import { type ClientWallet, type TestClient, testPassword } from '#server/test/test-client.ts'
import { credit } from '#server/test/test-funds.ts'
import { boundClient } from '#server/test/test-second-factor.ts'
import { changePassword, loadSecurity, setUpGoogle } from '../security.contract.ts'
import { addPasskey, beginPasskey, loadPasskeys, removePasskeys } from './passkeys.contract.ts'

type Party = ClientWallet & { readonly client: TestClient; readonly device: TestAuthenticator }

describe('passkeys', () => {
  let world: TestApp
  let holder: Party
  let receiver: string
  beforeAll(async () => {
    world = await testApp()
    receiver = (await world.client().createWallet()).walletId
  })
  afterAll(() => world.close())

  const deviceOf = (client: TestClient) => testAuthenticator(client.line.origin)
  const begin = async (client: TestClient): Promise<string> => (await client.call(beginPasskey, {})).challenge
  const add = async (client: TestClient, device: TestAuthenticator, code = '') =>
    client.call(addPasskey, { passkey: device.make(await begin(client)), code })
  const party = async (): Promise<Party> => {
    const client = world.client()
    const wallet = await client.createWallet()
    await client.confirm()
    const device = deviceOf(client)
    await add(client, device)
    client.line.walletToken = undefined
    await credit(world, wallet, 'bsc', 'USDT', '1000')
    return { ...wallet, client, device }
  }
  beforeEach(async () => {
    holder = await party()
  })

  const toReceiver = (amount = '25.5') => ({ receiverId: receiver, coin: 'USDT' as const, amount })
  const actOf = <C extends Contract>(contract: C, input: CallInputOf<C>, key: string) => {
    const fields = toWire(contract.input, input, contract.wire) as Record<string, unknown>
    return actDigest({ method: contract.method, path: contract.path, key, fields })
  }
  const challengeFor = async (client: TestClient, act: string) => (await client.call(askPasskey, { act })).challenge
  const check = async ({ client, device }: Party, act: string, bent: BentDevice = {}) =>
    client.send(confirmByPasskey, { act, passkey: device.sign(await challengeFor(client, act), bent) })
  const said = async (answer: Promise<{ readonly envelope: { readonly msg: string } }>) => (await answer).envelope.msg
  const confirm = async (by: Party, input: CallInputOf<typeof makeTransfer>, key: string) => {
    const act = actOf(makeTransfer, input, key)
    const passkey = by.device.sign(await challengeFor(by.client, act))
    by.client.line.walletToken = (await by.client.call(confirmByPasskey, { act, passkey })).walletToken
  }
  const under = (key: string) => ({ headers: { [headers.idempotencyKey]: key } })
  const transfer = (by: Party, input: CallInputOf<typeof makeTransfer>, key: string) =>
    said(by.client.send(makeTransfer, input, under(key)))
  const hasUnits = () => balanceOf(world.db, available(holder.walletId), 'USDT')
  const units = (text: string) => parseUnits(text) ?? 0n
  const anyAct = () => actOf(makeTransfer, toReceiver(), randomUuid())

  describe('confirm', () => {
    it('a transfer, and what was confirmed happens once however often it is sent', async () => {
      world.clock.advance(dayMs)
      const key = randomUuid()
      await confirm(holder, toReceiver(), key)
      expect(await transfer(holder, toReceiver(), key)).toBe('success')
      expect(await transfer(holder, toReceiver(), key)).toBe('success')
      expect(await hasUnits()).toBe(units('974.5'))
      const { passkeys } = await holder.client.call(loadPasskeys, {})
      expect(passkeys).toMatchObject([{ here: true, copied: false, usedAt: world.clock.now().toISOString() }])
    })

    it.each([
      ['another amount', { amount: '25.51' }, true],
      ['another receiver', { receiverId: 'other' }, true],
      ['a remark it did not have', { remark: 'thanks' }, true],
      ['the same again, under another key', {}, false],
    ])('nothing else: %s', async (_, change, sameKey) => {
      const other = 'receiverId' in change ? { receiverId: (await world.client().createWallet()).walletId } : change
      const key = randomUuid()
      await confirm(holder, toReceiver(), key)
      const answer = await transfer(holder, { ...toReceiver(), ...other }, sameKey ? key : randomUuid())
      expect(answer).toBe('session.wallet_token_expired')
      expect(await hasUnits()).toBe(units('1000'))
    })

    it('no other call, and nothing that changes how the wallet is protected', async () => {
      const key = randomUuid()
      const act = actOf(setUpGoogle, {}, key)
      const passkey = holder.device.sign(await challengeFor(holder.client, act))
      holder.client.line.walletToken = (await holder.client.call(confirmByPasskey, { act, passkey })).walletToken
      expect(await said(holder.client.send(setUpGoogle, {}, under(key)))).toBe('session.wallet_token_missing')
      expect(await said(holder.client.send(beginPasskey, {}, under(key)))).toBe('session.wallet_token_missing')
    })

    it('not for longer than five minutes, and not in another session', async () => {
      const key = randomUuid()
      await confirm(holder, toReceiver(), key)
      const stranger = await party()
      stranger.client.line.walletToken = holder.client.line.walletToken
      expect(await transfer(stranger, toReceiver(), key)).toBe('session.wallet_token_expired')
      world.wall.advance(5 * minuteMs)
      holder.client.line.requestToken = undefined
      expect(await transfer(holder, toReceiver(), key)).toBe('session.wallet_token_expired')
    })

    it('what needs a Google code with that code alone', async () => {
      const { client, codeNow } = await boundClient(world)
      const device = deviceOf(client)
      await client.confirm()
      expect(await client.refusal(addPasskey, { passkey: device.make(await begin(client)) })).toBe(
        'identity.code_needed',
      )
      await add(client, device, codeNow())
      await credit(world, client, 'bsc', 'USDT', '1000')
      world.clock.advance(dayMs)
      const bound: Party = { ...client, client, device }
      const key = randomUuid()
      await confirm(bound, toReceiver('500'), key)
      expect(await transfer(bound, toReceiver('500'), key)).toBe('identity.code_needed')
    })
  })

  describe('are refused', () => {
    const wrong = 'identity.passkey_wrong'

    it('when an answer is sent a second time', async () => {
      const act = anyAct()
      const passkey = holder.device.sign(await challengeFor(holder.client, act))
      expect(await said(holder.client.send(confirmByPasskey, { act, passkey }))).toBe('success')
      expect(await said(holder.client.send(confirmByPasskey, { act, passkey }))).toBe('identity.passkey_expired')
    })

    it('when one answer is sent many times at once: it serves once', async () => {
      const act = anyAct()
      const passkey = holder.device.sign(await challengeFor(holder.client, act))
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => said(holder.client.send(confirmByPasskey, { act, passkey }))),
      )
      expect(answers.filter((msg) => msg === 'success')).toHaveLength(1)
      expect(answers.filter((msg) => msg === 'identity.passkey_expired')).toHaveLength(5)
    })

    it('when the challenge was asked for another act', async () => {
      const passkey = holder.device.sign(await challengeFor(holder.client, anyAct()))
      expect(await said(holder.client.send(confirmByPasskey, { act: anyAct(), passkey }))).toBe(wrong)
    })

    it('when the challenge is of another session, another wallet, or made up', async () => {
      const stranger = await party()
      const act = anyAct()
      for (const challenge of [await challengeFor(stranger.client, act), randomUuid(), 'A'.repeat(64)])
        expect(await said(holder.client.send(confirmByPasskey, { act, passkey: holder.device.sign(challenge) }))).toBe(
          wrong,
        )
    })

    it('when the challenge is two minutes old', async () => {
      const act = anyAct()
      const passkey = holder.device.sign(await challengeFor(holder.client, act))
      world.wall.advance(2 * minuteMs + 1000)
      holder.client.line.requestToken = undefined
      expect(await said(holder.client.send(confirmByPasskey, { act, passkey }))).toBe('identity.passkey_expired')
    })

    it('when the key is another wallet’s', async () => {
      const stranger = await party()
      expect(await said(check({ ...holder, device: stranger.device }, anyAct()))).toBe(wrong)
    })

    it('when another device names this one’s key', async () => {
      const act = anyAct()
      const passkey = { ...deviceOf(holder.client).sign(await challengeFor(holder.client, act)), id: holder.device.id }
      expect(await said(holder.client.send(confirmByPasskey, { act, passkey }))).toBe(wrong)
    })

    const bends: readonly (readonly [string, BentDevice])[] = [
      ['the page is another one', { origin: 'https://glasshouse.test.evil.example' }],
      ['the page has another scheme', { origin: 'https://glasshouse.test' }],
      ['it was made for another house', { host: 'evil.example' }],
      ['it was made for all pages of a name', { host: 'test' }],
      ['the holder was not verified', { verified: false }],
      ['the app stood inside another page', { clientData: { crossOrigin: true } }],
      ['it is the answer to adding one', { clientData: { type: 'webauthn.create' } }],
    ]
    it.each(bends)('when %s', async (_, bent) => {
      expect(await said(check(holder, anyAct(), bent))).toBe(wrong)
    })

    it('when what was signed was changed', async () => {
      const act = anyAct()
      const passkey = holder.device.sign(await challengeFor(holder.client, act))
      const data = Buffer.from(passkey.authenticatorData, 'base64url')
      data.writeUInt32BE(77, 33)
      const bent = { ...passkey, authenticatorData: data.toString('base64url') }
      expect(await said(holder.client.send(confirmByPasskey, { act, passkey: bent }))).toBe(wrong)
    })

    it('on another device of the same holder', async () => {
      const other = world.client()
      await other.signIn(holder.walletId, testPassword)
      expect(await other.refusal(askPasskey, { act: anyAct() })).toBe(wrong)
      expect((await other.call(loadPasskeys, {})).passkeys).toMatchObject([{ here: false }])
    })

    it('while the wallet is frozen, with what was confirmed before too', async () => {
      const key = randomUuid()
      const act = anyAct()
      const challenge = await challengeFor(holder.client, act)
      await confirm(holder, toReceiver(), key)
      await world.db.transaction((tx) => setFrozen(tx, holder.walletId, world.clock.now()))
      expect(await transfer(holder, toReceiver(), key)).toBe('identity.frozen')
      expect(await holder.client.refusal(askPasskey, { act })).toBe('identity.frozen')
      const passkey = holder.device.sign(challenge)
      expect(await holder.client.refusal(confirmByPasskey, { act, passkey })).toBe('identity.frozen')
    })
  })

  it('end when a counter does not go up, and the holder is told', async () => {
    const { client, walletId } = holder
    await world.db.transaction((tx) =>
      bindMailbox(tx, walletId, {
        address: 'ana@example.com',
        language: 'en',
        wall: world.wall.now(),
        secrets: testSecrets,
      }),
    )
    const key = randomUuid()
    await confirm(holder, toReceiver(), key)
    await confirm(holder, toReceiver(), key)
    expect(await said(check(holder, anyAct(), { counter: 2 }))).toBe('identity.passkey_copied')
    expect(await transfer(holder, toReceiver(), key)).toBe('session.wallet_token_expired')
    expect(await client.refusal(askPasskey, { act: anyAct() })).toBe('identity.passkey_wrong')
    expect((await client.call(loadPasskeys, {})).passkeys).toMatchObject([{ copied: true, here: false }])
    const [event] = await securityEvents(world.db, [{ walletId, since: new Date(0) }], 1)
    expect(event?.kind).toBe('passkey_copied')
    const [mail] = await newestMails(world.db, testSecrets, 1)
    expect(mail?.draft).toMatchObject({ walletId, kind: 'told_passkey_copied' })
  })

  it('that count nothing serve again and again', async () => {
    const client = world.client()
    const wallet = await client.createWallet()
    await client.confirm()
    const device = deviceOf(client)
    await add(client, device)
    for (let times = 0; times < 3; times++)
      expect(await said(check({ ...wallet, client, device }, anyAct(), { counter: 0 }))).toBe('success')
  })

  it('lock after five wrong tries, and the password stays open', async () => {
    const { client } = holder
    const answers: string[] = []
    for (let times = 0; times < 6; times++) answers.push(await said(check(holder, anyAct(), { verified: false })))
    expect(answers.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'identity.passkey_wrong'))
    expect(answers.slice(4)).toEqual(['identity.passkey_locked', 'identity.passkey_locked'])
    expect(await said(check(holder, anyAct()))).toBe('identity.passkey_locked')
    await client.confirm()
    world.wall.advance(5 * minuteMs)
    client.line.requestToken = undefined
    expect(await said(check(holder, anyAct()))).toBe('success')
  })

  describe('are added', () => {
    it('with the password, and withdrawals then wait a day', async () => {
      const { client } = holder
      expect(await client.refusal(beginPasskey, {})).toBe('session.wallet_token_missing')
      const until = new Date(world.clock.now().getTime() + dayMs).toISOString()
      expect(await client.call(loadSecurity, {})).toMatchObject({ withdrawalsHeldUntil: until, holdReason: 'passkey' })
    })

    it('not to a frozen wallet, and not when it is frozen meanwhile', async () => {
      const { client, walletId } = holder
      await client.confirm()
      const passkey = deviceOf(client).make(await begin(client))
      await world.db.transaction((tx) => setFrozen(tx, walletId, world.clock.now()))
      expect(await client.refusal(beginPasskey, {})).toBe('identity.frozen')
      expect(await client.refusal(addPasskey, { passkey })).toBe('identity.frozen')
    })

    it('five at most', async () => {
      const { client } = holder
      await client.confirm()
      const challenge = await begin(client)
      for (let more = 1; more < 5; more++) await add(client, deviceOf(client))
      expect(await client.refusal(beginPasskey, {})).toBe('identity.passkey_too_many')
      const passkey = deviceOf(client).make(challenge)
      expect(await client.refusal(addPasskey, { passkey })).toBe('identity.passkey_too_many')
    })

    it('once for a challenge, and once for a key', async () => {
      const { client, device } = holder
      await client.confirm()
      const challenge = await begin(client)
      await client.call(addPasskey, { passkey: deviceOf(client).make(challenge) })
      expect(await client.refusal(addPasskey, { passkey: deviceOf(client).make(challenge) })).toBe(
        'identity.passkey_expired',
      )
      expect(await client.refusal(addPasskey, { passkey: device.make(await begin(client)) })).toBe(
        'identity.passkey_wrong',
      )
    })

    const bends: readonly (readonly [string, BentDevice])[] = [
      ['on another page', { origin: 'https://evil.example' }],
      ['for another house', { host: 'evil.example' }],
      ['without a verified holder', { verified: false }],
      ['inside another page', { clientData: { crossOrigin: true } }],
      ['by an answer to confirming', { clientData: { type: 'webauthn.get' } }],
    ]
    it.each(bends)('not %s', async (_, bent) => {
      const { client } = holder
      await client.confirm()
      const passkey = deviceOf(client).make(await begin(client), bent)
      expect(await client.refusal(addPasskey, { passkey })).toBe('identity.passkey_wrong')
    })

    it('not with certificates, and nobody looks where these point to', async () => {
      const { client } = holder
      await client.confirm()
      const fetched = vi.spyOn(globalThis, 'fetch')
      for (const fmt of ['packed', 'tpm', 'fido-u2f', 'android-key', 'apple', 'android-safetynet']) {
        const attStmt = new Map<string, unknown>([['x5c', new Uint8Array(8)]])
        const passkey = deviceOf(client).make(await begin(client), { statement: { fmt, attStmt } })
        expect(await client.refusal(addPasskey, { passkey })).toBe('identity.passkey_wrong')
      }
      expect(fetched).not.toHaveBeenCalled()
      fetched.mockRestore()
    })
  })

  describe('are gone', () => {
    const isGone = async () => {
      expect(await holder.client.refusal(askPasskey, { act: anyAct() })).toBe('identity.passkey_wrong')
      expect((await holder.client.call(loadPasskeys, {})).passkeys).toEqual([])
    }

    it('once they are removed, with what they confirmed, without a password', async () => {
      const { client } = holder
      const key = randomUuid()
      const act = anyAct()
      const passkey = holder.device.sign(await challengeFor(client, act))
      await confirm(holder, toReceiver(), key)
      const [row] = (await client.call(loadPasskeys, {})).passkeys
      expect(await client.call(removePasskeys, { id: row?.id ?? '' })).toEqual({ removed: 1 })
      expect(await transfer(holder, toReceiver(), key)).toBe('session.wallet_token_expired')
      expect(await client.refusal(confirmByPasskey, { act, passkey })).toBe('identity.passkey_expired')
      await isGone()
    })

    it('of this wallet alone, however another one names them', async () => {
      const stranger = await party()
      const [row] = (await holder.client.call(loadPasskeys, {})).passkeys
      expect(await stranger.client.call(removePasskeys, { id: row?.id ?? '' })).toEqual({ removed: 0 })
      expect((await holder.client.call(loadPasskeys, {})).passkeys).toHaveLength(1)
    })

    it('all at once', async () => {
      await holder.client.confirm()
      await add(holder.client, deviceOf(holder.client))
      expect(await holder.client.call(removePasskeys, {})).toEqual({ removed: 2 })
      await isGone()
    })

    it('after a change of the password', async () => {
      const newPassword = 'Another9pelican'
      await holder.client.confirm()
      await holder.client.call(changePassword, {
        currentPassword: testPassword,
        newPassword,
        repeatPassword: newPassword,
      })
      await isGone()
    })
  })
})
