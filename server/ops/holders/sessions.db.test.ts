import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSecurity } from '#features/security/security.contract.ts'
import { recentSessions } from '#identity/sessions/session.store.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { type Holder, newHolder } from '../../test/test-funds.ts'
import { operate } from '../../test/test-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'sessions-'))

describe('an operator', () => {
  let app: TestApp
  let ana: Holder
  let eva: Holder
  const type = (line: string, name = 'ada') => operate(app, `${line} --as ${join(folder, name)}`, { demo: false })
  const security = async ({ client }: Holder) => (await client.send(loadSecurity, {})).envelope.msg
  const whyEnded = async ({ walletId }: Holder) =>
    (await recentSessions(app.db, walletId, 9)).map(({ endReason }) => endReason)

  beforeAll(async () => {
    app = await testApp()
    ana = await newHolder(app)
    eva = await newHolder(app)
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`)
      await type(`operator add ${name}`, name)
    }
  })
  afterAll(() => app.close())

  it('ends the sessions of one wallet at once, for a reason that is kept, and of no other', async () => {
    expect((await type(`session end ${ana.walletId}`)).text).toContain('reason:')
    expect(await security(ana)).toBe('success')
    const { text } = await type(`session end ${ana.walletId} its holder lost the phone`)
    expect(text).toContain(`done: ${ana.walletId}: 1 sessions ended: its holder lost the phone`)
    expect(await security(ana)).toBe('session.expired')
    expect(await whyEnded(ana)).toEqual(['by_operator'])
    expect(await security(eva)).toBe('success')
  })

  it('ends those of everybody with the word of a second one alone', async () => {
    const proposed = /^proposed: (\d+):/m.exec((await type('session end-all tokens were stolen')).text)?.[1]
    expect(await security(eva)).toBe('success')
    expect((await type(`approve ${proposed}`, 'ben')).text).toContain('done: 1 sessions of all wallets ended')
    expect(await security(eva)).toBe('session.expired')
  })
})
