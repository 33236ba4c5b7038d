import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withdrawalOpenings } from '#custody/payments/withdrawal-settings.ts'
import { depositOpenings } from '#custody/watching/deposits/deposit-settings.ts'
import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import { getProduct, redeemOrder } from '#features/investing/investing.contract.ts'
import { reserveOrder } from '#features/investing/reservations/reservations.contract.ts'
import { transferOpenings, transferScope } from '#features/transfers/transfer-settings.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { bindAddress, requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { holdWithdrawals, setBan } from '#identity/wallet.store.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { FailureKey } from '#kit/failure.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { Setting } from '#kit/store/settings.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { languages } from '#locales/registry.ts'
import { seedMarket } from '#market/market.store.ts'
import { exchangeQuote, makeTrade } from '#market/trade/exchange.contract.ts'
import { exchangeLimits, exchangeOpenings } from '#market/trade/trade-settings.ts'
import type { TestClient } from '../../test/test-client.ts'
import { credit, type Holder, newHolder } from '../../test/test-funds.ts'
import { unsaid } from '../../test/test-said.ts'
import { openShop, type Shop, type Shopper, shelf } from '../../test/test-shop.ts'

const one = 100_000_000n
const rechargeAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const home = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const closed = { open: false, opensAt: '00:00', closesAt: '24:00' }
const atNight = { open: true, opensAt: '02:00', closesAt: '04:00' }
const beforeNoon = { open: true, opensAt: '02:00', closesAt: '10:00' }

type Scene = {
  readonly shop: Shop
  readonly ana: Shopper
  readonly ben: Shopper
  readonly holder: Holder
  readonly poor: Holder
  readonly compound: number
}

type Asked<C extends 'transfer' | 'trade' | 'withdrawal'> = {
  transfer: { coin?: Coin; amount?: string; receiverId?: string }
  trade: { exchangeId?: number; direction?: 'buy' | 'sell'; amount?: string; least?: string }
  withdrawal: { coin?: Coin; amount?: string }
}[C]
/** Renews tokens that expired while waiting for a new code. */
async function again({ client }: { readonly client: TestClient }): Promise<TestClient> {
  client.line.requestToken = undefined
  await client.confirm()
  return client
}
const transfer = async ({ ana, ben }: Scene, asked: Asked<'transfer'> = {}) =>
  (await again(ana)).refusal(makeTransfer, {
    coin: 'USDT',
    amount: '10',
    receiverId: ben.walletId,
    remark: '',
    ...asked,
  })
const trade = async ({ ana }: Scene, asked: Asked<'trade'> = {}) =>
  (await again(ana)).refusal(makeTrade, { exchangeId: 1, direction: 'buy', amount: '10', least: '0', ...asked })
async function withdraw(holder: Holder, asked: Asked<'withdrawal'> = {}) {
  const fresh = holder.code()
  return (await again(holder)).refusal(requestWithdrawal, {
    chain: 'bsc',
    coin: 'USDT',
    amount: '100',
    code: fresh,
    ...asked,
  })
}
const recharge = async ({ ana }: Scene) => (await again(ana)).refusal(depositAddresses, { chain: 'bsc', coin: 'USDT' })
const bind = async ({ holder }: Scene, chain: ChainId, address: string) =>
  (await again(holder)).refusal(bindAddress, {
    chain,
    address,
    remark: 'mine',
    code: '000000',
    ...holder.sign(chain, address),
  })

const closedForADay = ({ shop: { app } }: Scene) => ({
  ...closed,
  until: addMs(app.clock.now(), dayMs).toISOString(),
})

async function whileSet<Value>(
  { shop: { app } }: Scene,
  setting: Setting<Value>,
  value: Value,
  meet: () => Promise<string>,
) {
  const set = (to: Value) =>
    app.db.transaction((tx) => changeSetting(tx, setting, { value: to, reason: 'a test', at: app.clock.now() }))
  await set(value)
  return meet().finally(() => set(setting.initial))
}

async function setScene(): Promise<Scene> {
  const shop = await openShop()
  const { app } = shop
  const at = app.clock.now()
  await app.db.transaction(async (tx) => {
    for (const [asset, chain] of [
      ['USDT', 'bsc'],
      ['WLD', 'eth'],
      ['ATMC', 'bsc'],
    ] as const)
      await post(tx, {
        key: `funds:capital:${asset}`,
        at,
        postings: [{ from: outside(chain), to: company('capital'), asset, units: 1_000_000n * one }],
      })
    const [baseUnits, quotedUnits] = [200_000n * one, 160_000n * one]
    await seedMarket(tx, { pair: 'USDT-WLD', baseUnits, quotedUnits, key: 'funds:seed', at })
    await seedMarket(tx, { pair: 'USDT-ATMC', baseUnits: 5_000_000_000n, quotedUnits: 1n, key: 'funds:seed:2', at })
    const names = ['bsc', 'eth', 'tron']
    for (const chain of names)
      await tx.query(
        `INSERT INTO network (chain, evm_chain_id, genesis_hash, tokens, start_block, explorer_url, demo, enabled)
         VALUES ($1, 1, $1, $2, 0, '', true, true)`,
        [chain, JSON.stringify(chain === 'tron' ? {} : { USDT: '0x01', WLD: '0x02' })],
      )
  })
  const [holder, poor] = [await newHolder(app), await newHolder(app)]
  for (const each of [holder, poor]) await each.bind('bsc', home)
  await app.db.query('INSERT INTO deposit_address (family, index, address, wallet_id) VALUES ($1, 1, $2, $3)', [
    'evm',
    rechargeAddress,
    holder.walletId,
  ])
  await credit(app, holder, 'bsc', 'USDT', '3000')
  await credit(app, poor, 'bsc', 'USDT', '0.2')
  const [ana, ben] = [await shop.shopper(), await shop.shopper()]
  const compound = await ana.buy({ productId: 20, amount: '1000' })
  await shop.goTo('2026-11-24T12:00:00Z')
  return { shop, ana, ben, holder, poor, compound }
}

type Row = {
  /** Quoted from the specification. */
  readonly says: string
  readonly key: FailureKey
  readonly meet: (scene: Scene) => Promise<string>
}

/** Specification point 8, "Balance" and "Funds". */
const rows: readonly Row[] = [
  ...(['USDT', 'WLD', 'ATMX', 'ATMC'] as const).map(
    (coin): Row => ({
      says: `insufficient balance ${coin}`,
      key: 'balance.insufficient',
      meet: async ({ poor, ben }) =>
        (await again(poor)).refusal(makeTransfer, { coin, amount: '50', receiverId: ben.walletId, remark: '' }),
    }),
  ),
  {
    says: 'insufficient balance ATM',
    key: 'funds.atm_closed',
    meet: (scene) => transfer(scene, { coin: 'ATM' as Coin }),
  },
  {
    says: 'insufficient balance general',
    key: 'balance.insufficient',
    meet: ({ holder }) => withdraw(holder, { amount: '3000.01' }),
  },
  {
    says: 'insufficient credit limit',
    key: 'balance.credit_limit',
    meet: async ({ ana }) => {
      const { card } = await (await again(ana)).call(getProduct, { productId: shelf.reserved })
      const asked = { productId: shelf.reserved, amount: '9000', days: 7, reinvest: false, card: card.hash }
      return (await again(ana)).refusal(reserveOrder, asked)
    },
  },
  { says: 'insufficient fees', key: 'balance.fee', meet: ({ poor }) => withdraw(poor, { amount: '10' }) },
  {
    says: 'compound principal insufficient',
    key: 'invest.compound_insufficient',
    meet: async ({ ana, compound }) =>
      (await again(ana)).refusal(redeemOrder, { orderId: compound, amount: '1000.01' }),
  },
  {
    says: 'recharge not enabled',
    key: 'funds.deposit_closed',
    meet: (scene) => whileSet(scene, depositOpenings, { 'bsc.USDT': closed }, () => recharge(scene)),
  },
  {
    says: 'wrong time for recharge',
    key: 'funds.deposit_wrong_time',
    meet: (scene) => whileSet(scene, depositOpenings, { 'bsc.USDT': atNight }, () => recharge(scene)),
  },
  {
    says: 'withdraw not enabled',
    key: 'funds.withdrawal_closed',
    meet: (scene) =>
      whileSet(scene, withdrawalOpenings, { 'bsc.USDT': closedForADay(scene) }, () => withdraw(scene.holder)),
  },
  {
    says: 'wrong time for withdraw',
    key: 'funds.withdrawal_wrong_time',
    meet: (scene) => whileSet(scene, withdrawalOpenings, { 'bsc.USDT': beforeNoon }, () => withdraw(scene.holder)),
  },
  {
    says: 'transfer not enabled',
    key: 'funds.transfer_closed',
    meet: (scene) => whileSet(scene, transferOpenings, { USDT: closed }, () => transfer(scene)),
  },
  {
    says: 'wrong time for transfer',
    key: 'funds.transfer_wrong_time',
    meet: (scene) => whileSet(scene, transferOpenings, { USDT: atNight }, () => transfer(scene)),
  },
  {
    says: 'wrong withdrawal amount: too little',
    key: 'funds.withdrawal_below_minimum',
    meet: ({ holder }) => withdraw(holder, { amount: '9.99' }),
  },
  {
    says: 'wrong withdrawal amount: too much at once',
    key: 'funds.withdrawal_above_maximum',
    meet: async ({ shop: { app }, holder }) => {
      await credit(app, holder, 'bsc', 'USDT', '60000')
      return withdraw(holder, { amount: '10000.01' })
    },
  },
  {
    says: 'wrong withdrawal amount: too much in 24 h',
    key: 'funds.withdrawal_day_limit',
    meet: async ({ holder }) => {
      for (let count = 0; count < 5; count += 1) expect(await withdrawn(holder, '10000')).toBe('success')
      return withdraw(holder, { amount: '10' })
    },
  },
  {
    says: 'single transaction amount error: transfer',
    key: 'funds.transfer_amount',
    meet: (scene) => transfer(scene, { amount: '10000.01' }),
  },
  {
    says: 'transfer failed: it waits after a security change, and says until when',
    key: 'funds.transfer_held',
    meet: async ({ shop: { app }, ben, ana }) => {
      const until = addMs(app.clock.now(), dayMs)
      await app.db.transaction((tx) => holdWithdrawals(tx, ben.walletId, until, 'password'))
      return (await again(ben)).refusal(makeTransfer, {
        coin: 'USDT',
        amount: '10',
        receiverId: ana.walletId,
        remark: '',
      })
    },
  },
  {
    says: 'address mismatch with network',
    key: 'funds.address_format',
    meet: (scene) => bind(scene, 'tron', 'A'.repeat(34)),
  },
  { says: 'address length not 34', key: 'funds.address_length', meet: (scene) => bind(scene, 'tron', home) },
  {
    says: 'address length not 42',
    key: 'funds.address_length',
    meet: (scene) => bind(scene, 'eth', home.slice(0, 41)),
  },
  {
    says: 'same as recharge address',
    key: 'funds.same_as_deposit_address',
    meet: (scene) => bind(scene, 'eth', rechargeAddress),
  },
  { says: 'channel already bound', key: 'funds.address_bound', meet: (scene) => bind(scene, 'bsc', home) },
  {
    says: 'exchange not open',
    key: 'exchange.not_open',
    meet: (scene) => whileSet(scene, exchangeOpenings, { 'USDT-WLD': closed }, () => trade(scene)),
  },
  {
    says: 'exchange not open: at this time',
    key: 'exchange.wrong_time',
    meet: (scene) => whileSet(scene, exchangeOpenings, { 'USDT-WLD': atNight }, () => trade(scene)),
  },
  {
    says: 'exchange currency missing',
    key: 'exchange.pair_missing',
    meet: (scene) => trade(scene, { exchangeId: 99 }),
  },
  { says: 'exchange amount error', key: 'exchange.amount', meet: (scene) => trade(scene, { amount: '4.99' }) },
  {
    says: 'exchange amount error: impact',
    key: 'exchange.impact',
    meet: (scene) =>
      whileSet(scene, exchangeLimits, { ...exchangeLimits.initial, impactMax: '0.005' }, () =>
        trade(scene, { amount: '5000' }),
      ),
  },
  {
    says: 'exchange calculation error',
    key: 'exchange.calculation',
    meet: async ({ ana }) =>
      (await again(ana)).refusal(exchangeQuote, { exchangeId: 2, direction: 'buy', amount: '0.01' }),
  },
  {
    says: 'exchange calculation error: the price moved',
    key: 'exchange.price_moved',
    meet: (scene) => trade(scene, { least: '9' }),
  },
  {
    says: 'other party does not exist',
    key: 'funds.receiver_unknown',
    meet: (scene) => transfer(scene, { receiverId: '0000000000' }),
  },
  {
    says: 'not under the umbrella',
    key: 'funds.receiver_not_in_team',
    meet: (scene) => whileSet(scene, transferScope, 'team', () => transfer(scene)),
  },
  {
    says: 'not a valid user',
    key: 'funds.receiver_not_valid',
    meet: async (scene) => {
      const { app } = scene.shop
      await app.db.transaction((tx) =>
        setBan(tx, scene.ben.walletId, { at: app.clock.now(), until: addMs(app.clock.now(), dayMs), reason: 'a test' }),
      )
      return transfer(scene)
    },
  },
]

async function withdrawn(holder: Holder, amount: string): Promise<string> {
  const fresh = holder.code()
  const client = await again(holder)
  const { envelope } = await client.send(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount, code: fresh })
  return envelope.msg
}

/** The specification's errors, by row prefix. "reputation quota insufficient" is OTC's error (PRODUCT.md part 6). */
const list = [
  ...['general', 'USDT', 'WLD', 'ATM', 'ATMX', 'ATMC'].map((coin) => `insufficient balance ${coin}`),
  ...['insufficient credit limit', 'insufficient fees', 'compound principal insufficient'],
  ...['recharge', 'withdraw', 'transfer'].flatMap((what) => [`${what} not enabled`, `wrong time for ${what}`]),
  ...['wrong withdrawal amount', 'single transaction amount error', 'transfer failed', 'address mismatch with network'],
  ...['address length not 34', 'address length not 42', 'same as recharge address', 'channel already bound'],
  ...['exchange not open', 'exchange currency missing', 'exchange amount error', 'exchange calculation error'],
  ...['other party does not exist', 'not a valid user', 'not under the umbrella'],
]

describe("every error of the specification's lists of balance and funds", () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await setScene()
  })
  afterAll(() => scene.shop.app.close())

  it('is in the table below', () => {
    const sentences = new Set(rows.map(({ says }) => says.split(':')[0]))
    expect([...sentences].sort()).toEqual([...list].sort())
  })

  it.each(rows.map((row) => [row.says, row] as const))('%s: is what the API answers', async (_, { key, meet }) => {
    expect(await meet(scene)).toBe(key)
  })

  it('is said in every language', () => {
    const keys = rows.map(({ key }) => key)
    for (const { tag } of languages) expect(unsaid(tag, keys), tag).toEqual([])
  })
})
