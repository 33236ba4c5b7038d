import type { FailureKey } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { mayAnswer } from '#kit/wire/refusals.ts'

export type Said = { readonly screen: string; readonly text: string }

export type Closing = {
  readonly name: string
  readonly kind: 'switch' | 'window' | 'reserves' | 'maintenance' | 'region' | 'ban' | 'freeze' | 'hold'
  readonly by: string
  readonly setting?: string
  /** Errors of the calls it blocks; empty if it blocks none. */
  readonly keys: readonly FailureKey[]
  /** Only calls under these paths, because the key has a different meaning elsewhere. */
  readonly below?: readonly string[]
  readonly says: readonly Said[]
}

const recharge = '/pages/wallet/recharge?chain=bsc&coin='
const withdraw = '/pages/wallet/withdraw?chain=bsc&coin='
const transfer = '/pages/wallet/conver?coin='
const [exchange, security] = ['/pages/exchange/index', '/pages/my/security']
const product = '/pages/invest/detail?product='

/**
 * Everything that blocks calls. USDT switches and ATMC windows represent all coins. Checked by server/whole/chains/closings.node.test.ts and
 * e2e/proof/closings.spec.ts.
 */
export const closings: readonly Closing[] = [
  {
    name: 'recharge off',
    kind: 'switch',
    by: 'switch off deposit bsc.USDT',
    setting: 'deposits.openings',
    keys: ['funds.deposit_closed'],
    says: [{ screen: `${recharge}USDT`, text: 'deposit.closed' }],
  },
  {
    name: 'recharge window',
    kind: 'window',
    by: 'window set deposit bsc.ATMC',
    setting: 'deposits.openings',
    keys: ['funds.deposit_wrong_time'],
    says: [{ screen: `${recharge}ATMC`, text: 'deposit.wrong_time' }],
  },
  {
    name: 'withdrawal off',
    kind: 'switch',
    by: 'switch off withdrawal bsc.USDT',
    setting: 'withdrawals.openings',
    keys: ['funds.withdrawal_closed'],
    says: [{ screen: `${withdraw}USDT`, text: 'withdraw.closed' }],
  },
  {
    name: 'withdrawal window',
    kind: 'window',
    by: 'window set withdrawal bsc.ATMC',
    setting: 'withdrawals.openings',
    keys: ['funds.withdrawal_wrong_time'],
    says: [{ screen: `${withdraw}ATMC`, text: 'withdraw.wrong_time' }],
  },
  {
    name: 'transfer off',
    kind: 'switch',
    by: 'switch off transfer USDT',
    setting: 'transfers.openings',
    keys: ['funds.transfer_closed'],
    says: [{ screen: `${transfer}USDT`, text: 'transfer.closed' }],
  },
  {
    name: 'transfer window',
    kind: 'window',
    by: 'window set transfer ATMC',
    setting: 'transfers.openings',
    keys: ['funds.transfer_wrong_time'],
    says: [{ screen: `${transfer}ATMC`, text: 'transfer.wrong_time' }],
  },
  {
    name: 'transfer within the team alone',
    kind: 'switch',
    by: 'setting set transfers.scope "team"',
    setting: 'transfers.scope',
    keys: ['funds.receiver_not_in_team'],
    says: [{ screen: `${transfer}USDT`, text: 'error.funds.receiver_not_in_team' }],
  },
  {
    name: 'exchange off',
    kind: 'switch',
    by: 'switch off exchange USDT-WLD',
    setting: 'exchange.openings',
    keys: ['exchange.not_open'],
    below: ['/exchange/', '/invest/exchange-and-buy'],
    says: [{ screen: `${exchange}?pair=1`, text: 'exchange.closed' }],
  },
  {
    name: 'exchange window',
    kind: 'window',
    by: 'window set exchange USDT-ATMC',
    setting: 'exchange.openings',
    keys: ['exchange.wrong_time'],
    says: [{ screen: `${exchange}?pair=2`, text: 'exchange.wrong_time' }],
  },
  {
    name: 'line off',
    kind: 'switch',
    by: 'switch off line dual',
    setting: 'invest.openings',
    keys: ['invest.line_closed'],
    says: [{ screen: `${product}1`, text: 'state.closed_until' }],
  },
  {
    name: 'line window',
    kind: 'window',
    by: 'window set line lockup',
    setting: 'invest.openings',
    keys: ['invest.line_closed'],
    says: [{ screen: `${product}5`, text: 'product.wrong_time' }],
  },
  {
    name: 'coin without reserves',
    kind: 'reserves',
    by: 'the company itself: chains have less of it than is owed, or a day was not proven',
    setting: 'sales.stops',
    keys: ['invest.coin_stopped'],
    says: [],
  },
  {
    name: 'maintenance',
    kind: 'maintenance',
    by: 'maintenance set',
    setting: 'app.maintenance',
    keys: ['request.maintenance'],
    says: [{ screen: '/pages/index/index', text: 'home.maintenance_now' }],
  },
  {
    name: 'region: earning off',
    kind: 'region',
    by: 'region set SG earn off',
    setting: 'regions.table',
    keys: ['identity.region_off'],
    below: ['/invest/'],
    says: [{ screen: `${product}1`, text: 'region.off' }],
  },
  {
    name: 'region: OTC off',
    kind: 'region',
    by: 'region set SG otc off',
    setting: 'regions.table',
    keys: ['identity.region_off'],
    below: ['/otc/'],
    says: [{ screen: '/pages/otc/index', text: 'otc.off' }],
  },
  {
    name: 'region: referral off',
    kind: 'region',
    by: 'region set SG referral off',
    setting: 'regions.table',
    keys: [],
    says: [{ screen: '/pages/invite/index', text: 'invite.region' }],
  },
  {
    name: 'region: not declared',
    kind: 'region',
    by: 'nobody: it is so until the holder declares one',
    setting: 'regions.table',
    keys: ['identity.region_needed'],
    says: [{ screen: '/pages/otc/index', text: 'otc.region' }],
  },
  {
    name: 'OTC currency',
    kind: 'region',
    by: 'setting set otc.fiats',
    setting: 'otc.fiats',
    keys: ['otc.fiat_missing'],
    says: [],
  },
  {
    name: 'warning',
    kind: 'ban',
    by: 'ban warn',
    keys: [],
    says: [{ screen: security, text: 'security.warning' }],
  },
  {
    name: 'suspension',
    kind: 'ban',
    by: 'ban suspend',
    keys: ['identity.banned'],
    says: [
      { screen: security, text: 'security.banned_until' },
      { screen: exchange, text: 'exchange.suspended' },
      { screen: `${transfer}WLD`, text: 'transfer.stop.suspension' },
    ],
  },
  {
    name: 'ban of withdrawals',
    kind: 'ban',
    by: 'ban withdrawals',
    keys: ['identity.withdrawal_banned'],
    says: [
      { screen: security, text: 'security.withdrawal_ban_until' },
      { screen: `${withdraw}USDT`, text: 'withdraw.banned' },
      { screen: `${transfer}WLD`, text: 'transfer.stop.ban' },
    ],
  },
  {
    name: 'own freeze',
    kind: 'freeze',
    by: 'the holder, in the security centre',
    keys: ['identity.frozen'],
    says: [
      { screen: security, text: 'security.frozen' },
      { screen: `${withdraw}USDT`, text: 'withdraw.frozen' },
      { screen: `${transfer}WLD`, text: 'transfer.stop.freeze' },
      { screen: exchange, text: 'exchange.frozen' },
    ],
  },
  {
    name: 'wait after a security change',
    kind: 'hold',
    by: 'the change itself, for 24 hours',
    keys: ['funds.transfer_held', 'exchange.held', 'otc.held'],
    says: [
      { screen: security, text: 'security.held_until' },
      { screen: `${transfer}WLD`, text: 'transfer.held' },
      { screen: exchange, text: 'exchange.held' },
    ],
  },
]

export const closesNothing: Readonly<Record<string, string>> = {
  'access.blocked': 'closes by the address that calls, whoever it is (server/limits/blocked-addresses.db.test.ts)',
  'app.bar': 'says which bottom bar the app shows',
  'app.release': 'offers a new version; a forced one closes the old app’s screens, and no call',
  'app.web_hosts': 'says which pages are shown in a frame; others open outside',
  'calls.limits': 'says how often; what is more is `request.too_often`',
  'captcha.creations': 'says from when on a new wallet takes a puzzle',
  'custody.levels': 'is for the operator’s wallets',
  'custody.trx_price': 'is for the operator’s wallets',
  'deposits.floors': 'says what is too little to be looked at',
  'deposits.minimums': 'is a limit, shown on the screen',
  'exchange.limits': 'is a limit, shown on the screen',
  'feeds.alarms': 'is for the operator’s alarms',
  'feeds.demo_faults': 'spoils a feed, in the demo alone',
  'otc.limits': 'is a limit, shown on the screen',
  'packages.caps': 'is a limit, shown on the screen',
  'power.decay': 'is a term of mining',
  'reconciliation.longest_gap_minutes': 'is for the operator’s alarms',
  'reconciliation.tolerance': 'is for the operator’s alarms',
  'security.without_code': 'says from which value on a code is asked',
  'settlement.fee_parts': 'is a term of settlement',
  'settlement.full_weights': 'is a term of settlement',
  'transfers.limits': 'is a limit, shown on the screen',
  'withdrawals.approvals': 'says how many approve a reviewed withdrawal',
  'withdrawals.limits': 'is a limit, shown on the screen',
  'withdrawals.terms': 'is a limit, shown on the screen',
  'withdrawals.velocity': 'says from when on a withdrawal is reviewed',
}

/** The error a call returns during a closing. Undefined if the call stays open. */
export function shutBy({ keys, below }: Closing, contract: Contract): FailureKey | undefined {
  if (below && !below.some((path) => contract.path.startsWith(path))) return undefined
  return keys.find((key) => mayAnswer(contract, key))
}
