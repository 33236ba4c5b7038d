import { seedMoney, seedProducts } from '#db/seed-demo.ts'
import { dumpTables } from '#engine/copy-tables.store.ts'
import { migrate } from '#engine/migrate.store.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { stopClock } from '#kit/time/clock.store.ts'
import { addDays, addMs, type Day, dayMs, dayOf, hourMs, minuteMs, startOf, stoppedClock } from '#kit/time/clock.ts'
import { makeDemoTrades } from '#market/demo/demo-trader.job.ts'
import { buyForCompute } from '#products/pots/buy.job.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { settle } from '#server/loops/settlement.ts'
import { proofLogs } from '#server/sending/proof-logs.ts'
import { repeatRandomness } from '#server/test/test-implementations.ts'
import { act } from '#trials/year/test-year.ts'
import { habits, usual } from '#trials/year/test-year-people.ts'
import type { YearWorld } from '#trials/year/test-year-world.ts'
import { bringCapital, bringRest, keepCompany } from './company.ts'
import { contentsOf } from './contents.ts'
import { join, type Person, peopleOf, queue } from './people.ts'

export const worldDays = 60
const actions = 18
/** Excludes withdrawals, which need missing keys, and reads, which leave no data. */
const without = ['withdraw', 'takeBack', 'look']
const kinds = usual.filter((kind) => !without.includes(kind) && habits[kind])
/** The first team members reach a star in time for machines and nodes. */
const starred = 12

export type DemoWorldOptions = {
  readonly seed: number
  /** The world ends shortly after midnight of this day. */
  readonly day: Day
  readonly onDay?: (day: Day, done: number) => void
}
export type DemoWorldOutcome = {
  readonly answers: ReadonlyMap<string, number>
}

async function catchUp({ db, clock }: YearWorld, isTimeToBuy: boolean): Promise<void> {
  await makeDemoTrades(db, clock.now())
  await settle(db, clock.now())
  await closeUnpaidReservations(db, clock.now())
  await buyForCompute(db, clock.now(), () => isTimeToBuy)
}

type Crowd = { readonly people: readonly Person[]; readonly wallets: WalletId[]; readonly active: WalletId[] }

async function welcome(world: YearWorld, { people, wallets, active }: Crowd, day: number): Promise<void> {
  for (const [place, person] of people.entries()) {
    if (person.day !== day) continue
    const walletId = await join(world, person, person.above === undefined ? undefined : wallets[person.above])
    wallets[place] = walletId
    if (!person.builds) active.push(walletId)
    else if (world.circles.starred.length < starred) world.circles.starred.push(walletId)
  }
}

async function live(world: YearWorld, crowd: Crowd, day: number): Promise<void> {
  const { db, clock, dice } = world
  const { active } = crowd
  const midnight = startOf(addDays(dayOf(clock.now()), 1))
  const moments = [
    7 * hourMs + dice.below(4 * hourMs),
    13 * hourMs + dice.below(4 * hourMs),
    20 * hourMs + dice.below(3 * hourMs),
  ]
  for (const [place, moment] of moments.entries()) {
    const at = addMs(midnight, moment - dayMs)
    if (at <= clock.now()) continue
    clock.set(at)
    await catchUp(world, place === 1)
    if (place === 0) await welcome(world, crowd, day)
    if (place === 1) await keepCompany(world, day)
    for (let count = 0; count < actions / moments.length; count += 1) await act({ ...world, holders: active }, kinds)
    if (place === 2 && day >= worldDays - 10)
      for (let count = 0; count < 4; count += 1)
        await queue(world, dice.pick(world.holders), String(150 + dice.below(500)))
  }
  if (day === worldDays - 1) await bringRest(world)
  clock.set(addMs(midnight, minuteMs + dice.below(20 * minuteMs)))
  await catchUp(world, false)
  await keepPowerDays(db)
  await buildProofs(db, clock.now(), proofLogs)
}

function newWorld(db: Db, { seed, day }: DemoWorldOptions): YearWorld {
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `demo:world:${keys}`
  }
  const clock = stoppedClock(addMs(startOf(addDays(day, -worldDays)), 6 * hourMs))
  const circles = { starred: [], queued: [], marked: [], machines: [], compounding: [], armed: [], asked: [] }
  const world = { db, dice: seededDice(seed), clock, holders: [], keys: new Map(), circles }
  return { ...world, shelf: { items: [], cards: new Map() }, answers: new Map(), faults: [], nextKey }
}

/**
 * Creates the demo's initial world by running the engine for sixty days on an empty database. Deterministic for a seed and day if the
 * product's randomness is repeatable.
 */
export async function makeDemoWorld(db: Db, options: DemoWorldOptions): Promise<DemoWorldOutcome> {
  const world = newWorld(db, options)
  const { clock, answers } = world
  await seedProducts(db, clock.now())
  await bringCapital(world)
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
  const crowd = { people: peopleOf(worldDays), wallets: [], active: [] }
  for (let day = 0; day < worldDays; day += 1) {
    const today = dayOf(clock.now())
    await live(world, crowd, day)
    options.onDay?.(today, day + 1)
  }
  await db.transaction((tx) => stopClock(tx, clock.now()))
  return { answers }
}

/** Builds the world in a separate empty database. @returns its contents and rows as a file */
export async function makeWorldCopy(options: DemoWorldOptions) {
  const server = await startPostgres()
  const owner = postgresDb(server.url, { asOwner: true })
  await migrate(owner)
  const db = postgresDb(server.url)
  const restore = repeatRandomness(options.seed)
  try {
    const { answers } = await makeDemoWorld(db, options)
    const contents = await contentsOf(owner)
    const rows = await owner.query<{ number: number }>('SELECT number FROM books.month ORDER BY number')
    return { answers, contents, months: rows.map(({ number }) => number), dump: await dumpTables(server.url) }
  } finally {
    restore()
    await db.close()
    await owner.close()
    await server.stop()
  }
}
