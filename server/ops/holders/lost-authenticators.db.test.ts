import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSecurity } from '#features/security/security.contract.ts'
import { isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { newestMails } from '#identity/mail/mail-queue.store.ts'
import { bindMailbox } from '#identity/mail/mailbox.store.ts'
import { noteLogin } from '#identity/sessions/login-record.store.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { type Holder, newHolder } from '../../test/test-funds.ts'
import { operate } from '../../test/test-operator.ts'

const secrets = deriveSecrets(new Uint8Array(32).fill(1))
const folder = mkdtempSync(join(tmpdir(), 'authenticators-'))

describe('an authenticator that was lost', () => {
  let app: TestApp
  let holder: Holder
  const type = (line: string, name = 'ada') => operate(app, `${line} --as ${join(folder, name)}`, { demo: false })
  const signIn = (kind: 'restore' | 'password') =>
    noteLogin(app.db, holder.walletId, { kind, deviceId: 'd', userAgent: 'a', ip: '1.2.3.4', wall: app.wall.now() })
  const line = () => `authenticator take-off ${holder.walletId} seen on a call, knows the last three orders`
  const numberOf = (text: string) => /^proposed: (\d+):/m.exec(text)?.[1]

  beforeAll(async () => {
    app = await testApp()
    holder = await newHolder(app)
    const address = { address: 'ana@mail.example', language: 'en', wall: app.wall.now(), secrets }
    await app.db.transaction((tx) => bindMailbox(tx, holder.walletId, address))
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`)
      await type(`operator add ${name}`, name)
    }
  })
  afterAll(() => app.close())

  it('stays on until the wallet was restored by its words, whoever asks', async () => {
    expect((await type(`authenticator take-off ${holder.walletId}`)).text).toContain('reason:')
    expect((await type(line())).text).toContain('was not restored by its words')
    await signIn('restore')
    await signIn('password')
    expect((await type(line())).text).toContain('was not restored by its words')
  })

  it('is taken off by two, and not where somebody signed in with a code meanwhile', async () => {
    await signIn('restore')
    const first = numberOf((await type(line())).text)
    expect(await isGoogleBound(app.db, holder.walletId)).toBe(true)
    await signIn('password')
    expect((await type(`approve ${first}`, 'ben')).text).toContain('was not restored by its words')
    expect(await isGoogleBound(app.db, holder.walletId)).toBe(true)
    await signIn('restore')
    expect((await type(`approve ${numberOf((await type(line())).text)}`, 'ben')).text).toContain('authenticator is off')
    expect(await isGoogleBound(app.db, holder.walletId)).toBe(false)
    const [mail] = await newestMails(app.db, secrets, 1)
    expect(mail?.draft).toMatchObject({ address: 'ana@mail.example', kind: 'told_authenticator_off' })
  })

  it('leaves withdrawals waiting for 72 hours and nobody signed in', async () => {
    const { withdrawalsHeldUntil } = await loadWallet(app.db, holder.walletId)
    expect(withdrawalsHeldUntil).toEqual(addMs(app.clock.now(), 72 * hourMs))
    expect((await holder.client.send(loadSecurity, {})).envelope.msg).toBe('session.expired')
    expect((await type(line())).text).toContain('has no authenticator bound')
  })
})
