import * as v from 'valibot'
import { type SettleOptions, settleDays } from '#days/settle.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { setStar } from '#identity/team/star.store.ts'
import type { StarLevel } from '#identity/team/star-level.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { type Asset, type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { addMs, stoppedClock } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { type Account, available, company, outside, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import type { PoolId } from '#ledger/posting/lines.ts'
import { priceOf } from '#market/market.ts'
import { nodesRun } from '#products/lines/node/nodes-run.store.ts'
import { packageCaps } from '#products/lines/package/package-settings.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { feeSteps } from '#products/pots/fees.job.ts'
import { potSteps } from '#products/pots/pots.job.ts'
import { reservationSteps } from '#products/reservations/reservations.job.ts'
import { investingSteps } from '#products/settlement/settlement.job.ts'
import { testProducts } from '#products/terms/test-order.ts'
import { testCall } from '#server/test/test-call.ts'
import { passGates } from './gates/test-gates.ts'
import { investingCalls } from './investing.api.ts'
import { buyOrder, getProduct } from './investing.contract.ts'

type Purse = Partial<Record<Coin, string>>
type World = { readonly db: Db; readonly clock: ReturnType<typeof stoppedClock>; readonly newKey: () => string }
const units = (text: string): bigint => {
  const read = parseUnits(text)
  expect(read !== undefined, `${text} is an amount`)
  return read
}

const steps = [
  ...investingSteps.lock,
  ...feeSteps(nodesRun),
  ...potSteps,
  ...investingSteps.accrue,
  ...investingSteps.profit,
  ...investingSteps.mature,
]
/** Runs only the steps of investing. */
export const settle = (db: Db, now: Date, options: SettleOptions = {}): Promise<boolean> =>
  settleDays(db, now, [...steps, ...reservationSteps(now)], options)

const start = new Date('2026-11-21T10:00:00Z')

const prices: readonly (readonly [PairId, bigint, bigint])[] = [
  ['USDT-WLD', 125n, 100n],
  ['USDT-ATMC', 5n, 100n],
  ['WLD-ATMX', 16n, 1_000n],
]

async function bring({ db, clock, newKey }: World, to: Account, purse: Purse, code?: number): Promise<void> {
  for (const asset of coins) {
    if (!purse[asset]) continue
    const from = outside(usualChain(asset))
    const posting = { from, to, asset, units: units(purse[asset]), ...(code === undefined ? {} : { code }) }
    await db.transaction((tx) => post(tx, { key: newKey(), at: clock.now(), postings: [posting] }))
  }
}

async function fund(world: World, purse: Purse, pool: PoolId = 'dual'): Promise<void> {
  const from = company('capital')
  await bring(world, from, purse)
  for (const asset of coins) {
    if (!purse[asset]) continue
    const postings = [{ from, to: poolFree(pool), asset, units: units(purse[asset]) }]
    await world.db.transaction((tx) => post(tx, { key: world.newKey(), at: world.clock.now(), postings }))
  }
}

async function trade({ db, clock }: World): Promise<void> {
  for (const [pair, base, quoted] of prices)
    await db.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)', [
      pair,
      clock.now(),
      base,
      quoted,
      priceOf(base, quoted),
    ])
}

async function call<C extends Contract>(
  { db, clock }: World,
  contract: C,
  walletId: WalletId,
  input: CallInputOf<C>,
  requestId: string,
): Promise<OutputOf<C>> {
  const found = investingCalls.find((item) => item.contract === contract)
  expect(found, `${contract.path} is implemented`)
  const full = testCall({ db, clock, walletId, requestId })
  const read = v.parse(contract.input, input)
  const answer = found.transactional
    ? await db.transaction((tx) => found.run(read, { ...full, tx }))
    : await found.run(read, full)
  return v.parse(contract.output, answer) as OutputOf<C>
}

type Place = { readonly db?: Db; readonly begins?: Date }

/** 1.25 USDT a WLD, 0.05 USDT an ATMC, 0.016 WLD an ATMX. */
export async function investingWorld(pool: Purse = { USDT: '1000', WLD: '1000' }, place: Place = {}) {
  const { db = await testDb(), begins = start } = place
  const clock = stoppedClock(begins)
  let keys = 0
  const newKey = () => {
    keys += 1
    return `test:${keys}`
  }
  const world: World = { db, clock, newKey }
  const openFrom = addMs(begins, -1)
  for (const product of testProducts) await insertProduct(db, { ...product, openFrom, position: product.id })
  await fund(world, pool)
  await trade(world)
  return { ...world, ...actionsOf(world), close: () => db.close() }
}

const actionsOf = (world: World) => ({
  wallet: async (
    purse: Purse = { USDT: '20000', WLD: '20000', ATMC: '100000', ATMX: '100000' },
    sponsor?: WalletId,
  ): Promise<WalletId> => {
    const { walletId } = await testWallet(world.db, { at: world.clock.now(), ...(sponsor ? { sponsor } : {}) })
    await passGates(world.db, walletId)
    await bring(world, available(walletId), purse, 2)
    return walletId
  },
  setStar: (walletId: WalletId, star: StarLevel) =>
    world.db.transaction((tx) => setStar(tx, walletId, star, world.clock.now())),
  /** Daily package limit per wallet; the total limit is twice that. */
  capPackages: (most: string) => {
    const change = {
      value: { dayValue: String(2 * Number(most)), walletValue: most },
      reason: 'a test',
      at: world.clock.now(),
    }
    return world.db.transaction((tx) => changeSetting(tx, packageCaps, change))
  },
  fund: (purse: Purse, pool?: PoolId) => fund(world, purse, pool),
  capital: (purse: Purse) => bring(world, company('capital'), purse),
  bringCapital: (purse: Purse) => bring(world, company('capital'), purse),
  /** Calls in a transaction as the server does, and checks the output. */
  call: <C extends Contract>(contract: C, walletId: WalletId, input: CallInputOf<C>, key = world.newKey()) =>
    call(world, contract, walletId, input, key),
  /** Default: 100 USDT with ATMC for seven days, with today's card. */
  buy: async (walletId: WalletId, changes: Partial<CallInputOf<typeof buyOrder>> = {}, key = world.newKey()) => {
    const productId = Number(changes.productId ?? changes.fundId ?? 1)
    const { card, product } = await call(world, getProduct, walletId, { productId }, key)
    const choice = product.reinvests ? { reinvest: false } : {}
    const term = product.periods.some(({ days }) => days > 0) ? { days: 7 } : {}
    const input = { productId, amount: '100', ...term, ...choice, card: card.hash, ...changes }
    return (await call(world, buyOrder, walletId, input, key)).order
  },
  pass: async (ms: number): Promise<void> => {
    world.clock.advance(ms)
    await trade(world)
    await settle(world.db, world.clock.now())
  },
  /** Moves the clock without settling. */
  goTo: async (moment: string): Promise<void> => {
    world.clock.set(new Date(moment))
    await trade(world)
  },
  settle: async () => void (await settle(world.db, world.clock.now())),
  balance: (walletId: WalletId, asset: Asset) => balanceOf(world.db, available(walletId), asset),
  free: (coin: Coin) => balanceOf(world.db, poolFree('dual'), coin),
})
export type InvestingWorld = Awaited<ReturnType<typeof investingWorld>>
