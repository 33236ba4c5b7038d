import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { testDb } from '#engine/test/test-db.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import { setStar } from '#identity/team/star.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { divide, multiply, type Rate, unitsPerOne } from '#kit/amount/amount.ts'
import { assetNumber, type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import { type PairId, pairs, type WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, dayOf, minuteMs, startOf, stoppedClock } from '#kit/time/clock.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { liquidityOf, reservesOf, trade } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { worthOf } from '#market/trade/liquidity.ts'
import { settle } from '#server/loops/settlement.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { capital, deepPurse, type Purse, purseOf } from '#trials/test-purse.ts'

const start = new Date('2026-11-21T10:00:00Z')
const ofHonest = purseOf({ USDT: 40_000, WLD: 20_000, ATMC: 200_000, ATMX: 2_000_000 })
/** Quiet days before the attack, so weekly averages are complete. */
const quietDays = 8

export type World = Awaited<ReturnType<typeof openWorld>>

export async function bring(db: Db, wallet: WalletId, purse: Purse, key: string, at: Date) {
  const postings = coins.map((asset) => ({
    from: outside(usualChain(asset)),
    to: available(wallet),
    asset,
    units: BigInt(purse[asset]) * unitsPerOne,
    code: 2,
  }))
  await db.transaction((tx) => post(tx, { key, at, postings }))
}

/** Creates a wallet with the highest star, which permits every purchase. */
export async function newWallet(db: Db, at: Date, sponsor?: WalletId): Promise<WalletId> {
  const { walletId } = await testWallet(db, { at, ...(sponsor ? { sponsor } : {}) })
  await passGates(db, walletId, at)
  await db.transaction((tx) => setStar(tx, walletId, 6, at))
  return walletId
}

async function openWorld() {
  const db = await testDb()
  const clock = stoppedClock(start)
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `attack:${keys}`
  }
  await seedRows(db, clock)
  for (const asset of coins) {
    const from = outside(usualChain(asset))
    const posting = { from, to: company('capital'), asset, units: BigInt(capital[asset]) * unitsPerOne }
    await db.transaction((tx) => post(tx, { key: nextKey(), at: start, postings: [posting] }))
  }
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
  const fair = new Map<PairId, Rate>()
  for (const pair of pairs) {
    const { base, quoted } = await reservesOf(db, pair)
    fair.set(pair, { numerator: base, denominator: quoted })
  }
  const trader = await newWallet(db, start)
  await bring(db, trader, deepPurse, nextKey(), start)
  return { db, clock, nextKey, fair, trader, app: { db, clock, nextKey } }
}

function root(square: bigint): bigint {
  let guess = BigInt(Math.floor(Math.sqrt(Number(square))))
  for (let step = 0; step < 4; step += 1) guess = guess === 0n ? 0n : (guess + square / guess) / 2n
  return guess
}

/** One trade that moves a market to this many thousandths of its fair price. */
export async function pressTo(world: World, walletId: WalletId, pair: PairId, thousandths: bigint): Promise<void> {
  const { db, clock, nextKey, fair } = world
  const { base, quoted } = await reservesOf(db, pair)
  const { numerator, denominator } = fair.get(pair) as Rate
  const wanted = root((base * quoted * numerator * thousandths) / (denominator * 1_000n))
  const buys = wanted > base
  const reserve = buys ? base : quoted
  const grown = buys ? wanted : (base * quoted) / wanted
  const net = grown - reserve
  // Skips moves below 0.2 %, which cost more in fees than they gain.
  if (net * 1_000n < reserve) return
  const coin = buys ? coinsOf(pair).base : coinsOf(pair).quoted
  const units = divide(net * 1_000n, 997n, 'up')
  const order = { walletId, pair, give: coin, units, minimum: 0n, key: nextKey(), at: clock.now() }
  await db
    .transaction((tx) => trade(tx, order))
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
}

export const restore = async (world: World, all: readonly PairId[]): Promise<void> => {
  for (const pair of all) await pressTo(world, world.trader, pair, 1_000n)
}

export function fairWorth({ fair }: World, coin: Coin, units: bigint): bigint {
  if (coin === 'USDT') return units
  return multiply(units, fair.get(`USDT-${coin}` as PairId) as Rate, 'down')
}

export async function wealth(world: World, wallets: readonly WalletId[]): Promise<bigint> {
  const { db } = world
  const rows = await db.query<{ asset: number; units: string }>(
    'SELECT asset, sum(balance)::text AS units FROM balance WHERE holder = ANY ($1::text[]) GROUP BY asset',
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

export type Bought = { readonly productId: number; readonly amount: string; readonly days?: number }
export async function buy(world: World, walletId: WalletId, { productId, amount, days }: Bought): Promise<void> {
  const { card, product } = await callAs(world.app, getProduct, walletId, { productId })
  const term = days === undefined ? {} : { days }
  const choice = product.reinvests ? { reinvest: false } : {}
  await callAs(world.app, buyOrder, walletId, { productId, amount, card: card.hash, ...term, ...choice })
}

/** Honest holders in each line share payout pools and can lose. */
const honestOrders: readonly Bought[] = [
  { productId: 1, amount: '4000', days: 30 },
  { productId: 3, amount: '4000', days: 180 },
  { productId: 5, amount: '40000', days: 360 },
  { productId: 20, amount: '4000' },
  { productId: 21, amount: '20000' },
  { productId: 30, amount: '2000', days: 90 },
  { productId: 41, amount: '1000' },
]

/** Trades at stable prices, because price averages need trades. */
export async function quietTrade(world: World): Promise<void> {
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

export async function makeWorld(): Promise<World> {
  const world = await openWorld()
  const { db, clock, nextKey } = world
  const honest: WalletId[] = []
  for (let count = 0; count < 5; count += 1) {
    const walletId = await newWallet(db, clock.now())
    await bring(db, walletId, ofHonest, nextKey(), clock.now())
    honest.push(walletId)
  }
  for (let day = 0; day < quietDays; day += 1) {
    clock.set(addMs(startOf(dayOf(addMs(clock.now(), dayMs))), 5 * minuteMs))
    await restore(world, pairs)
    await quietTrade(world)
    await settle(db, clock.now())
    if (day === 1) for (const walletId of honest) for (const order of honestOrders) await buy(world, walletId, order)
  }
  return world
}
