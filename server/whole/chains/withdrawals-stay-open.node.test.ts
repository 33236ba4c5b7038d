import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconciliationGap, reconciliationTolerance } from '#custody/comparing/reconciliation-settings.ts'
import {
  withdrawalApprovals,
  withdrawalLimits,
  withdrawalOpenings,
  withdrawalTerms,
  withdrawalVelocity,
} from '#custody/payments/withdrawal-settings.ts'
import { askChallenge, restoreWallet } from '#features/onboarding/onboarding.contract.ts'
import { transferLimits } from '#features/transfers/transfer-settings.ts'
import {
  cancelWithdrawal,
  requestWithdrawal,
  withdrawalRules,
  withdrawals,
} from '#features/withdrawals/withdrawals.contract.ts'
import { callLimits } from '#identity/captcha/call-count.store.ts'
import { holdWithdrawals } from '#identity/wallet.store.ts'
import { changeSetting, readSetting } from '#kit/store/settings.store.ts'
import type { Setting } from '#kit/store/settings.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { exchangeLimits } from '#market/trade/trade-settings.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { routes } from '../../calls/routes.ts'
import { maintenanceSetting } from '../../limits/maintenance.server.ts'
import { testPassword } from '../../test/test-client.ts'
import { home, type MoneyWorld, moneyWorld } from '../../test/test-money-world.ts'

const at = new Date('2026-11-22T12:00:00Z')
const iso = (ms: number) => addMs(at, ms).toISOString()
const having = <Value extends object>(setting: Setting<Value>, change: Record<string, unknown>) => ({
  ...setting.initial,
  ...change,
})
const always = { opensAt: '00:00', closesAt: '24:00' }

const closing: readonly (readonly [Setting, ...unknown[]])[] = [
  [
    maintenanceSetting as Setting,
    { from: '2026-01-01T00:00:00.000Z', until: '2099-01-01T00:00:00.000Z' },
    { from: iso(0), until: iso(72 * hourMs + 1), reason: 'new disks' },
  ],
  [
    withdrawalLimits as Setting,
    having(withdrawalLimits, { maximumValue: '0' }),
    having(withdrawalLimits, { maximumValue: '999.99' }),
    having(withdrawalLimits, { dayLimitValue: '0' }),
    having(withdrawalLimits, { dayLimitValue: '9999' }),
    having(withdrawalLimits, { reviewAboveValue: '0' }),
    having(withdrawalLimits, { reviewAboveDayValue: '0' }),
    having(withdrawalLimits, { reviewAboveCount: 0 }),
  ],
  [
    withdrawalTerms as Setting,
    { 'bsc.USDT': { minimum: '999999999', fee: '0.3' } },
    { 'bsc.USDT': { minimum: '50.01', fee: '0.3' } },
    { 'bsc.USDT': { minimum: '50', fee: '1.51' } },
  ],
  [
    withdrawalVelocity as Setting,
    having(withdrawalVelocity, { hourValue: '0' }),
    having(withdrawalVelocity, { rushPercent: 1 }),
    having(withdrawalVelocity, { rushFloorValue: '0' }),
  ],
  [
    transferLimits as Setting,
    having(transferLimits, { maximumValue: '0' }),
    having(transferLimits, { maximumValue: '999.99' }),
    having(transferLimits, { minimumValue: '5.01' }),
  ],
  [
    exchangeLimits as Setting,
    having(exchangeLimits, { maximumValue: '0' }),
    having(exchangeLimits, { maximumValue: '999.99' }),
    having(exchangeLimits, { minimumValue: '25.01' }),
    having(exchangeLimits, { impactMax: '0' }),
    having(exchangeLimits, { impactMax: '0.0049' }),
    having(exchangeLimits, { heldAboveValue: '9.99' }),
  ],
  [withdrawalApprovals as Setting, 9],
  [
    withdrawalOpenings as Setting,
    { 'bsc.USDT': { open: false, ...always } },
    { 'bsc.USDT': { open: false, ...always, until: iso(72 * hourMs + 1) } },
    { 'bsc.USDT': { open: true, opensAt: '00:00', closesAt: '00:01' } },
    { 'bsc.USDT': { open: true, opensAt: '22:00', closesAt: '05:59' } },
  ],
  [reconciliationTolerance as Setting, { 'bsc.USDT': '999999999' }],
  [reconciliationGap as Setting, 2],
  [
    callLimits as Setting,
    having(callLimits, { sign_in: { minute: 0, hour: 200 } }),
    having(callLimits, { restore: { minute: 5, hour: 9 } }),
    having(callLimits, { password: { minute: 4, hour: 200 } }),
  ],
]

async function allSettings(): Promise<Setting[]> {
  const files = globSync([
    '{kit,ledger,identity,outside,market,custody,days,products,team,features,server,db}/**/*.ts',
  ]).filter((path) => !path.endsWith('.test.ts') && /= setting[<(]/.test(readFileSync(path, 'utf8')))
  const modules = await Promise.all(files.map((path) => import(resolve(path)) as Promise<Record<string, unknown>>))
  const isSetting = (value: unknown): value is Setting =>
    typeof value === 'object' && value !== null && 'schema' in value && 'initial' in value && 'about' in value
  return modules.flatMap((module) => Object.values(module).filter(isSetting))
}

describe('the way out, against an operator who would close it', () => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await moneyWorld(await testChain(), { homes: { bsc: home }, usdt: '1000' })
  })
  afterAll(() => world.close())
  const set = (setting: Setting, value: unknown, when = at) =>
    world.app.db.transaction((tx) => changeSetting(tx, setting, { value, reason: 'a test', at: when }))
  const cases = closing.flatMap(([setting, ...values]) =>
    values.map((value) => ({ what: `${setting.name} ${JSON.stringify(value)}`, setting, value })),
  )

  it.each(cases)('refuses to set $what', async ({ setting, value }) => {
    await expect(set(setting, value)).rejects.toThrow()
    expect(await readSetting(world.app.db, setting)).toEqual(setting.initial)
  })

  it('does not go by what stands outside the bounds, whoever wrote it there', async () => {
    for (const [setting, value] of closing) {
      if (setting === withdrawalOpenings || setting.name === 'app.maintenance') continue
      await world.app.db.query('INSERT INTO setting (name, value) VALUES ($1, $2)', [
        setting.name,
        JSON.stringify(value),
      ])
      expect(await readSetting(world.app.db, setting)).toEqual(setting.initial)
      await world.app.db.query('DELETE FROM setting WHERE name = $1', [setting.name])
    }
  })

  it('closes nothing for longer by setting it again before it is over, or with a gap', async () => {
    const hours = (from: number, until: number) => ({
      from: iso(from * hourMs),
      until: iso(until * hourMs),
      reason: 'new disks',
    })
    const setting = maintenanceSetting as Setting
    await set(setting, hours(0, 72))
    const anew = (from: number, until: number, now: number) => set(setting, hours(from, until), addMs(at, now * hourMs))
    await expect(anew(24, 96, 24)).rejects.toThrow('ops.closed_too_long')
    await expect(anew(73, 100, 72)).rejects.toThrow('ops.closed_too_long')
    await anew(168, 240, 72)
    const openings = withdrawalOpenings as Setting
    const shut = (until: number) => ({ 'bsc.USDT': { open: false, ...always, until: iso(until * hourMs) } })
    await set(openings, shut(72))
    await expect(set(openings, shut(120), addMs(at, 71 * hourMs))).rejects.toThrow('ops.closed_too_long')
    await set(setting, null)
    await set(openings, {})
  })

  it('every setting says whether it narrows withdrawing, and each that does is tried here', async () => {
    const settings = await allSettings()
    const narrowing = settings.filter((each) => each.narrowsWithdrawing).map(({ name }) => name)
    expect(narrowing.toSorted()).toEqual(closing.map(([{ name }]) => name).toSorted())
    expect(settings.every((each) => typeof each.narrowsWithdrawing === 'boolean')).toBe(true)
    expect(settings.length).toBeGreaterThan(20)
  })

  describe('during maintenance', () => {
    const served = [
      '/req-token',
      '/login/challenge',
      '/login/password',
      '/login/phrase',
      '/login/import',
      '/login/out',
      '/wallet/check',
      '/wallet/withdraw',
      '/wallet/withdraw-cancel',
      '/my/address-bind',
      '/my/address-change',
      '/my/address-change-cancel',
      '/my/google-setup',
      '/my/google-bind',
      '/my/password',
      '/my/freeze',
      '/my/unfreeze',
      '/invest/cancel',
      '/invest/redeem',
      '/invest/reinvest',
      '/invest/accelerate-cancel',
      '/invest/reservation-cancel',
    ]
    beforeAll(async () => {
      world.app.clock.advance(30 * dayMs)
      const now = world.app.clock.now()
      const window = { from: now.toISOString(), until: addMs(now, 72 * hourMs).toISOString(), reason: 'new disks' }
      await set(maintenanceSetting as Setting, window, now)
      world.app.wall.advance(1_000)
    })

    it('what reads is served, and so is what leads to one’s coins; the rest is not', async () => {
      const { client } = world.holder
      const refused: string[] = []
      for (const { contract } of routes(true)) {
        if (contract.path === '/login/out') continue
        const { envelope } = await client.send(contract, {} as never)
        if (envelope.msg === 'request.maintenance') refused.push(`${contract.method} ${contract.path}`)
      }
      expect(refused.filter((call) => call.startsWith('GET'))).toEqual([])
      expect(refused.filter((call) => served.some((path) => call.endsWith(` ${path}`)))).toEqual([])
      expect(refused).toEqual(
        expect.arrayContaining(['POST /invest/buy', 'POST /exchange/trade', 'POST /wallet/conver']),
      )
    })

    it('a holder signs in, proves the password, withdraws, takes it back, and may restore the wallet', async () => {
      const { walletId, client, code } = world.holder
      await client.signIn(walletId, testPassword, code())
      const asked = await world.ask('20')
      expect(asked.state).toBe('sending')
      await client.call(withdrawalRules, { chain: 'bsc', coin: 'USDT' })
      expect((await client.call(withdrawals, {})).items).toHaveLength(1)
      const large = await world.asking('20')
      const until = addMs(world.app.clock.now(), dayMs)
      await world.app.db.transaction((tx) => holdWithdrawals(tx, walletId, until, 'password'))
      const { id } = await client.call(requestWithdrawal, large)
      expect((await client.call(cancelWithdrawal, { id })).state).toBe('cancelled')
      expect(
        (await client.send(askChallenge, { purpose: 'restore', pub: world.holder.key.publicText })).envelope.code,
      ).toBe(0)
      expect(await client.refusal(restoreWallet, {} as never)).toBe('field.required')
    })
  })
})
