import { awaitFirstCredit, grantFirstCredits } from '#custody/watching/deposits/first-credit.store.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { assetNumber, coins } from '#kit/amount/coins.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { type PairId, pairs, type WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, dayOf, hourMs, minuteMs, startOf } from '#kit/time/clock.ts'
import { packageCaps } from '#products/lines/package/package-settings.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { settle } from '#server/loops/settlement.ts'
import { type Purse, purseOf } from '#trials/test-purse.ts'
import type { Attacker, Line } from './test-attack-lines.ts'
import { promisedIncome } from './test-attack-promise.ts'
import { bring, makeWorld, newWallet, pressTo, quietTrade, restore, type World, wealth } from './test-attack-world.ts'

/** Price manipulation: none (honest twin), up or down. Either around midnight, or all day against traders who restore prices. */
export type Way = {
  readonly press: 'none' | 'up' | 'down'
  readonly hold: 'moment' | 'day'
  readonly thousandths: bigint
}
export const honestWay: Way = { press: 'none', hold: 'moment', thousandths: 0n }

/** Amounts in units of USDT at fair prices. */
export type Outcome = {
  readonly name: string
  readonly profit: bigint
  readonly promised: bigint
  /** Result of manipulating only this line's markets, a loss. */
  readonly pressing: bigint
  readonly done: number
  readonly refused: ReadonlyMap<string, number>
  /** Opening value of orders, and final POWER. */
  readonly valueUnits: bigint
  readonly powerUnits: bigint
}

/** At demo prices about a million USDT for manipulation and over half a million for orders per line. */
const toPressWith = purseOf({ USDT: 70_000, WLD: 50_000, ATMC: 300_000, ATMX: 4_000_000 })
const forOrders = purseOf({ USDT: 300_000, WLD: 60_000, ATMC: 500_000, ATMX: 4_000_000 })
const partOf = (purse: Purse, parts: number): Purse =>
  Object.fromEntries(coins.map((coin) => [coin, Math.floor(purse[coin] / parts)])) as Purse

type Pressers = ReadonlyMap<PairId, WalletId>

async function makePressers({ db, clock, nextKey }: World): Promise<Pressers> {
  const pressers = new Map<PairId, WalletId>()
  for (const pair of pairs) {
    const walletId = await newWallet(db, clock.now())
    await bring(db, walletId, toPressWith, nextKey(), clock.now())
    pressers.set(pair, walletId)
  }
  return pressers
}

async function makeAttacker(world: World, { wallets: count }: Line): Promise<Attacker> {
  const { db, clock, nextKey } = world
  const wallets: WalletId[] = []
  for (let made = 0; made < count; made += 1) {
    const walletId = await newWallet(db, clock.now(), wallets.at(-1))
    await bring(db, walletId, partOf(forOrders, count), nextKey(), clock.now())
    await db.transaction((tx) => awaitFirstCredit(tx, walletId, clock.now()))
    wallets.push(walletId)
  }
  return { world, wallets, refused: new Map(), done: 0 }
}

async function liveDay(world: World, way: Way, pressers: Pressers, act: () => Promise<void>) {
  const { db, clock } = world
  const target = way.press === 'up' ? 1_000n + way.thousandths : 1_000n - way.thousandths
  const press = async (to: bigint) => {
    if (way.press !== 'none') for (const [pair, walletId] of pressers) await pressTo(world, walletId, pair, to)
  }
  const midnight = startOf(dayOf(addMs(clock.now(), dayMs)))
  if (way.hold === 'day')
    for (let hour = 1; hour < 23; hour += 1) {
      clock.set(addMs(midnight, hour * hourMs - dayMs))
      await restore(world, pairs)
      clock.advance(minuteMs)
      await press(target)
    }
  clock.set(addMs(midnight, -hourMs))
  await restore(world, pairs)
  await quietTrade(world)
  clock.set(addMs(midnight, -40 * minuteMs))
  await press(target)
  await act()
  clock.set(addMs(midnight, 5 * minuteMs))
  await settle(db, clock.now())
  await closeUnpaidReservations(db, clock.now())
  await grantFirstCredits(db, clock.now())
  clock.set(addMs(midnight, 10 * minuteMs))
  if (way.hold === 'moment') await press(1_000n)
}

export async function attack(way: Way, lines: readonly Line[], days: number): Promise<readonly Outcome[]> {
  const world = await makeWorld()
  const { db, clock } = world
  try {
    // Each package may sell the daily total, because any user can use half the cap.
    const change = { value: { dayValue: '32000', walletValue: '5000' }, reason: 'an attack', at: clock.now() }
    await db.transaction((tx) => changeSetting(tx, packageCaps, change))
    const pressers = await makePressers(world)
    const attackers = new Map<Line, Attacker>()
    for (const line of lines) attackers.set(line, await makeAttacker(world, line))
    const since = clock.now()
    const worthOf = (wallets: readonly WalletId[]) => wealth(world, wallets)
    const pressersHad = new Map<PairId, bigint>()
    for (const [pair, walletId] of pressers) pressersHad.set(pair, await worthOf([walletId]))
    const had = new Map<Line, bigint>()
    for (const [line, { wallets }] of attackers) had.set(line, await worthOf(wallets))
    for (let day = 0; day < days; day += 1) {
      // Attacks stop early, because a waiting package would count both its price and its coins.
      const isOver = day >= days - 3
      await liveDay(world, way, pressers, async () => {
        for (const [line, attacker] of attackers) if (!isOver) await line.act(attacker, day)
      })
    }
    await restore(world, pairs)
    const pressing = new Map<PairId, bigint>()
    for (const [pair, walletId] of pressers)
      pressing.set(pair, (await worthOf([walletId])) - (pressersHad.get(pair) ?? 0n))
    const outcomes: Outcome[] = []
    for (const [line, { wallets, done, refused }] of attackers)
      outcomes.push({
        name: line.name,
        profit: (await worthOf(wallets)) - (had.get(line) ?? 0n),
        promised: await promisedIncome(world, wallets, since),
        pressing: line.pairs.reduce((sum, pair) => sum + (pressing.get(pair) ?? 0n), 0n),
        done,
        refused,
        ...(await weightOf(world, wallets)),
      })
    return outcomes
  } finally {
    await db.close()
  }
}

async function weightOf({ db }: World, wallets: readonly WalletId[]) {
  const [row] = await db.query<{ value: string; power: string }>(
    `SELECT coalesce(sum(value_units), 0)::text AS value, (SELECT coalesce(sum(balance), 0)::text FROM balance WHERE holder = ANY ($1::text[])
       AND asset = $2) AS power FROM investment_order WHERE wallet_id = ANY ($1::text[])`,
    [wallets, assetNumber('POWER')],
  )
  return { valueUnits: BigInt(row?.value ?? '0'), powerUnits: BigInt(row?.power ?? '0') }
}

/** Gains beyond the honest twin and beyond card promises. Neither may be positive. */
export const gainsOf = (outcome: Outcome, twin: Outcome) => ({
  beyondTwin: outcome.profit + outcome.pressing - twin.profit,
  beyondCards: outcome.profit + outcome.pressing - outcome.promised,
})

/** Whole USDT, rounded toward zero. */
export const inUsdt = (units: bigint): string => String(units / unitsPerOne)
