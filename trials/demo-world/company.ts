import { createHash } from 'node:crypto'
import { showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin, chainIds } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { loadWhereabouts } from '#products/lines/fund/fund.store.ts'
import { demoUnits } from '#products/terms/demo-product.ts'
import { readCommand } from '#server/ops/base/command-line.ts'
import { typeAsOperator } from '#server/test/test-operator.ts'
import type { YearWorld } from '#trials/year/test-year-world.ts'
import { buy } from './people.ts'

const fund = { productId: 34, chain: 'bsc' } as const

const brought = chainIds.flatMap((chain) =>
  coins.flatMap((coin) => {
    const terms = chainCoin(chain, coin)
    return terms ? [{ chain, coin, units: demoUnits(terms.demoCapital) }] : []
  }),
)

/** Withholds a quarter, as space for sixty days of deposits, so chain totals match the usual demo. */
const keptBack = 4n

async function arrive(world: YearWorld, chain: ChainId, coin: Coin, units: bigint): Promise<void> {
  const postings = [{ from: outside(chain), to: company('capital'), asset: coin, units }]
  await world.db.transaction((tx) => post(tx, { key: world.nextKey(), at: world.clock.now(), postings }))
}

export async function bringCapital(world: YearWorld): Promise<void> {
  for (const { chain, coin, units } of brought) await arrive(world, chain, coin, units - units / keptBack)
}

/** Makes final ledger balances equal the embedded chains' initial balances, except for venue movements without chain coins. */
export async function bringRest(world: YearWorld): Promise<void> {
  for (const { chain, coin, units } of brought) {
    const imagined = chain === fund.chain && coin === 'USDT' ? (movedByVenue.get(world) ?? 0n) : 0n
    const there = -(await balanceOf(world.db, outside(chain), coin)) - imagined
    expect(there <= units, `no more ${coin} was paid in on ${chain} than the embedded chain has`)
    if (there < units) await arrive(world, chain, coin, units - there)
  }
}

async function type(world: YearWorld, ...words: readonly string[]): Promise<void> {
  const answer = await typeAsOperator(world, ...words)
  world.answers.set(`ops ${readCommand(words).verb?.words}: ${answer}`, 1)
  expect(answer === 'done', `${words.join(' ')} is done: it was ${answer}`)
}

/** Units moved by the fund's venue per world. Positive means incoming. No chain coins moved. */
const movedByVenue = new WeakMap<YearWorld, bigint>()

const hashOf = (text: string): string => createHash('sha256').update(`demo world ${text}`).digest('hex')
const whole = (units: bigint): string => showUnits(units - (units % unitsPerOne))

/** Sends deposits to the venue, loses part, and later gains more than the loss. */
async function runFund(world: YearWorld, day: number): Promise<void> {
  const { db, clock, holders, dice } = world
  const id = String(fund.productId)
  if (day >= 3 && day < 20 && day % 2 === 1) {
    const holder = dice.pick(holders)
    await buy(world, holder, { productId: fund.productId, amount: String(100 + dice.below(400)) })
  }
  const { running, atVenue } = await loadWhereabouts(db, fund.productId, clock.now())
  const move = async (verb: 'send' | 'book-profit', amount: string, reason: string) => {
    await type(world, 'fund', verb, id, amount, fund.chain, hashOf(`${verb} ${day}`), reason)
    const units = demoUnits(amount)
    movedByVenue.set(world, (movedByVenue.get(world) ?? 0n) + (verb === 'send' ? -units : units))
  }
  if ((day === 12 || day === 24) && running > atVenue)
    await move('send', whole(running - atVenue), 'demo: to the venue')
  if (day === 30)
    await type(world, 'fund', 'book-loss', id, whole(atVenue / 40n), 'demo: a position was closed at a loss')
  if (day === 41) await move('book-profit', whole(atVenue / 20n), 'demo: the result of a good month')
  if (day === 52) await move('book-profit', whole(atVenue / 50n), 'demo: the result of two weeks')
}

export async function keepCompany(world: YearWorld, day: number): Promise<void> {
  await runFund(world, day)
  if (day === 2)
    await type(world, 'product', 'quota', '7', '500', 'demo: fewer places than people want, so that there is a queue')
}
