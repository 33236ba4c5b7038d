import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { walletIdText } from '#identity/fields.ts'
import type { FailureKey } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { coin } from '#kit/wire/fields.ts'
import { holds, mayAnswer, refusalsOf } from '#kit/wire/refusals.ts'
import { root } from '../../run/command.ts'
import { isTest } from '../../tidy/source.ts'
import { implementationsIn, reachOf, readPieces } from '../test-reach.ts'
import { loadContracts } from './calls.ts'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(
    (path) =>
      /^(kit|identity|chat|ledger|outside|market|custody|days|products|team|otc|features)\//.test(path) &&
      !isTest(path),
  )
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

type Unreachable = { readonly keys: readonly string[]; readonly paths?: readonly string[]; readonly because: string }
/** Errors that static analysis wrongly reports as reachable. */
const unreachable: readonly Unreachable[] = [
  {
    keys: ['chat.full'],
    paths: ['/otc/evidence', '/upload'],
    because: 'a quota of messages; pictures and evidence have upload.full',
  },
  {
    keys: ['invest.node_rule_wrong'],
    paths: ['/invest/accelerate'],
    because: 'it names no node: its product is a compound pool',
  },
  {
    keys: ['identity.wallet_unknown'],
    because: 'the wallet of a session, an order or a payment exists, by foreign key',
  },
  {
    keys: ['invest.product_missing'],
    paths: [
      '/invest/order',
      '/invest/reinvest',
      '/invest/cancel',
      '/invest/redeem',
      '/invest/reservations',
      '/invest/reservation-pay',
      '/invest/reservation-cancel',
    ],
    because: 'the product of an order exists, by foreign key',
  },
  {
    keys: ['invest.order_missing'],
    paths: ['/invest/reserve', '/invest/reservations'],
    because: 'the orders are found by the call itself',
  },
  {
    keys: ['invest.fund_data_wrong'],
    paths: [
      '/invest/accelerate',
      '/invest/accelerate-cancel',
      '/invest/cancel',
      '/invest/nodes',
      '/invest/orders',
      '/invest/products',
      '/invest/quiz',
      '/invest/running',
      '/invest/terms',
      '/invest/reinvest',
      '/invest/reserve',
      '/invest/reservation-pay',
      '/invest/results',
      '/mining/info',
      '/profit/summary',
      '/profit/trend',
      '/proof/pools',
    ],
    because: 'only leaving a fund, or reading what leaving it brings, asks what it is worth',
  },
  {
    keys: ['balance.insufficient'],
    paths: [
      '/invest/accelerate',
      '/invest/accelerate-cancel',
      '/invest/cancel',
      '/invest/redeem',
      '/invest/draw',
      '/invest/reservation-cancel',
      '/wallet/withdraw-cancel',
      '/otc/ad-remove',
      '/otc/release',
      '/otc/cancel',
    ],
    because: 'what is taken back or given was set aside before: that it is there is an invariant',
  },
  {
    keys: [
      'invest.period',
      'invest.shares_moved',
      'invest.payment',
      'invest.pool_closed',
      'invest.exit_before_reinvest',
      'invest.already_node_user',
      'invest.node_level_wrong',
      'invest.star_needed',
      'invest.packages_many',
      'invest.wallet_quota',
      'invest.price_rising',
    ],
    paths: ['/invest/accelerate'],
    because: 'an acceleration has no term, shares, side coin, pool, cap or gate of another line',
  },
  {
    keys: [
      'invest.reservation_not_needed',
      'invest.quota_small',
      'invest.minimum',
      'invest.maximum',
      'invest.pending_order_waiting',
      'invest.already_in_queue',
      'balance.insufficient',
      'balance.credit_limit',
    ],
    paths: ['/invest/product'],
    because: 'whether a place in the queue may be taken is decided only to be shown',
  },
  {
    keys: ['chat.thread_missing'],
    paths: ['/otc/take', '/otc/release', '/otc/cancel', '/otc/dispute'],
    because: 'a transaction is made together with its conversation',
  },
  { keys: ['otc.held'], paths: ['/otc/ad'], because: 'an ad sets coins aside and gives them to nobody' },
  { keys: ['otc.transaction_missing'], paths: ['/otc/take'], because: 'it shows the transaction it has just made' },
  { keys: ['invest.period'], paths: ['/invest/nodes'], because: 'a node has no term to choose' },
  {
    keys: ['invest.order_cannot_close'],
    paths: ['/invest/accelerate-cancel'],
    because: 'only running compound orders are taken from',
  },
  {
    keys: ['identity.withdrawal_banned'],
    paths: ['/invest/exchange-and-buy'],
    because: 'a ban on withdrawals does not apply to an exchange',
  },
  { keys: ['exchange.not_open'], paths: ['/mining/info'], because: 'without a price no quote is made' },
]
const isNever = (path: string, key: string): boolean =>
  unreachable.some(({ keys, paths }) => keys.includes(key) && (paths?.includes(path) ?? true))

type Reached = { readonly contract: Contract; readonly keys: ReadonlyMap<string, string> }
let calls: readonly Reached[] = []
beforeAll(async () => {
  const contracts = new Map((await loadContracts()).map(({ name, contract }) => [name, contract]))
  const pieces = readPieces(files)
  calls = [...implementationsIn(pieces)].flatMap(([name, start]) => {
    const contract = contracts.get(name)
    return contract ? [{ contract, keys: reachOf(pieces, start) }] : []
  })
})

it('every refusal a call can reach is in its contract', () => {
  expect(calls.length).toBeGreaterThan(100)
  const missing = calls.flatMap(({ contract, keys }) =>
    [...keys]
      .filter(([key]) => !isNever(contract.path, key) && !mayAnswer(contract, key as FailureKey))
      .map(([key, where]) => `${contract.method} ${contract.path} ${key} (${where})`),
  )
  expect(missing).toEqual([])
})

it('no exception is left that nothing needs any more', () => {
  const reached = new Set(
    calls.flatMap(({ contract, keys }) => [...keys.keys()].map((key) => `${contract.path} ${key}`)),
  )
  const idle = unreachable.flatMap(({ keys, paths = [] }) =>
    paths.flatMap((path) => keys.filter((key) => !reached.has(`${path} ${key}`)).map((key) => `${path} ${key}`)),
  )
  expect(idle).toEqual([])
})

it('a call whose field is a coin, a wallet ID or a Google code says what that is refused with', async () => {
  for (const { contract } of await loadContracts()) {
    if (holds(contract.input, coin)) expect(refusalsOf(contract), contract.path).toContain('funds.atm_closed')
    if (holds(contract.input, walletIdText))
      expect(refusalsOf(contract), contract.path).toContain('identity.wallet_id_wrong')
    if (contract.secondFactor) expect(refusalsOf(contract), contract.path).toContain('identity.code_locked')
    if (contract.access === 'money' && !contract.evenWhenStopped)
      expect(refusalsOf(contract), contract.path).toEqual(
        expect.arrayContaining(['identity.banned', 'identity.frozen']),
      )
  }
})
