import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { testDb } from '#engine/test/test-db.ts'
import { type UndoDb, undoDb } from '#engine/test/test-undo-db.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import type { IdentityKey } from '#identity/sessions/identity-key.ts'
import { lendStar } from '#identity/team/star.store.ts'
import { starLevelOf } from '#identity/team/star-level.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { divide, multiply, type Rate, unitsPerOne } from '#kit/amount/amount.ts'
import { assetOf, type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import { type PairId, pairs, type WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, dayOf, hourMs, minuteMs, startOf, stoppedClock } from '#kit/time/clock.ts'
import { available, company, issued, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { reservesOf, trade } from '#market/market.store.ts'
import { chainRates, coinsOf } from '#market/market.ts'
import { settle } from '#server/loops/settlement.ts'
import { repeatRandomness } from '#server/test/test-implementations.ts'
import { capital, deepPurse, type Purse, purseOf } from '#trials/test-purse.ts'
import { arm, openNetwork } from '../year/test-year-money.ts'
import { habits } from '../year/test-year-people.ts'
import type { YearWorld } from '../year/test-year-world.ts'
import { type Bought, buyOf } from './test-gains-buy.ts'
import { postHonestAds } from './test-gains-p2p.ts'

/** Ten honest holders, a trader who restores prices, and an attacker with four wallets. */
export type GainsWorld = Omit<YearWorld, 'db'> & {
  readonly db: UndoDb
  /** The first three form a sponsor chain. The fourth has no sponsor or star. */
  readonly attackers: readonly WalletId[]
  readonly trader: WalletId
  /** Fair price of one unit, in units of USDT. */
  readonly fair: ReadonlyMap<Coin, Rate>
  readonly start: Date
  readonly bank: Set<bigint>
  /** Total trade fees before the run, in units of USDT. */
  readonly fees: bigint
}

const begins = new Date('2026-11-02T10:00:00Z')
const purse = purseOf({ USDT: 30_000, WLD: 12_000, ATMC: 120_000, ATMX: 1_000_000 })

type Making = Pick<YearWorld, 'db' | 'clock' | 'nextKey'>
type MadeWorld = Omit<GainsWorld, 'db'> & Pick<YearWorld, 'db'>

async function bring(world: Making, wallet: WalletId, whole: Purse): Promise<void> {
  const postings = coins.map((asset) => ({
    from: outside(usualChain(asset)),
    to: available(wallet),
    asset,
    units: BigInt(whole[asset]) * unitsPerOne,
    code: 2,
  }))
  const credit = {
    from: issued,
    to: available(wallet),
    asset: 'CREDIT',
    units: 2_000n * unitsPerOne,
    code: 117,
  } as const
  await world.db.transaction((tx) =>
    post(tx, { key: world.nextKey(), at: world.clock.now(), postings: [...postings, credit] }),
  )
}

type Newcomer = { readonly sponsor?: WalletId; readonly star?: number; readonly purse: Purse }
async function newcomer(
  world: Making & { readonly keys: Map<WalletId, IdentityKey> },
  { sponsor, star, purse }: Newcomer,
) {
  const { db, clock, keys } = world
  const at = clock.now()
  const { walletId, key } = await testWallet(db, { at, ...(sponsor ? { sponsor } : {}) })
  keys.set(walletId, key)
  await passGates(db, walletId, at)
  if (star) await db.transaction((tx) => lendStar(tx, walletId, starLevelOf(star), at, addMs(at, 3_650 * dayMs)))
  await bring(world, walletId, purse)
  return walletId
}

function rootOf(square: bigint): bigint {
  let guess = BigInt(Math.floor(Math.sqrt(Number(square))))
  for (let step = 0; step < 4; step += 1) guess = guess === 0n ? 0n : (guess + square / guess) / 2n
  return guess
}

const fairOf = ({ fair }: Pick<GainsWorld, 'fair'>, pair: PairId): Rate => {
  const { base, quoted } = coinsOf(pair)
  const [one, other] = [fair.get(base), fair.get(quoted)]
  expect(one && other, 'each coin has a fair price')
  return chainRates(other, { numerator: one.denominator, denominator: one.numerator })
}

async function tradeBack(world: MadeWorld, pair: PairId): Promise<void> {
  const { db, clock, nextKey, trader } = world
  const { base, quoted } = await reservesOf(db, pair)
  const { numerator, denominator } = fairOf(world, pair)
  const wanted = rootOf((base * quoted * numerator) / denominator)
  const buys = wanted > base
  const net = buys ? wanted - base : (base * quoted) / wanted - quoted
  if (net * 1_000n < (buys ? base : quoted)) return
  const give = buys ? coinsOf(pair).base : coinsOf(pair).quoted
  const units = divide(net * 1_000n, 997n, 'up')
  const order = { walletId: trader, pair, give, units, minimum: 0n, key: nextKey(), at: clock.now() }
  await db.transaction((tx) => trade(tx, order))
}

export async function restorePrices(world: MadeWorld): Promise<void> {
  for (const pair of pairs) await tradeBack(world, pair)
}

export function worthAt(world: Pick<GainsWorld, 'fair'>, coin: Coin, units: bigint): bigint {
  const rate = world.fair.get(coin)
  expect(rate, `${coin} has a fair price`)
  return units < 0n ? -multiply(-units, rate, 'down') : multiply(units, rate, 'up')
}

export async function letSomebodyAct(world: MadeWorld, kinds: readonly string[]): Promise<void> {
  const { dice, holders } = world
  const habit = habits[dice.pick(kinds)]
  expect(habit, 'every name of a habit has one')
  await habit.act(world, dice.pick(holders)).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** All holders first buy from every line, so payout pools are shared and the attacker's next order starts after one night. */
const firstOrders: readonly Bought[] = [
  { productId: 1, amount: '200', days: 7 },
  { productId: 1, amount: '100', days: 1, reinvest: true },
  { productId: 2, amount: '100', days: 1 },
  { productId: 3, amount: '200', days: 30 },
  { productId: 5, amount: '1000', days: 30 },
  { productId: 20, amount: '500' },
  { productId: 21, amount: '2000' },
  { productId: 26, amount: '100' },
  { productId: 22, amount: '100' },
  { productId: 30, amount: '200', days: 7 },
  { productId: 34, amount: '300' },
  { productId: 40, amount: '500' },
  { productId: 45, amount: '15' },
]

const quiet = ['buy', 'trade', 'trade', 'pay', 'leave', 'draw', 'reserve', 'payBalance', 'compensate', 'switch']

async function pass(world: MadeWorld): Promise<void> {
  const { clock, db } = world
  const midnight = startOf(dayOf(addMs(clock.now(), dayMs)))
  clock.set(addMs(midnight, -hourMs))
  await restorePrices(world)
  clock.set(addMs(midnight, 5 * minuteMs))
  await settle(db, clock.now())
  clock.set(addMs(midnight, 10 * hourMs))
  await restorePrices(world)
}

async function bringCapital({ db, clock, nextKey }: Making): Promise<void> {
  for (const asset of coins) {
    const from = outside(usualChain(asset))
    const postings = [{ from, to: company('capital'), asset, units: BigInt(capital[asset]) * unitsPerOne }]
    await db.transaction((tx) => post(tx, { key: nextKey(), at: clock.now(), postings }))
  }
}

async function fairPrices({ db }: Making): Promise<ReadonlyMap<Coin, Rate>> {
  const fair = new Map<Coin, Rate>([['USDT', { numerator: 1n, denominator: 1n }]])
  for (const pair of pairs) {
    const { base, quoted } = coinsOf(pair)
    const reserves = await reservesOf(db, pair)
    if (base === 'USDT') fair.set(quoted, { numerator: reserves.base, denominator: reserves.quoted })
  }
  return fair
}

/** `world.db.undo()` reverts later changes. @param quietDays days before a run, over two; eight give averages a full week */
export async function makeGainsWorld(seed: number, quietDays = 8): Promise<GainsWorld> {
  const db = await testDb()
  const endRepeating = repeatRandomness(seed)
  const clock = stoppedClock(begins)
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `gains:${keys}`
  }
  const dice = seededDice(seed)
  const making = { db, clock, nextKey, keys: new Map<WalletId, IdentityKey>() }
  await seedRows(db, clock)
  await openNetwork(db)
  await bringCapital(making)
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
  const trader = await newcomer(making, { purse: deepPurse })
  const holders: WalletId[] = []
  for (let count = 0; count < 10; count += 1) {
    const above = holders[count >> 1]
    holders.push(await newcomer(making, { purse, star: 1 + (count % 6), ...(above ? { sponsor: above } : {}) }))
  }
  const attackers: WalletId[] = []
  for (const star of [6, 3, 1])
    attackers.push(
      await newcomer(making, {
        purse,
        star,
        ...(attackers.length > 0 ? { sponsor: attackers.at(-1) as WalletId } : {}),
      }),
    )
  attackers.push(await newcomer(making, { purse }))
  const circles = { starred: [], queued: [], marked: [], machines: [], compounding: [], armed: [], asked: [] }
  const world: MadeWorld = {
    ...making,
    dice,
    holders,
    attackers,
    trader,
    circles,
    shelf: { items: [], cards: new Map() },
    answers: new Map(),
    faults: [],
    fair: await fairPrices(making),
    fees: 0n,
    bank: new Set(),
    start: addMs(startOf(dayOf(begins)), quietDays * dayMs + 10 * hourMs),
  }
  for (const wallet of [...attackers, ...holders]) await arm(world, wallet)
  await restorePrices(world)
  await postHonestAds(world)
  for (let day = 0; day < quietDays; day += 1) {
    if (day === 1)
      for (const wallet of [...holders, ...attackers])
        for (const bought of firstOrders) await buyOf(world, wallet, bought).catch(ignoreRefusal)
    for (let count = 0; count < 12; count += 1) await letSomebodyAct(world, quiet)
    await pass(world)
  }
  expect(clock.now().getTime() === world.start.getTime(), 'a run begins where the quiet days end')
  const paid = await db.query<{ asset: number; units: string }>(
    'SELECT asset, sum(amount)::text AS units FROM record WHERE code = 105 OR (code = 23 AND asset = 1) GROUP BY asset',
  )
  const fees = paid.reduce((sum, { asset, units }) => sum + worthAt(world, assetOf(asset) as Coin, BigInt(units)), 0n)
  endRepeating()
  return { ...world, fees, db: await undoDb(db) }
}

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error
}
