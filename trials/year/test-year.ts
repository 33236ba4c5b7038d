import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, type Day, dayMs, dayOf, hourMs, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import { available, company, issued, outside } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { post, postMany } from '#ledger/posting/ledger.store.ts'
import { settle } from '#server/loops/settlement.ts'
import { capital } from '#trials/test-purse.ts'
import { checkDay, checkEnd, checkMonth, digestOf } from './test-year-checks.ts'
import { openNetwork } from './test-year-money.ts'
import { lendStars, operate } from './test-year-operator.ts'
import { habits, usual } from './test-year-people.ts'
import { checkProofs } from './test-year-proof.ts'
import type { Traces } from './test-year-trace.ts'
import { purse, type YearWorld } from './test-year-world.ts'

/** Days without activity, and how many of the first settle late in one batch. */
export type Rest = { readonly days: number; readonly late: number }
export type YearOptions = {
  readonly seed: number
  readonly wallets: number
  readonly days: number
  readonly actions: number
  /** Habits to exclude. */
  readonly without?: readonly string[]
  readonly rest?: Rest
  readonly traces?: number
  readonly onDay?: (day: Day, done: number, faults: number) => void
}
export type YearOutcome = Traces & {
  /** Counts by "kind: answer". */
  readonly answers: ReadonlyMap<string, number>
  /** Violated invariants with their day. */
  readonly faults: readonly string[]
  /** Equal for two runs with the same seed. */
  readonly digest: string
  readonly postings: number
  /** Number of days with a proof checked against postings. */
  readonly proven: number
}

const start = new Date('2026-11-21T10:00:00Z')

function welcome({ dice, clock, nextKey }: YearWorld, wallet: WalletId): Entry {
  const paidIn = coins.map((asset) => {
    const from = outside(usualChain(asset))
    return { from, to: available(wallet), asset, units: BigInt(dice.below(purse[asset]) + 1) * unitsPerOne, code: 2 }
  })
  const credit = {
    from: issued,
    to: available(wallet),
    asset: 'CREDIT' as const,
    units: 1_000n * unitsPerOne,
    code: 117,
  }
  return { key: nextKey(), at: clock.now(), postings: [...paidIn, credit] }
}

const groupSize = 100

/** Most users join under an early user, some in a long chain. */
async function populate(world: YearWorld, wallets: number): Promise<void> {
  const { db, dice, clock, holders, keys } = world
  let waiting: Entry[] = []
  for (let count = 1; count <= wallets; count += 1) {
    const above = dice.chance(0.2) ? holders.at(-1) : holders[dice.below(Math.ceil(Math.sqrt(holders.length + 1)))]
    const sponsor = above && !dice.chance(0.02) ? { sponsor: above } : {}
    const { walletId, key } = await testWallet(db, { ...sponsor, at: clock.now() })
    await passGates(db, walletId, clock.now())
    waiting.push(welcome(world, walletId))
    holders.push(walletId)
    keys.set(walletId, key)
    if (count % groupSize > 0 && count < wallets) continue
    const entries = waiting
    await db.transaction((tx) => postMany(tx, entries))
    waiting = []
  }
}

function someone({ dice, holders, circles }: YearWorld, among: keyof YearWorld['circles'] | undefined): WalletId {
  const few = among ? circles[among] : []
  return few.length > 0 && dice.chance(0.9) ? dice.pick(few) : dice.pick(holders)
}

export async function act(world: YearWorld, kinds: readonly string[]): Promise<void> {
  const { dice, answers } = world
  const kind = dice.pick(kinds)
  const habit = habits[kind]
  expect(habit, 'every name of a habit has one')
  let answer = 'done'
  try {
    await habit.act(world, someone(world, habit.among))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    answer = error.key
  }
  answers.set(`${kind}: ${answer}`, (answers.get(`${kind}: ${answer}`) ?? 0) + 1)
}

/** Users act a few times, once in the last half hour. Then midnight passes and due work settles. */
async function live(world: YearWorld, day: number, { actions, without = [] }: YearOptions): Promise<void> {
  const { clock, dice, db } = world
  const kinds = usual.filter((kind) => !without.includes(kind))
  const midnight = new Date(dayOf(addMs(clock.now(), dayMs)))
  const moments = [
    6 * hourMs + dice.below(4 * hourMs),
    13 * hourMs + dice.below(4 * hourMs),
    dayMs - 1 - dice.below(29 * minuteMs),
  ]
  for (const [place, moment] of moments.entries()) {
    const at = addMs(midnight, moment - dayMs)
    if (at > clock.now()) clock.set(at)
    await settle(db, clock.now())
    if (place === 1) await operate(world, day)
    for (let count = 0; count < Math.ceil(actions / moments.length); count += 1) await act(world, kinds)
  }
  clock.set(addMs(midnight, minuteMs + dice.below(hourMs)))
  await settle(db, clock.now())
}

async function rest({ clock, db }: YearWorld, { days, late }: Rest = { days: 0, late: 0 }): Promise<void> {
  for (let day = 1; day <= days; day += 1) {
    clock.set(addMs(new Date(dayOf(addMs(clock.now(), dayMs))), minuteMs))
    if (day >= late) await settle(db, clock.now())
  }
}

async function bringCapital({ db, clock, nextKey }: YearWorld): Promise<void> {
  for (const asset of coins) {
    const from = outside(usualChain(asset))
    const postings = [{ from, to: company('capital'), asset, units: BigInt(capital[asset]) * unitsPerOne }]
    await db.transaction((tx) => post(tx, { key: nextKey(), at: clock.now(), postings }))
  }
}

function newWorld(db: Db, seed: number): YearWorld {
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `year:${keys}`
  }
  const circles = { starred: [], queued: [], marked: [], machines: [], compounding: [], armed: [], asked: [] }
  const world = { db, dice: seededDice(seed), clock: stoppedClock(start), holders: [], keys: new Map(), circles }
  return { ...world, shelf: { items: [], cards: new Map() }, answers: new Map(), faults: [], nextKey }
}

const month = 30

/**
 * Simulates a year of users and an operator with all product lines. For repeatable runs, also seed the product's randomness (wallet IDs,
 * draw seeds).
 */
export async function simulateYear(db: Db, options: YearOptions): Promise<YearOutcome> {
  const world = newWorld(db, options.seed)
  const { clock } = world
  await seedRows(db, clock)
  await openNetwork(db)
  await bringCapital(world)
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
  await populate(world, options.wallets)
  await lendStars(world)
  let proven = 0
  for (let day = 0; day < options.days; day += 1) {
    const today = dayOf(clock.now())
    await live(world, day, options)
    await checkDay(world, today)
    proven += await checkProofs(world, today)
    if (day % month === month - 1) await checkMonth(world, today)
    options.onDay?.(today, day + 1, world.faults.length)
  }
  await rest(world, options.rest)
  proven += await checkProofs(world, dayOf(clock.now()))
  const traces = await checkEnd(world, dayOf(clock.now()), options.traces ?? 1_000)
  return { answers: world.answers, faults: world.faults, ...traces, proven, ...(await digestOf(db)) }
}
