import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindMail, greetMail } from '#features/security/mail/mail.contract.ts'
import { loadSecurity } from '#features/security/security.contract.ts'
import { tellReleases } from '#identity/mail/mail-queue.store.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { testSecrets } from '../../test/test-captcha.ts'
import type { TestClient } from '../../test/test-client.ts'
import { newestMail, sendCode } from '../../test/test-mail.ts'
import { operate } from '../../test/test-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailboxes-'))

describe('a mailbox its holder cannot read', () => {
  let app: TestApp
  let client: TestClient
  let walletId: string
  const old = 'old@example.com'
  const type = (line: string, name = 'ada') => operate(app, `${line} --as ${join(folder, name)}`, { demo: false })
  const both = async (line: string) => {
    const number = /^proposed: (\d+):/m.exec((await type(line)).text)?.[1]
    return type(`approve ${number}`, 'ben')
  }
  const release = () => both(`mailbox release ${walletId} seen on a call, knows the last three orders`)
  const released = async () => (await client.call(loadSecurity, {})).mail?.releasedFrom
  const bind = async (email: string) => {
    app.wall.advance(minuteMs)
    client.line.requestToken = undefined
    await client.confirm()
    const code = await sendCode(app, client, email, 'bind')
    return (await client.send(bindMail, { email, code })).envelope
  }

  beforeAll(async () => {
    app = await testApp()
    client = app.client()
    walletId = (await client.createWallet()).walletId
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`)
      await type(`operator add ${name}`, name)
    }
  })
  afterAll(() => app.close())

  it('is released by two operators, for a reason; there must be one', async () => {
    expect((await type(`mailbox release ${walletId} why not`)).text).toContain('has no mailbox bound')
    await bind(old)
    expect((await type(`mailbox release ${walletId}`)).text).toContain('reason:')
    expect((await type(`mailbox keep ${walletId} why`)).text).toContain('is not released')
    expect((await type('mailbox releases')).text).toBe('None is.')
    expect((await type(`mailbox release ${walletId} seen on a call`)).text).toContain('proposed:')
    expect(await released()).toBeNull()
    expect((await release()).text).toContain('done:')
    expect(await released()).toBe(addMs(app.clock.now(), 72 * hourMs).toISOString())
    expect((await type('mailbox releases')).text).toContain(walletId)
    expect((await type(`mailbox release ${walletId} again`)).text).toContain('is released already')
  })

  it('is told so at once, and only once', async () => {
    await tellReleases(app.db, testSecrets, app.wall.now())
    const told = await newestMail(app, old)
    expect(told?.kind).toBe('told_release')
    expect(told?.values.from).toBe('2026-11-25 12:00 UTC')
    await tellReleases(app.db, testSecrets, app.wall.now())
    const [row] = await app.db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM mail WHERE kind = 'told_release'",
    )
    expect(row?.count).toBe(1)
  })

  it('is replaced by no other one before the 72 hours are over', async () => {
    app.clock.advance(72 * hourMs - 1)
    expect((await bind('new1@example.com')).msg).toBe('identity.mail_code_needed')
  })

  it('stays where somebody reads it after all, or an operator says so', async () => {
    app.wall.advance(hourMs)
    await client.call(greetMail, { code: await sendCode(app, client, old, 'hello') })
    expect(await released()).toBeNull()
    await release()
    expect((await type(`mailbox keep ${walletId} somebody else had asked`)).text).toContain('done:')
    expect(await released()).toBeNull()
    app.clock.advance(73 * hourMs)
    expect((await bind('new2@example.com')).msg).toBe('identity.mail_code_needed')
  })

  it('gives way to another one then: withdrawals wait, the old one is told, and the next takes a code again', async () => {
    await release()
    app.clock.advance(72 * hourMs)
    const until = addMs(app.clock.now(), dayMs).toISOString()
    const answer = await bind('new3@example.com')
    expect(answer).toMatchObject({ code: 0, data: { email: 'new3@example.com', withdrawalsHeldUntil: until } })
    expect((await newestMail(app, old))?.kind).toBe('told_mail')
    expect(await client.call(loadSecurity, {})).toMatchObject({
      mail: { address: 'new3@example.com', releasedFrom: null },
      holdReason: 'mail',
    })
    expect((await bind('new4@example.com')).msg).toBe('identity.mail_code_needed')
  })
})
