import { withdrawalsToReview } from '#custody/payments/withdrawals.store.ts'
import { lesser, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { loadWhereabouts } from '#products/lines/fund/fund.store.ts'
import { readCommand } from '#server/ops/base/command-line.ts'
import { typeAsOperator } from '#server/test/test-operator.ts'
import type { YearWorld } from './test-year-world.ts'

const fundId = 34

/** Refusals are allowed. */
async function type(world: YearWorld, ...words: readonly string[]): Promise<void> {
  const { answers } = world
  const answer = `ops ${readCommand(words).verb?.words}: ${await typeAsOperator(world, ...words)}`
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

const hashOf = (world: YearWorld): string => world.nextKey().replace(/\D/g, '').padStart(64, '0')

async function runFund(world: YearWorld): Promise<void> {
  const { db, dice, clock } = world
  const id = String(fundId)
  const { running, releasing, atVenue } = await loadWhereabouts(db, fundId, clock.now())
  const whole = (units: bigint) => showUnits(units - (units % (unitsPerOne / 100n)))
  const part = (units: bigint) => whole((units * BigInt(1 + dice.below(100))) / 100n)
  const book = async (verb: string, amount: string) => {
    if (amount !== '0') await type(world, 'fund', verb, id, amount, 'bsc', hashOf(world), 'a week of trading')
  }
  // Returns redeemed coins first, because holders wait for them.
  if (releasing > 0n && atVenue > 0n) await book('return', showUnits(lesser(atVenue, releasing)))
  const what = dice.pick(['send', 'send', 'return', 'profit', 'profit', 'loss', 'hold'] as const)
  if (what === 'send' && running > atVenue) await book('send', part(running - atVenue))
  if (what === 'return') await book('return', part(atVenue))
  if (what === 'profit') await book('book-profit', `${1 + dice.below(40)}.${10 + dice.below(90)}`)
  const lost = part(atVenue / 10n)
  if (what === 'loss' && lost !== '0') await type(world, 'fund', 'book-loss', id, lost, 'a bad week')
  if (what === 'hold') await type(world, 'fund', 'hold', id, '20h', 'a result comes')
}

async function review(world: YearWorld): Promise<void> {
  for (const { id } of await withdrawalsToReview(world.db, 20))
    if (world.dice.chance(0.5)) await type(world, 'withdrawal', 'approve', String(id))
    else await type(world, 'withdrawal', 'refuse', String(id), 'the address is of a stranger')
}

/** Machine pools get enough for some exits within the year. */
async function fundPools(world: YearWorld, day: number): Promise<void> {
  const fund = (pool: string, coin: string, amount: string) =>
    type(world, 'pool', 'fund', pool, coin, amount, 'what a week is likely to sell')
  await fund('dual', 'USDT', '200')
  await fund('dual', 'WLD', '100')
  await fund('machine', 'ATMC', day === 0 ? '1000000' : '150000')
  await fund('compute', 'ATMC', '1000')
}

/** Gives one in twenty wallets a star, so machines and nodes sell before stars are earned. */
export async function lendStars(world: YearWorld): Promise<void> {
  const { holders, circles, dice } = world
  const few = Math.ceil(holders.length / 20)
  for (let count = 0; count < few; count += 1) {
    const holder = dice.pick(holders)
    await type(world, 'star', 'lend', holder, String(1 + dice.below(6)))
    circles.starred.push(holder)
  }
}

export async function operate(world: YearWorld, day: number): Promise<void> {
  const { dice, holders } = world
  if (day % 7 === 0) await fundPools(world, day)
  if (day % 3 === 1) await runFund(world)
  if (dice.chance(0.4)) await review(world)
  if (dice.chance(0.2))
    await type(world, 'package', 'grant', dice.pick(holders), dice.pick(['26', '27']), '50', 'a fault was found')
  // A low quota, so later buyers queue.
  if (day === 1) await type(world, 'product', 'quota', '1', '400', 'more is wanted than its pool can pay')
  if (day % 60 === 20) await type(world, 'market', 'notice', 'USDT-WLD', '100', 'people trade without it by now')
  if (day % 60 === 52) await type(world, 'market', 'take-back', 'USDT-WLD', 'its notice is over')
}
