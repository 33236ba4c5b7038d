import { withdrawalOpenings } from '#custody/payments/withdrawal-settings.ts'
import { type SaleStops, saleStops } from '#custody/sale-stops.ts'
import { depositOpenings } from '#custody/watching/deposits/deposit-settings.ts'
import { transferOpenings, transferScope } from '#features/transfers/transfer-settings.ts'
import { regionTable } from '#identity/team/regions.ts'
import { holdWithdrawals, setBan, setFrozen, setWarning, setWithdrawalBan } from '#identity/wallet.store.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { Setting } from '#kit/store/settings.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { alwaysOpen, type Opening } from '#kit/time/opening.ts'
import { exchangeOpenings } from '#market/trade/trade-settings.ts'
import { otcFiats } from '#otc/otc-settings.ts'
import { lineOpenings } from '#products/gates/line-openings.ts'
import { maintenanceSetting } from '../limits/maintenance.server.ts'
import type { TestApp } from './test-app.ts'

/** Closes a feature for all users or for the wallet. @returns a function that reopens a feature closed for all */
type Close = (app: TestApp, walletId: WalletId) => Promise<() => Promise<unknown>>

/** Restricts a feature for two hours. `window` excludes the current time. */
const shut = (now: Date, change: Partial<Opening>): Opening => ({
  ...alwaysOpen,
  since: now.toISOString(),
  until: addMs(now, 2 * hourMs).toISOString(),
  reason: 'a test',
  ...change,
})
const [off, window] = [{ open: false }, { opensAt: '18:00', closesAt: '04:00' }] as const

const set =
  <Value>(setting: Setting<Value>, valueAt: (now: Date) => Value): Close =>
  async ({ db, clock, wall }) => {
    const put = async (value: Value) => {
      await db.transaction((tx) => changeSetting(tx, setting, { value, reason: 'a test', at: clock.now() }))
      wall.advance(2_000)
    }
    await put(valueAt(clock.now()))
    return () => put(setting.initial)
  }

const openings = (
  setting: Setting<Readonly<Record<string, Opening>>>,
  names: readonly string[],
  how: Partial<Opening>,
) => set(setting, (now) => Object.fromEntries(names.map((name) => [name, shut(now, how)])))

type Row = (typeof regionTable.initial)[string]
const singapore = (row: Partial<Row>) =>
  set(regionTable, () => {
    const on: Row = { earn: 'on', referral: 'on', otc: 'on' }
    return { ...regionTable.initial, SG: { ...on, ...row } }
  })

const lines = ['dual', 'acceleration'] as const

const toWallet =
  (close: (app: TestApp, walletId: WalletId) => Promise<unknown>): Close =>
  async (app, walletId) => {
    await close(app, walletId)
    return async () => undefined
  }
const banOf = ({ clock }: TestApp) => ({
  at: clock.now(),
  until: addMs(clock.now(), 2 * hourMs),
  reason: 'a test',
})

export const closers: Readonly<Record<string, Close>> = {
  'recharge off': openings(depositOpenings, ['bsc.USDT'], off),
  'recharge window': openings(depositOpenings, ['bsc.USDT'], window),
  'withdrawal off': openings(withdrawalOpenings, ['bsc.USDT'], off),
  'withdrawal window': openings(withdrawalOpenings, ['bsc.USDT'], window),
  'transfer off': openings(transferOpenings, ['USDT'], off),
  'transfer window': openings(transferOpenings, ['USDT'], window),
  'transfer within the team alone': set(transferScope, () => 'team'),
  'exchange off': openings(exchangeOpenings, ['USDT-WLD'], off),
  'exchange window': openings(exchangeOpenings, ['USDT-WLD'], window),
  'line off': openings(lineOpenings, lines, off),
  'line window': openings(lineOpenings, lines, window),
  'coin without reserves': set(saleStops, (): SaleStops => ({ USDT: 'reserves' })),
  maintenance: set(maintenanceSetting, (now) => ({
    from: now.toISOString(),
    until: addMs(now, hourMs).toISOString(),
    reason: 'a test',
  })),
  'region: earning off': singapore({ earn: 'off' }),
  'region: OTC off': singapore({ otc: 'unknown' }),
  'region: referral off': singapore({ referral: 'off' }),
  'region: not declared': toWallet(({ db }, walletId) =>
    db.query('UPDATE wallet SET region = NULL WHERE id = $1', [walletId]),
  ),
  'OTC currency': set(otcFiats, () => ({ ...otcFiats.initial, USD: { guide: '1', regions: ['HK'] } })),
  warning: toWallet((app, id) => app.db.transaction((tx) => setWarning(tx, id, banOf(app)))),
  suspension: toWallet((app, id) => app.db.transaction((tx) => setBan(tx, id, banOf(app)))),
  'ban of withdrawals': toWallet((app, id) => app.db.transaction((tx) => setWithdrawalBan(tx, id, banOf(app)))),
  'own freeze': toWallet((app, id) => app.db.transaction((tx) => setFrozen(tx, id, app.clock.now()))),
  'wait after a security change': toWallet((app, id) =>
    app.db.transaction((tx) => holdWithdrawals(tx, id, banOf(app).until, 'password')),
  ),
}
