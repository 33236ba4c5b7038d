import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { queueMail } from '#identity/mail/mail-queue.store.ts'
import { forgetServed } from '#identity/sessions/cleanup.store.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { pastCodes, type TestApp, testApp } from '#server/test/test-app.ts'
import { testSecrets } from '#server/test/test-captcha.ts'
import { type TestClient, testPassword } from '#server/test/test-client.ts'
import { newestMail, sendCode, sending } from '#server/test/test-mail.ts'
import {
  bindGoogle,
  changePassword,
  freezeWallet,
  loadSecurity,
  setUpGoogle,
  unfreezeWallet,
} from '../security.contract.ts'
import { bindMail, greetMail, sendMailCode } from './mail.contract.ts'

let number = 0
const newAddress = () => `holder${++number}@example.com`
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0')

describe('e-mail codes', () => {
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
  const bound = async () => {
    const client = await signedIn()
    const email = newAddress()
    await client.call(bindMail, { email, code: await sendCode(world, client, email, 'bind') })
    world.wall.advance(minuteMs)
    return Object.assign(client, { email })
  }
  const send = async (client: TestClient, email: string, scene: 'bind' | 'rebind' | 'password' | 'hello') =>
    (await client.send(sendMailCode, await sending(world, client, email, scene))).envelope
  const change = { currentPassword: testPassword, newPassword: 'Another9pelican', repeatPassword: 'Another9pelican' }

  describe('bind a mailbox', () => {
    it('by six digits sent there, for a solved puzzle, without a wait the first time', async () => {
      const client = await signedIn()
      const email = newAddress()
      const answer = await client.call(sendMailCode, await sending(world, client, ` ${email.toUpperCase()}`, 'bind'))
      const expiresAt = addMs(world.wall.now(), 10 * minuteMs).toISOString()
      expect(answer).toEqual({ digits: 6, waitSeconds: 60, expiresAt })
      const { values, kind, walletId } = (await newestMail(world, email)) ?? {}
      expect([kind, walletId]).toEqual(['code_bind', client.walletId])
      expect(values?.code).toMatch(/^\d{6}$/)
      expect(await client.call(bindMail, { email, code: values?.code ?? '' })).toEqual({
        email,
        withdrawalsHeldUntil: null,
      })
      const heardAt = world.clock.now().toISOString()
      expect(await client.call(loadSecurity, {})).toMatchObject({ mail: { address: email, heardAt }, holdReason: null })
    })

    it('in place of another by a code of the old one too: withdrawals wait, and the old one is told', async () => {
      const client = await bound()
      const email = newAddress()
      const code = await sendCode(world, client, email, 'bind')
      expect(await client.refusal(bindMail, { email, code })).toBe('identity.mail_code_needed')
      const currentCode = await sendCode(world, client, client.email, 'rebind')
      const wrong = { email, code, currentCode: otherThan(currentCode) }
      expect(await client.refusal(bindMail, wrong)).toBe('identity.mail_code_wrong')
      const until = addMs(world.clock.now(), dayMs).toISOString()
      expect(await client.call(bindMail, { email, code, currentCode })).toEqual({ email, withdrawalsHeldUntil: until })
      expect(await client.call(loadSecurity, {})).toMatchObject({ mail: { address: email }, holdReason: 'mail' })
      expect((await newestMail(world, client.email))?.kind).toBe('told_mail')
    })

    it('in place of one nobody reads any more by the Google code', async () => {
      const client = await bound()
      const { bytes } = Secret.fromBase32((await client.call(setUpGoogle, {})).secret)
      await client.call(bindGoogle, { code: codeAt(bytes, world.wall.now()) })
      world.wall.advance(pastCodes)
      const email = newAddress()
      const code = await sendCode(world, client, email, 'bind')
      const googleCode = codeAt(bytes, world.wall.now())
      expect(await client.call(bindMail, { email, code, googleCode })).toMatchObject({ email })
    })

    it('as the first one by the Google code where one is bound: its codes serve in the place of that', async () => {
      const client = await signedIn()
      const { bytes } = Secret.fromBase32((await client.call(setUpGoogle, {})).secret)
      await client.call(bindGoogle, { code: codeAt(bytes, world.wall.now()) })
      world.wall.advance(pastCodes)
      const email = newAddress()
      const code = await sendCode(world, client, email, 'bind')
      expect(await client.refusal(bindMail, { email, code })).toBe('identity.code_needed')
      expect(await client.call(loadSecurity, {})).toMatchObject({ mail: null })
      const googleCode = codeAt(bytes, world.wall.now())
      expect(await client.call(bindMail, { email, code, googleCode })).toEqual({ email, withdrawalsHeldUntil: null })
    })

    it('of one wallet alone, which only who reads the mailbox is told', async () => {
      const { email } = await bound()
      const other = await signedIn()
      world.wall.advance(hourMs)
      await other.confirm()
      const code = await sendCode(world, other, email, 'bind')
      expect(await other.refusal(bindMail, { email, code })).toBe('identity.mail_taken')
    })

    it('that is not the bound one already', async () => {
      const client = await bound()
      expect((await send(client, client.email, 'bind')).msg).toBe('identity.mail_same')
    })
  })

  describe('are asked for', () => {
    it('beside the old password where a mailbox is bound, and the holder is told', async () => {
      const client = await bound()
      expect(await client.refusal(changePassword, change)).toBe('identity.mail_code_needed')
      const mailCode = await sendCode(world, client, client.email, 'password')
      expect(await client.refusal(changePassword, { ...change, mailCode: otherThan(mailCode) })).toBe(
        'identity.mail_code_wrong',
      )
      await client.call(changePassword, { ...change, mailCode })
      expect((await newestMail(world, client.email))?.kind).toBe('told_password')
      await client.signIn(client.walletId, change.newPassword)
    })

    it('with four digits where they open nothing', async () => {
      const client = await bound()
      const code = await sendCode(world, client, client.email, 'hello')
      expect(code).toMatch(/^\d{4}$/)
      world.wall.advance(minuteMs)
      expect(await client.call(greetMail, { code })).toEqual({ heardAt: world.clock.now().toISOString() })
    })
  })

  describe('refuse', () => {
    it('fields that are missing or wrong, by their names', async () => {
      const client = await signedIn()
      const right = { email: newAddress(), scene: 'bind' as const, method: 2, checkKey: 'k', checkSign: 's' }
      const flaw = async (params: Record<string, unknown>) => {
        const { msg, params: values } = (await client.send(sendMailCode, right, { params })).envelope
        return `${msg} ${values?.field ?? ''}`
      }
      for (const field of ['email', 'scene', 'method', 'checkKey', 'checkSign'])
        expect(await flaw({ [field]: '' })).toBe(`field.required ${field}`)
      expect(await flaw({ email: 'ada@example' })).toBe('field.format email')
      expect(await flaw({ email: 'ada@example.com\r\nBcc: eve@example.com' })).toBe('field.format email')
      expect(await flaw({ scene: 'withdraw' })).toBe('field.format scene')
      expect(await flaw({ method: 1 })).toBe('field.format method')
      expect(await flaw({})).toBe('captcha.sign_wrong ')
    })

    it('to be sent without a mailbox, to another one, or by a puzzle solved twice', async () => {
      const client = await signedIn()
      expect((await send(client, newAddress(), 'hello')).msg).toBe('identity.mail_not_bound')
      const other = await bound()
      expect((await send(other, newAddress(), 'password')).msg).toBe('identity.mail_other')
      const input = await sending(world, client, newAddress(), 'bind')
      await client.call(sendMailCode, input)
      world.wall.advance(minuteMs)
      expect(await client.refusal(sendMailCode, input)).toBe('captcha.check_invalid')
      expect(await client.refusal(greetMail, { code: '1234' })).toBe('identity.mail_not_bound')
    })

    it('to be sent again within a minute, and leave the puzzle to be used later', async () => {
      const client = await signedIn()
      const email = newAddress()
      await sendCode(world, client, email, 'bind')
      const input = await sending(world, client, email, 'bind')
      const { msg, params } = (await client.send(sendMailCode, input)).envelope
      expect([msg, params]).toEqual(['identity.mail_too_soon', { seconds: '59' }])
      expect((await send(client, newAddress(), 'bind')).msg).toBe('success')
      expect((await send(client, email, 'bind')).msg).toBe('identity.mail_too_soon')
      world.wall.advance(57_000)
      await client.call(sendMailCode, input)
    })

    it('to flood a mailbox, whoever asks; and strangers cannot keep its own codes away', async () => {
      const owner = await bound()
      const strangers = []
      for (let each = 0; each < 6; each++) strangers.push(await signedIn())
      const answers = []
      for (const stranger of strangers) answers.push((await send(stranger, owner.email, 'bind')).msg)
      expect(answers).toEqual([...Array(4).fill('success'), ...Array(2).fill('identity.mail_too_many')])
      for (let each = 0; each < 5; each++) {
        expect((await send(owner, owner.email, 'hello')).msg).toBe('success')
        world.wall.advance(minuteMs)
      }
      expect(await send(owner, owner.email, 'password')).toMatchObject({ msg: 'identity.mail_too_many' })
    })

    it('nobody the first code for a mailbox because one stranger asked for five', async () => {
      const [stranger, holder, email] = [await signedIn(), await signedIn(), newAddress()]
      for (let each = 0; each < 5; each++) {
        expect((await send(stranger, email, 'bind')).msg).toBe('success')
        world.wall.advance(minuteMs)
      }
      expect((await send(stranger, email, 'bind')).msg).toBe('identity.mail_too_many')
      expect((await send(holder, email, 'bind')).msg).toBe('success')
    })

    it("another wallet's code, a code of another purpose, of another mailbox, of a former session, and one used before", async () => {
      const [client, other] = [await bound(), await bound()]
      const ofOther = await sendCode(world, other, other.email, 'password')
      expect(await client.refusal(changePassword, { ...change, mailCode: ofOther })).toBe('identity.mail_code_expired')
      const rebind = await sendCode(world, client, client.email, 'rebind')
      expect(await client.refusal(changePassword, { ...change, mailCode: rebind })).toBe('identity.mail_code_expired')
      const email = newAddress()
      const code = await sendCode(world, client, email, 'bind')
      const elsewhere = { email: newAddress(), code, currentCode: rebind }
      expect(await client.refusal(bindMail, elsewhere)).toBe('identity.mail_code_expired')
      await client.call(bindMail, { email, code, currentCode: rebind })
      world.wall.advance(minuteMs)
      const again = { email: client.email, code, currentCode: rebind }
      expect(await client.refusal(bindMail, again)).toBe('identity.mail_code_expired')
      const mailCode = await sendCode(world, client, email, 'password')
      await client.signIn(client.walletId)
      await client.confirm()
      expect(await client.refusal(changePassword, { ...change, mailCode })).toBe('identity.mail_code_expired')
    })

    it('ten minutes after they were sent, by the real clock', async () => {
      const client = await bound()
      const mailCode = await sendCode(world, client, client.email, 'password')
      world.wall.advance(10 * minuteMs + 1)
      await client.confirm()
      expect(await client.refusal(changePassword, { ...change, mailCode })).toBe('identity.mail_code_expired')
      world.clock.advance(-dayMs)
      expect(await client.refusal(changePassword, { ...change, mailCode })).toBe('identity.mail_code_expired')
    })

    it('a code sent before the password, the authenticator or a freeze was changed', async () => {
      const client = await bound()
      const mailCode = await sendCode(world, client, client.email, 'password')
      const { bytes } = Secret.fromBase32((await client.call(setUpGoogle, {})).secret)
      await client.call(bindGoogle, { code: codeAt(bytes, world.wall.now()) })
      expect(await client.refusal(changePassword, { ...change, mailCode })).toBe('identity.mail_code_expired')
      world.wall.advance(minuteMs)
      const second = await sendCode(world, client, client.email, 'password')
      await client.call(freezeWallet, { frozen: true })
      await client.confirm()
      await client.call(unfreezeWallet, { code: codeAt(bytes, world.wall.now()) })
      expect(await client.refusal(changePassword, { ...change, mailCode: second })).toBe('identity.mail_code_expired')
      world.wall.advance(minuteMs)
      await client.call(changePassword, {
        ...change,
        mailCode: await sendCode(world, client, client.email, 'password'),
      })
    })

    it('guesses: five lock and end the code, with a restart in the middle, and twenty close the day', async () => {
      const client = await bound()
      let code = await sendCode(world, client, client.email, 'hello')
      const guess = (by: number) => client.refusal(greetMail, { code: otherThan(code, by) })
      for (let by = 1; by <= 3; by++) expect(await guess(by)).toBe('identity.mail_code_wrong')
      const restarted = await testApp({ db: world.db })
      restarted.wall.set(world.wall.now())
      const again = Object.assign(restarted.client(), {})
      Object.assign(again.line, client.line, { target: restarted.app })
      expect(await again.refusal(greetMail, { code: otherThan(code, 4) })).toBe('identity.mail_code_wrong')
      expect(await again.refusal(greetMail, { code: otherThan(code, 5) })).toBe('identity.code_locked')
      expect(await again.refusal(greetMail, { code })).toBe('identity.code_locked')
      await restarted.app.close()
      for (const minutes of [5, 15, 60]) {
        world.wall.advance(minutes * minuteMs)
        client.line.requestToken = undefined
        expect(await client.refusal(greetMail, { code })).toBe('identity.mail_code_expired')
        code = await sendCode(world, client, client.email, 'hello')
        for (let by = 1; by <= 4; by++) expect(await guess(by)).toBe('identity.mail_code_wrong')
        expect(await guess(5)).toBe('identity.code_locked')
      }
      const { msg, params } = (await client.send(greetMail, { code })).envelope
      expect([msg, params?.until]).toEqual(['identity.code_locked', '2026-11-23T00:00:00.000Z'])
      expect((await send(client, client.email, 'rebind')).msg).toBe('success')
    })

    it('guesses at any purpose: five each, and none is locked by another', async () => {
      const client = await bound()
      const email = newAddress()
      const attempts = {
        rebind: (currentCode: string) => client.refusal(bindMail, { email, code: '000000', currentCode }),
        password: (mailCode: string) => client.refusal(changePassword, { ...change, mailCode }),
        hello: (code: string) => client.refusal(greetMail, { code }),
      }
      const table: Record<string, string[]> = {}
      for (const scene of ['rebind', 'password', 'hello'] as const) {
        const code = await sendCode(world, client, client.email, scene)
        table[scene] = []
        for (let by = 1; by <= 6; by++) table[scene].push(await attempts[scene](otherThan(code, by)))
        expect(await attempts[scene](code)).toBe('identity.code_locked')
      }
      const five = [...Array(4).fill('identity.mail_code_wrong'), ...Array(2).fill('identity.code_locked')]
      expect(table).toEqual({ rebind: five, password: five, hello: five })
      const fresh = await signedIn()
      const code = await sendCode(world, fresh, email, 'bind')
      const binds = []
      for (let by = 1; by <= 6; by++) binds.push(await fresh.refusal(bindMail, { email, code: otherThan(code, by) }))
      expect(binds).toEqual(five)
      expect(await fresh.refusal(bindMail, { email, code })).toBe('identity.code_locked')
    })

    it('many guesses at once: five are compared, no more', async () => {
      const client = await bound()
      const code = await sendCode(world, client, client.email, 'hello')
      const guesses = Array.from({ length: 12 }, (_, by) =>
        client.refusal(greetMail, { code: otherThan(code, by + 1) }),
      )
      const answers = await Promise.all(guesses)
      expect(answers.filter((key) => key === 'identity.mail_code_wrong').length).toBe(4)
      expect(answers.filter((key) => key === 'identity.code_locked').length).toBe(8)
    })
  })

  describe('keep', () => {
    it('neither addresses nor codes that a stolen database would print', async () => {
      const client = await bound()
      const code = await sendCode(world, client, client.email, 'password')
      const tables = ['mailbox', 'mail_code', 'mail', 'login_record', 'secret_attempts', 'kept_answer']
      for (const table of tables) {
        const rows = await world.db.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)
        const hex = Buffer.from(client.email).toString('hex')
        for (const { text } of rows) expect(text.includes(client.email) || text.includes(hex), table).toBe(false)
        if (table !== 'kept_answer')
          for (const { text } of rows) expect(text.split(/[,()"]/).includes(code), table).toBe(false)
      }
      expect(world.logged()).not.toContain(client.email)
    })

    it('a mail exactly when what it tells happened, and neither it nor its code longer than a day', async () => {
      const email = newAddress()
      const draft = {
        address: email,
        language: 'en',
        walletId: (await signedIn()).walletId,
        kind: 'told_mail',
        values: {},
      } as const
      const undone = world.db.transaction(async (tx) => {
        await queueMail(tx, testSecrets, draft, world.wall.now())
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await newestMail(world, email)).toBeUndefined()
      await world.db.transaction((tx) => queueMail(tx, testSecrets, draft, world.wall.now()))
      expect(await newestMail(world, email)).toEqual(draft)
      await forgetServed(world.db, addMs(world.wall.now(), dayMs + 1))
      expect(await newestMail(world, email)).toBeUndefined()
      expect(await world.db.query('SELECT 1 FROM mail_code')).toEqual([])
    })
  })
})
