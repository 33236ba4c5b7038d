import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { freezeWallet, loadSecurity, unfreezeWallet } from '#features/security/security.contract.ts'
import { withdrawalRules } from '#features/withdrawals/withdrawals.contract.ts'
import { endBans, loadWallet } from '#identity/wallet.store.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { routes } from '../../calls/routes.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { type Holder, newHolder } from '../../test/test-funds.ts'
import { operate } from '../../test/test-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'bans-'))

describe('what stays open to a suspended wallet', () => {
  it('is reading, withdrawing, cancelling, what makes it safer, and leaving', () => {
    const written = routes(true)
      .map(({ contract }) => contract)
      .filter(({ method, access }) => method === 'POST' && access !== 'open')
    const open = written.filter(({ evenWhenStopped }) => evenWhenStopped).map(({ path }) => path)
    expect(open.sort()).toEqual(
      [
        '/chat/seen',
        '/chat/send',
        '/invest/accelerate-cancel',
        '/invest/cancel',
        '/invest/redeem',
        '/invest/reinvest',
        '/invest/reservation-cancel',
        '/login/out',
        '/main/send-ems',
        '/my/address-bind',
        '/my/address-change',
        '/my/address-change-cancel',
        '/my/album-remove',
        '/my/email-bind',
        '/my/email-hello',
        '/my/freeze',
        '/my/unfreeze',
        '/my/google-bind',
        '/my/google-setup',
        '/my/passkey-remove',
        '/my/password',
        '/my/session-end',
        '/my/push',
        '/my/push-off',
        '/notice/own-read',
        '/exchange/alert-add',
        '/exchange/alert-drop',
        '/upload',
        '/otc/ad-disable',
        '/otc/ad-remove',
        '/otc/answer',
        '/otc/cancel',
        '/otc/dispute',
        '/otc/evidence',
        '/otc/paid',
        '/wallet/backup',
        '/wallet/check',
        '/wallet/outcome',
        '/wallet/passkey-ask',
        '/wallet/passkey-check',
        '/wallet/withdraw',
        '/wallet/withdraw-cancel',
      ].sort(),
    )
  })
})

describe('a ban', () => {
  let app: TestApp
  let holder: Holder
  const type = (line: string, name = 'ada') => operate(app, `${line} --as ${join(folder, name)}`, { demo: false })
  const both = async (line: string) => {
    const number = /^proposed: (\d+):/m.exec((await type(line)).text)?.[1]
    return type(`approve ${number}`, 'ben')
  }
  const wallet = () => loadWallet(app.db, holder.walletId)
  const security = () => holder.client.call(loadSecurity, {})
  const rename = () => holder.client.send(renameWallet, { nickname: 'Ana' })

  beforeAll(async () => {
    app = await testApp()
    holder = await newHolder(app)
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`)
      await type(`operator add ${name}`, name)
    }
  })
  afterAll(() => app.close())

  it('begins with a warning, which the holder reads and nothing stops for', async () => {
    expect((await type(`ban warn ${holder.walletId}`)).text).toContain('reason:')
    expect((await type(`ban warn ${holder.walletId} Please stop this`)).text).toContain('done:')
    expect((await security()).warning).toEqual({ reason: 'Please stop this' })
    expect((await rename()).envelope.code).toBe(0)
    expect((await type('ban list')).text).toContain('warned: Please stop this')
  })

  it('of everything but the way out says why and until when, and ends by itself', async () => {
    expect((await type(`ban suspend ${holder.walletId} 366d why`)).text).toContain('how long: at most 365d')
    expect((await both(`ban suspend ${holder.walletId} 10d Stolen coins`)).text).toContain('done:')
    const until = addMs(app.clock.now(), 10 * dayMs).toISOString()
    expect((await security()).banned).toEqual({ reason: 'Stolen coins', until })
    expect((await rename()).envelope).toMatchObject({
      code: 407,
      msg: 'identity.banned',
      params: { reason: 'Stolen coins', until },
    })
    await holder.client.confirm()
    expect((await holder.client.call(withdrawalRules, { chain: 'bsc', coin: 'USDT' })).stop).toBeNull()
    await holder.client.call(freezeWallet, { frozen: true })
    await holder.client.call(unfreezeWallet, { code: holder.code() })
    app.clock.advance(10 * dayMs - 1)
    await endBans(app.db, app.clock.now())
    expect((await wallet()).bannedAt).not.toBeNull()
    app.clock.advance(1)
    await endBans(app.db, app.clock.now())
    expect((await security()).banned).toBeNull()
  })

  it('of withdrawals lasts 30 days at most; it is renewed by two, with a new reason', async () => {
    expect((await type(`ban withdrawals ${holder.walletId} 31d Court order 7`)).text).toContain('how long: at most 30d')
    expect((await both(`ban withdrawals ${holder.walletId} 30d Court order 7`)).text).toContain('done:')
    const until = addMs(app.clock.now(), 30 * dayMs)
    expect((await wallet()).withdrawalBanUntil).toEqual(until)
    const rules = await holder.client.call(withdrawalRules, { chain: 'bsc', coin: 'USDT' })
    expect(rules.stop).toEqual({ by: 'ban', reason: 'Court order 7', until: until.toISOString() })
    expect((await type(`ban withdrawals ${holder.walletId} 72h court order 7`)).text).toContain('reason: a new one')
    expect((await type(`ban withdrawals ${holder.walletId} 30d Court order 8`)).text).toContain('proposed:')
    app.clock.advance(31 * dayMs)
    expect((await type(`ban withdrawals ${holder.walletId} 30d Court order 8`)).text).toContain('proposed:')
    expect((await wallet()).withdrawalBanUntil).toEqual(until)
    expect((await both(`ban withdrawals ${holder.walletId} 30d Court order 8`)).text).toContain('done:')
    expect((await wallet()).withdrawalBanReason).toBe('Court order 8')
  })

  it('is lifted by two, or by one after 72 hours', async () => {
    const lift = `ban lift ${holder.walletId} withdrawals the court took it back`
    const number = /^proposed: (\d+):/m.exec((await type(lift)).text)?.[1]
    expect((await type(`approve ${number}`)).text).toContain('ops.two_needed')
    app.clock.advance(72 * hourMs)
    // Proposals use the database clock.
    await app.db.transaction((tx) => advanceClock(tx, 72 * hourMs))
    expect((await type(`approve ${number}`)).text).toContain('the ban of withdrawals is lifted')
    expect((await wallet()).withdrawalBanUntil).toEqual(app.clock.now())
    expect((await type(lift)).text).toContain('has no ban of withdrawals to lift')
    expect((await both(`ban lift ${holder.walletId} warning all is well`)).text).toContain('done:')
    expect((await security()).warning).toBeNull()
    expect((await type('ban list')).text).toBe('Nobody is.')
  })
})
