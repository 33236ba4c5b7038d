import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import { setStar } from '#identity/star.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { divide, multiply, type Rate, unitsPerOne } from '#kit/amount.ts'
import { assetNumber, type Coin, coins } from '#kit/assets.ts'
import { addMs, dayMs, dayOf, hourMs, minuteMs, startOf, stoppedClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import { type PairId, pairs, type WalletId } from '#kit/ids.ts'
import { testDb } from '#kit/test-db.ts'
import { available, house, outside } from '#ledger/chart.ts'
import { post } from '#ledger/ledger.store.ts'
import { worthOf } from '#ledger/liquidity.ts'
import { liquidityOf, reservesOf, trade } from '#ledger/market.store.ts'
import { coinsOf } from '#ledger/market.ts'
import { settle } from './settlement.ts'
import { callAs } from './test-implementations.ts'

/** How an attacker makes a price: none (the honest twin), up or down; only around midnight, or all day against those who trade it back. */
export type Press = 'none' | 'up' | 'down'
export type Plan = {
  readonly name: string
  /** What is bought each day: a product, and about how much of its base coin. */
  readonly productId: number
  readonly amount: string
  readonly days?: number
  /** The markets that are pressed. */
  readonly pairs: readonly PairId[]
  readonly press: Press
  readonly hold: 'moment' | 'day'
  /** How far, in thousandths of the fair price. */
  readonly thousandths: bigint
}
export type Outcome = {
  /** What the attacker has more at the end than at the beginning, at fair prices, in units of USDT. */
  readonly profit: bigint
  readonly orders: number
  readonly refused: ReadonlyMap<string, number>
  /** Value of all its orders at opening, and its POWER at the end. */
  readonly valueUnits: bigint
  readonly powerUnits: bigint
}

/** What somebody with 1,000,000 USDT has once it is spread over all coins at the prices the demo opens at. */
const means: Readonly<Record<Coin, number>> = { USDT: 400_000, WLD: 160_000, ATMC: 1_000_000, ATMX: 10_000_000 }
const capital: Readonly<Record<Coin, number>> = { USDT: 5_000_000, WLD: 4_000_000, ATMC: 30_000_000, ATMX: 60_000_000 }
const partOf = (parts: number) =>
  Object.fromEntries(coins.map((coin) => [coin, Math.floor(means[coin] / parts)])) as Record<Coin, number>
const start = new Date('2026-11-21T10:00:00Z')
/** Days of a quiet market before the attack, so that an average of a week has a week. */
const quietDays = 8

type World = Awaited<ReturnType<typeof makeWorld>>

async function bring(db: Db, wallet: WalletId, purse: Readonly<Record<Coin, number>>, key: string, at: Date) {
  const postings = coins.map((asset) => ({
    from: outside(asset === 'WLD' ? 'eth' : 'bsc'),
    to: available(wallet),
    asset,
    units: BigInt(purse[asset]) * unitsPerOne,
    code: 2,
  }))
  await db.transaction((tx) => post(tx, { key, at, postings }))
}

/** A wallet with the highest star, which may buy everything. */
async function newWallet(db: Db, at: Date): Promise<WalletId> {
  const { walletId } = await testWallet(db, { at })
  await passGates(db, walletId, at)
  await db.transaction((tx) => setStar(tx, walletId, 6, at))
  return walletId
}

/** The demo's house, ten honest holders, whoever trades prices back to what they are worth, and an attacker with a few wallets. */
async function makeWorld() {
  const db = await testDb()
  const clock = stoppedClock(start)
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `attack:${keys}`
  }
  await seedRows(db, clock)
  for (const asset of coins) {
    const from = outside(asset === 'WLD' ? 'eth' : 'bsc')
    const posting = { from, to: house('capital'), asset, units: BigInt(capital[asset]) * unitsPerOne }
    await db.transaction((tx) => post(tx, { key: nextKey(), at: start, postings: [posting] }))
  }
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
  const fair = new Map<PairId, Rate>()
  for (const pair of pairs) {
    const { base, quoted } = await reservesOf(db, pair)
    fair.set(pair, { numerator: base, denominator: quoted })
  }
  const trader = await newWallet(db, start)
  await bring(db, trader, { USDT: 10 ** 8, WLD: 10 ** 8, ATMC: 10 ** 9, ATMX: 10 ** 9 }, nextKey(), start)
  return { db, clock, nextKey, fair, trader, house: { db, clock, nextKey } }
}

/** The whole number whose square is not more. */
function root(square: bigint): bigint {
  let guess = BigInt(Math.floor(Math.sqrt(Number(square))))
  for (let step = 0; step < 4; step += 1) guess = guess === 0n ? 0n : (guess + square / guess) / 2n
  return guess
}

/** One trade of a wallet, as large as it has to be, that moves a market's price to so many thousandths of the fair one. */
async function pressTo(world: World, walletId: WalletId, pair: PairId, thousandths: bigint): Promise<void> {
  const { db, clock, nextKey, fair } = world
  const { base, quoted } = await reservesOf(db, pair)
  const { numerator, denominator } = fair.get(pair) as Rate
  const wanted = root((base * quoted * numerator * thousandths) / (denominator * 1_000n))
  const buys = wanted > base
  const reserve = buys ? base : quoted
  const grown = buys ? wanted : (base * quoted) / wanted
  const net = grown - reserve
  // Nobody pays a fee to move a price by less than a fifth of a percent.
  if (net * 1_000n < reserve) return
  const coin = buys ? coinsOf(pair).base : coinsOf(pair).quoted
  const units = divide(net * 1_000n, 997n, 'up')
  const order = { walletId, pair, give: coin, units, minimum: 0n, key: nextKey(), at: clock.now() }
  await db
    .transaction((tx) => trade(tx, order))
    .catch((error: unknown) => {
      // Whoever has no coins left to press with presses no more.
      if (!(error instanceof Refusal)) throw error
    })
}

const restore = async (world: World, all: readonly PairId[]): Promise<void> => {
  for (const pair of all) await pressTo(world, world.trader, pair, 1_000n)
}

/** Units of USDT for so much of a coin at the fair prices. */
function fairWorth({ fair }: World, coin: Coin, units: bigint): bigint {
  if (coin === 'USDT') return units
  return multiply(units, fair.get(`USDT-${coin}` as PairId) as Rate, 'down')
}

/** Everything wallets have and are still to get: what is free, in orders, set aside for them, and in markets. */
async function wealth(world: World, wallets: readonly WalletId[]): Promise<bigint> {
  const { db } = world
  const rows = await db.query<{ asset: number; units: string }>(
    'SELECT asset, sum(balance)::text AS units FROM account WHERE holder = ANY ($1::text[]) GROUP BY asset',
    [wallets],
  )
  let sum = 0n
  for (const coin of coins) {
    const row = rows.find(({ asset }) => asset === assetNumber(coin))
    sum += fairWorth(world, coin, BigInt(row?.units ?? '0'))
  }
  const shares = await db.query<{ pair: PairId; units: string }>(
    `SELECT pair, sum(share_units)::text AS units FROM investment_order
     WHERE wallet_id = ANY ($1::text[]) AND line = 'liquidity' AND state IN ('earning', 'paused') GROUP BY pair`,
    [wallets],
  )
  for (const { pair, units } of shares) {
    const worth = worthOf(await liquidityOf(db, pair), BigInt(units))
    const { base, quoted } = coinsOf(pair)
    sum += fairWorth(world, base, worth.base) + fairWorth(world, quoted, worth.quoted)
  }
  return sum
}

type Bought = Pick<Plan, 'productId' | 'amount' | 'days'>
async function buy(world: World, walletId: WalletId, { productId, amount, days }: Bought): Promise<void> {
  const { card, product } = await callAs(world.house, getProduct, walletId, { productId })
  const term = days === undefined ? {} : { days }
  const choice = product.reinvests ? { reinvest: false } : {}
  await callAs(world.house, buyOrder, walletId, { productId, amount, card: card.hash, ...term, ...choice })
}

/** What honest holders have in every line: pots are shared with somebody, and somebody can lose. */
const honestOrders: readonly Bought[] = [
  { productId: 1, amount: '2000', days: 30 },
  { productId: 3, amount: '2000', days: 180 },
  { productId: 5, amount: '20000', days: 360 },
  { productId: 20, amount: '2000' },
  { productId: 21, amount: '10000' },
  { productId: 30, amount: '1000', days: 90 },
  { productId: 41, amount: '1000' },
]

async function live(world: World, plan: Plan, attackers: readonly WalletId[], days: number): Promise<Outcome> {
  const { db, clock } = world
  const refused = new Map<string, number>()
  const target = plan.press === 'up' ? 1_000n + plan.thousandths : 1_000n - plan.thousandths
  const [first] = attackers as [WalletId]
  const press = async () => {
    if (plan.press !== 'none') for (const pair of plan.pairs) await pressTo(world, first, pair, target)
  }
  let orders = 0
  const buyOnce = async (walletId: WalletId) => {
    try {
      await buy(world, walletId, plan)
      orders += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.set(error.key, (refused.get(error.key) ?? 0) + 1)
    }
  }
  const before = await wealth(world, attackers)
  // The last orders start before the end: a package that waits would count twice, its price and its coins.
  const lastBuy = days - 3
  for (let day = 0; day < days; day += 1) {
    const midnight = startOf(dayOf(addMs(clock.now(), dayMs)))
    if (plan.hold === 'day')
      for (let hour = 1; hour < 23; hour += 1) {
        clock.set(addMs(midnight, hour * hourMs - dayMs))
        await restore(world, plan.pairs)
        clock.advance(minuteMs)
        await press()
      }
    clock.set(addMs(midnight, -hourMs))
    await restore(world, pairs)
    clock.set(addMs(midnight, -40 * minuteMs))
    await press()
    if (day < lastBuy) for (const walletId of attackers) await buyOnce(walletId)
    clock.set(addMs(midnight, 5 * minuteMs))
    await settle(db, clock.now())
    if (plan.hold === 'day') continue
    clock.set(addMs(midnight, 10 * minuteMs))
    if (plan.press !== 'none') for (const pair of plan.pairs) await pressTo(world, first, pair, 1_000n)
  }
  await restore(world, pairs)
  const [row] = await db.query<{ value: string; power: string }>(
    `SELECT coalesce(sum(value_units), 0)::text AS value, (SELECT coalesce(sum(balance), 0)::text FROM account WHERE holder = ANY ($1::text[])
       AND asset = $2) AS power FROM investment_order WHERE wallet_id = ANY ($1::text[])`,
    [attackers, assetNumber('POWER')],
  )
  return {
    profit: (await wealth(world, attackers)) - before,
    orders,
    refused,
    valueUnits: BigInt(row?.value ?? '0'),
    powerUnits: BigInt(row?.power ?? '0'),
  }
}

/** Lets an attacker follow a plan for so many days in a house of its own. */
export async function attack(plan: Plan, days: number): Promise<Outcome> {
  const world = await makeWorld()
  const { db, clock, nextKey } = world
  try {
    const honest: WalletId[] = []
    for (let count = 0; count < 10; count += 1) {
      const walletId = await newWallet(db, clock.now())
      await bring(db, walletId, { USDT: 20_000, WLD: 10_000, ATMC: 100_000, ATMX: 1_000_000 }, nextKey(), clock.now())
      honest.push(walletId)
    }
    for (let day = 0; day < quietDays; day += 1) {
      clock.set(addMs(startOf(dayOf(addMs(clock.now(), dayMs))), 5 * minuteMs))
      await restore(world, pairs)
      await quietTrade(world)
      await settle(db, clock.now())
      if (day === 1) for (const walletId of honest) for (const order of honestOrders) await buy(world, walletId, order)
    }
    const attackers = [
      await newWallet(db, clock.now()),
      await newWallet(db, clock.now()),
      await newWallet(db, clock.now()),
    ]
    const [first, ...others] = attackers as [WalletId, WalletId, WalletId]
    // Half of it is where it can press with, a quarter each is for the orders of the others.
    await bring(db, first, partOf(2), nextKey(), clock.now())
    for (const other of others) await bring(db, other, partOf(4), nextKey(), clock.now())
    return await live(world, plan, attackers, days)
  } finally {
    await db.close()
  }
}

/** A price that nobody moves still has to be traded at. */
async function quietTrade(world: World): Promise<void> {
  const { db, clock, nextKey, trader } = world
  for (const pair of pairs) {
    const { base } = coinsOf(pair)
    const order = {
      walletId: trader,
      pair,
      give: base,
      units: unitsPerOne,
      minimum: 0n,
      key: nextKey(),
      at: clock.now(),
    }
    await db.transaction((tx) => trade(tx, order))
  }
}

const atmc: readonly PairId[] = ['USDT-ATMC']
const atmx: readonly PairId[] = ['USDT-ATMX', 'WLD-ATMX']
const wld: readonly PairId[] = ['USDT-WLD']
/** What is bought of every line that has a price in it, each day by each of three wallets. */
export const lineOrders: readonly Omit<Plan, 'press' | 'hold' | 'thousandths'>[] = [
  { name: 'dual, USDT and ATMC', productId: 1, amount: '1000', days: 7, pairs: atmc },
  { name: 'dual, WLD and ATMX', productId: 2, amount: '800', days: 7, pairs: [...wld, ...atmx] },
  { name: 'new dual, USDT and ATMC', productId: 3, amount: '1000', days: 30, pairs: atmc },
  { name: 'lock-up of ATMC', productId: 5, amount: '4000', days: 360, pairs: atmc },
  { name: 'compound, ATMC', productId: 21, amount: '4000', pairs: atmc },
  { name: 'acceleration, ATMC', productId: 24, amount: '100', pairs: atmc },
  { name: 'liquidity, USDT and ATMC', productId: 30, amount: '500', days: 7, pairs: atmc },
  { name: 'package of ATMC', productId: 26, amount: '2000', pairs: atmc },
  { name: 'package of ATMX', productId: 27, amount: '2000', pairs: atmx },
  { name: 'package of WLD', productId: 28, amount: '2000', pairs: wld },
  { name: 'fund', productId: 34, amount: '1000', pairs: atmc },
  { name: 'machine', productId: 40, amount: '500', pairs: atmc },
  { name: 'node', productId: 45, amount: '300', pairs: atmc },
]

/** An amount as it is printed: whole USDT, a loss with its sign, towards zero. */
export const inUsdt = (units: bigint): string => String(units / unitsPerOne)
