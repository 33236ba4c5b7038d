import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { type TestClient, testPassword } from '#server/test/test-client.ts'
import {
  bindGoogle,
  changePassword,
  confirmPassword,
  endOwnSession,
  freezeWallet,
  loadSecurity,
  setUpGoogle,
  unfreezeWallet,
} from './security.contract.ts'

const bytesOf = (secret: string) => Secret.fromBase32(secret).bytes

describe('the security centre', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  const signedIn = async () => {
    const client = world.client()
    const { walletId } = await client.createWallet()
    await client.confirm()
    return Object.assign(client, { walletId })
  }
  const bound = async (client: TestClient) => {
    const secret = bytesOf((await client.call(setUpGoogle, {})).secret)
    await client.call(bindGoogle, { code: codeAt(secret, world.wall.now()) })
    world.wall.advance(minuteMs)
    return () => codeAt(secret, world.wall.now())
  }
  const inADay = () => new Date(world.clock.now().getTime() + dayMs).toISOString()

  describe('answers', () => {
    it('what is set, held and signed in', async () => {
      const client = await signedIn()
      expect(await client.call(loadSecurity, {})).toMatchObject({
        passwordSet: true,
        googleBound: false,
        backedUp: true,
        withdrawalsHeldUntil: null,
        holdReason: null,
        frozenAt: null,
        banned: null,
        withdrawalBan: null,
        sessions: [{ current: true, endedAt: null }],
        logins: [{ kind: 'create', ok: true }],
      })
    })

    it('a first authenticator without any wait, by a secret that apps know', async () => {
      const client = await signedIn()
      const { secret, uri } = await client.call(setUpGoogle, {})
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      expect(uri).toContain(`secret=${secret}`)
      expect(uri).toContain('period=30')
      const code = codeAt(bytesOf(secret), world.wall.now())
      expect(await client.call(bindGoogle, { code })).toEqual({ googleBound: true, withdrawalsHeldUntil: null })
      expect(await client.call(loadWalletInfo, {})).toMatchObject({ googleBound: true })
    })

    it('another authenticator by a code of the old one, and withdrawals wait', async () => {
      const client = await signedIn()
      const oldCode = await bound(client)
      const secret = bytesOf((await client.call(setUpGoogle, {})).secret)
      const code = codeAt(secret, world.wall.now())
      expect(await client.refusal(bindGoogle, { code })).toBe('identity.code_needed')
      expect(await client.call(bindGoogle, { code, currentCode: oldCode() })).toEqual({
        googleBound: true,
        withdrawalsHeldUntil: inADay(),
      })
      expect(await client.call(loadSecurity, {})).toMatchObject({ holdReason: 'authenticator' })
    })

    it('a new password: other logins need it, this session goes on, withdrawals wait', async () => {
      const client = await signedIn()
      const newPassword = 'Another9pelican'
      const input = { currentPassword: testPassword, newPassword, repeatPassword: newPassword }
      expect(await client.call(changePassword, input)).toEqual({ withdrawalsHeldUntil: inADay() })
      await client.call(loadWalletInfo, {})
      await expect(client.confirm(testPassword)).rejects.toThrow('identity.password_wrong')
      await client.confirm(newPassword)
      await client.signIn(client.walletId, newPassword)
    })

    it('a new password by a code too, where an authenticator is bound and no mailbox', async () => {
      const client = await signedIn()
      const code = await bound(client)
      const newPassword = 'Another9pelican'
      const input = { currentPassword: testPassword, newPassword, repeatPassword: newPassword }
      expect(await client.refusal(changePassword, input)).toBe('identity.code_needed')
      expect(await client.refusal(changePassword, { ...input, mailCode: '000000' })).toBe('identity.code_needed')
      expect(await client.refusal(changePassword, { ...input, googleCode: '000000' })).toBe('identity.code_wrong')
      await client.confirm(testPassword)
      expect(await client.call(changePassword, { ...input, googleCode: code() })).toEqual({
        withdrawalsHeldUntil: inADay(),
      })
    })

    it('a freeze at once by the session alone; its end by the password and a code of the authenticator', async () => {
      const client = world.client()
      await client.createWallet()
      const frozenAt = world.clock.now().toISOString()
      expect(await client.call(freezeWallet, { frozen: true })).toEqual({ frozenAt, withdrawalsHeldUntil: null })
      expect(await client.call(freezeWallet, { frozen: true })).toMatchObject({ frozenAt })
      expect(await client.refusal(unfreezeWallet, {})).toBe('session.wallet_token_missing')
      await client.confirm()
      const until = inADay()
      expect(await client.call(unfreezeWallet, {})).toEqual({ frozenAt: null, withdrawalsHeldUntil: until })
      expect(await client.call(unfreezeWallet, {})).toEqual({ frozenAt: null, withdrawalsHeldUntil: until })
      const codeNow = await bound(client)
      await client.call(freezeWallet, { frozen: true })
      expect(await client.refusal(unfreezeWallet, {})).toBe('identity.code_needed')
      expect(await client.refusal(unfreezeWallet, { code: '000000' })).toBe('identity.code_wrong')
      expect(await client.call(loadSecurity, {})).toMatchObject({ frozenAt: expect.any(String) })
      world.wall.advance(minuteMs)
      expect(await client.call(unfreezeWallet, { code: codeNow() })).toMatchObject({ frozenAt: null })
    })

    it('no wait without end: freezing again and again does not make withdrawals wait longer', async () => {
      const client = await signedIn()
      await client.confirm()
      const again = async () => {
        await client.call(freezeWallet, { frozen: true })
        await client.confirm()
        return (await client.call(unfreezeWallet, {})).withdrawalsHeldUntil
      }
      const first = inADay()
      expect(await again()).toBe(first)
      for (let hours = 0; hours < 7 * 24; hours += 12) {
        world.clock.advance(12 * hourMs)
        expect(await again()).toBe(first)
      }
      const longer = world.db.query(
        "UPDATE wallet SET withdrawals_held_until = withdrawals_held_until + interval '7 days' WHERE id = $1",
        [client.walletId],
      )
      await expect(longer).rejects.toThrow('waited after a freeze already')
      world.clock.advance(dayMs)
      expect(await again()).toBe(inADay())
    })

    it('the end of one of its own open sessions, and of no other', async () => {
      const [mine, other] = [await signedIn(), await signedIn()]
      const theirs = (await other.call(loadSecurity, {})).sessions[0]?.id ?? ''
      expect(await mine.refusal(endOwnSession, { id: theirs })).toBe('request.data_missing')
      expect(await mine.refusal(endOwnSession, { id: 'nobody' })).toBe('request.data_missing')
      const own = (await mine.call(loadSecurity, {})).sessions[0]?.id ?? ''
      await mine.call(endOwnSession, { id: own })
      expect(await mine.refusal(loadSecurity, {})).toMatch(/^(session\.expired|token_03)$/)
      await other.call(loadSecurity, {})
    })

    it('a login with the Google code once one is bound', async () => {
      const client = await signedIn()
      const codeNow = await bound(client)
      await expect(client.signIn(client.walletId)).rejects.toThrow('identity.code_needed')
      await expect(client.signIn(client.walletId, testPassword, '000000')).rejects.toThrow('identity.code_wrong')
      const code = codeNow()
      await client.signIn(client.walletId, testPassword, code)
      await expect(client.signIn(client.walletId, testPassword, code)).rejects.toThrow('identity.code_used')
    })
  })

  describe('refuses', () => {
    it('a wrong password with the tries left, then locks for 5, 15 and 60 minutes, and with the twentieth until the next day', async () => {
      const client = await signedIn()
      const guess = async (walletPassword = 'Wrong1password') =>
        (await client.send(confirmPassword, { walletPassword })).envelope
      const midnight = new Date('2026-11-23T00:00:00.000Z')
      for (const minutes of [5, 15, 60, undefined]) {
        for (const left of ['4', '3', '2', '1'])
          expect(await guess()).toMatchObject({ code: 400, msg: 'identity.password_wrong', params: { left } })
        const end = minutes ? new Date(world.wall.now().getTime() + minutes * minuteMs) : midnight
        const until = end.toISOString()
        expect(await guess()).toMatchObject({ msg: 'identity.password_locked', params: { until } })
        expect(await guess(testPassword)).toMatchObject({ msg: 'identity.password_locked', params: { until } })
        world.wall.set(end)
        client.line.requestToken = undefined
      }
      await client.confirm()
      expect(await guess()).toMatchObject({ params: { left: '4' } })
    })

    it('many guesses at once: five are compared, no more', async () => {
      const client = await signedIn()
      const guesses = Array.from({ length: 12 }, () =>
        client.send(confirmPassword, { walletPassword: 'Wrong1password' }),
      )
      const answers = (await Promise.all(guesses)).map(({ envelope }) => envelope.msg)
      expect(answers.filter((msg) => msg === 'identity.password_wrong').length).toBe(4)
      expect(answers.filter((msg) => msg === 'identity.password_locked').length).toBe(8)
    })

    it('wrong, used and too many Google codes, and gives back tries lost to something else', async () => {
      const client = await signedIn()
      const codeNow = await bound(client)
      await client.call(setUpGoogle, {})
      const guess = async (code: string) =>
        (await client.send(bindGoogle, { code, currentCode: codeNow() })).envelope.msg
      expect(await client.refusal(bindGoogle, { code: '12345' })).toBe('field.format')
      for (let i = 0; i < 8; i++)
        expect(await client.refusal(bindGoogle, { code: '000000' })).toBe('identity.code_needed')
      for (let i = 0; i < 6; i++) expect(await guess('000000')).toBe('identity.code_wrong')
      const guessOld = async (currentCode: string) =>
        (await client.send(bindGoogle, { code: '000000', currentCode })).envelope.msg
      for (let i = 0; i < 4; i++) expect(await guessOld('000000')).toBe('identity.code_wrong')
      expect(await guessOld('000000')).toBe('identity.code_locked')
      expect(await guess(codeNow())).toBe('identity.code_locked')
    })

    it('to bind what was not set up', async () => {
      expect(await (await signedIn()).refusal(bindGoogle, { code: '123456' })).toBe('identity.google_not_set_up')
    })

    it('a new password that is wrong, weak, common, the same, or not repeated', async () => {
      const client = await signedIn()
      const change = (currentPassword: string, newPassword: string, repeatPassword = newPassword) =>
        client.refusal(changePassword, { currentPassword, newPassword, repeatPassword })
      expect(await change('Wrong1password', 'Another9pelican')).toBe('identity.password_wrong')
      expect(await change(testPassword, testPassword)).toBe('identity.password_same')
      expect(await change(testPassword, 'monkey1')).toBe('identity.password_common')
      expect(await change(testPassword, 'onlyletters')).toBe('identity.password_weak')
      expect(await change(testPassword, 'Another9pelican', 'other')).toBe('identity.passwords_differ')
      expect(await change('', 'Another9pelican')).toBe('field.required')
    })
  })

  describe('guards', () => {
    it('a wallet token is of its session alone', async () => {
      const [mine, other] = [await signedIn(), await signedIn()]
      const token = other.line.walletToken
      expect(await mine.refusal(setUpGoogle, {}, { headers: { 'Wallet-Token': token } })).toBe(
        'session.wallet_token_expired',
      )
    })

    it('an authenticator secret is never readable in the database', async () => {
      const client = await signedIn()
      const { secret } = await client.call(setUpGoogle, {})
      const rows = await world.db.query<{ text: string }>('SELECT a::text AS text FROM authenticator a')
      const hex = Buffer.from(bytesOf(secret)).toString('hex')
      for (const { text } of rows) expect(text.includes(secret) || text.includes(hex)).toBe(false)
    })
  })
})
