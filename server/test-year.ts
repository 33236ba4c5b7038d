import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { exchangePairs, makeTrade } from '#features/exchange/exchange.contract.ts'
import { accelerate, cancelAcceleration } from '#features/investing/acceleration/acceleration.contract.ts'
import { getDraw, makeDraw } from '#features/investing/draw/draw.contract.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import {
  buyOrder,
  cancelOrder,
  getProduct,
  listOrders,
  listProducts,
  redeemOrder,
  setReinvest,
} from '#features/investing/investing.contract.ts'
import { findOrderProblems } from '#features/investing/orders/order-invariants.store.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import { addMs, type Day, dayMs, dayOf, hourMs, minuteMs, stoppedClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Dice, seededDice } from '#kit/random.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, house, outside, poolFree } from '#ledger/chart.ts'
import { post } from '#ledger/ledger.store.ts'
import { settle } from './settlement.ts'
import { callAs } from './test-implementations.ts'

export type YearOptions = {
  readonly seed: number
  readonly wallets: number
  readonly days: number
  /** Things people do, each day. */
  readonly actions: number
  readonly onDay?: (day: Day, done: number) => void
}
export type YearOutcome = {
  /** How each kind of action was answered, by "kind: answer". */
  readonly answers: ReadonlyMap<string, number>
  /** Whatever did not hold, with the day it was found. Empty is what is wanted. */
  readonly faults: readonly string[]
  /** Of every posting there is: two runs of a seed have the same. */
  readonly digest: string
  readonly postings: number
}

type World = {
  readonly db: Db
  readonly dice: Dice
  readonly clock: ReturnType<typeof stoppedClock>
  readonly holders: WalletId[]
  readonly answers: Map<string, number>
  readonly faults: string[]
  readonly nextKey: () => string
}

const start = new Date('2026-11-21T10:00:00Z')
const purse: Readonly<Record<Coin, number>> = { USDT: 3_000, WLD: 1_500, ATMC: 15_000, ATMX: 100_000 }
const capital: Readonly<Record<Coin, number>> = { USDT: 5_000_000, WLD: 4_000_000, ATMC: 30_000_000, ATMX: 60_000_000 }
async function give(world: World, wallet: WalletId, coin: Coin, whole: number): Promise<void> {
  const from = outside(coin === 'WLD' ? 'eth' : 'bsc')
  const postings = [{ from, to: available(wallet), asset: coin, units: BigInt(whole) * unitsPerOne, code: 2 }]
  await world.db.transaction((tx) => post(tx, { key: world.nextKey(), at: world.clock.now(), postings }))
}

/** People who invited one another: most under someone who came early, some in a long line. */
async function populate(world: World, wallets: number): Promise<void> {
  const { db, dice, clock, holders } = world
  for (let count = 0; count < wallets; count += 1) {
    const above = dice.chance(0.2) ? holders.at(-1) : holders[dice.below(Math.ceil(Math.sqrt(holders.length + 1)))]
    const sponsor = above && !dice.chance(0.02) ? { sponsor: above } : {}
    const { walletId } = await testWallet(db, { ...sponsor, at: clock.now() })
    await passGates(db, walletId, clock.now())
    for (const coin of coins) await give(world, walletId, coin, dice.below(purse[coin]) + 1)
    holders.push(walletId)
  }
}

const typed = (dice: Dice, least: number, most: number): string =>
  `${Math.max(1, Math.floor(least + dice.below(Math.max(1, Math.floor(most - least)))))}.${10 + dice.below(90)}`

/** What people do: each picks what it is about by itself, and does nothing where there is nothing to do it with. */
const actions: Readonly<Record<string, (world: World, wallet: WalletId) => Promise<unknown>>> = {
  buy: async (world, wallet) => {
    const { dice } = world
    const { items } = await callAs(world, listProducts, wallet, {})
    const product = dice.pick(items)
    const period = dice.pick(product.periods)
    const { card } = await callAs(world, getProduct, wallet, { productId: product.productId })
    const amount = typed(dice, Number(product.minimum), Number(product.minimum) * (dice.chance(0.05) ? 2_000 : 6))
    const choice = product.reinvests ? { reinvest: dice.chance(0.6) } : {}
    const days = period.days > 0 ? { days: period.days } : {}
    return callAs(world, buyOrder, wallet, {
      productId: product.productId,
      amount,
      ...days,
      ...choice,
      card: card.hash,
    })
  },
  leave: async (world, wallet) => {
    const { items } = await callAs(world, listOrders, wallet, { state: 'running' })
    if (items.length === 0) return
    const { orderId, state, amount } = world.dice.pick(items)
    if (state === 'to_be_started') return callAs(world, cancelOrder, wallet, { orderId })
    const part =
      world.dice.chance(0.5) && Number(amount) > 2 ? { amount: typed(world.dice, 1, Number(amount) / 2) } : {}
    return callAs(world, redeemOrder, wallet, { orderId, ...part })
  },
  switch: async (world, wallet) => {
    const { items } = await callAs(world, listOrders, wallet, { state: 'running', line: 'dual' })
    if (items.length === 0) return
    return callAs(world, setReinvest, wallet, {
      orderId: world.dice.pick(items).orderId,
      reinvest: world.dice.chance(0.5),
    })
  },
  trade: async (world, wallet) => {
    const { items } = await callAs(world, exchangePairs, wallet, {})
    const { id } = world.dice.pick(items)
    const direction = world.dice.chance(0.5) ? 'buy' : 'sell'
    return callAs(world, makeTrade, wallet, {
      exchangeId: id,
      direction,
      amount: typed(world.dice, 6, 900),
      least: '0.00000001',
    })
  },
  pay: async (world, wallet) => {
    const to = world.dice.pick(world.holders)
    return callAs(world, makeTransfer, wallet, {
      coin: world.dice.pick(coins),
      amount: typed(world.dice, 1, 60),
      receiverId: to,
      remark: '',
    })
  },
  speedUp: async (world, wallet) => {
    const { items } = await callAs(world, listProducts, wallet, {})
    const product = world.dice.pick(items.filter(({ line }) => line === 'acceleration'))
    const { card } = await callAs(world, getProduct, wallet, { productId: product.productId })
    return callAs(world, accelerate, wallet, {
      productId: product.productId,
      amount: typed(world.dice, 1, 40),
      card: card.hash,
    })
  },
  slowDown: async (world, wallet) => {
    const { items } = await callAs(world, listOrders, wallet, { state: 'running', line: 'acceleration' })
    if (items.length === 0) return
    return callAs(world, cancelAcceleration, wallet, {
      orderId: world.dice.pick(items).orderId,
      amount: typed(world.dice, 1, 20),
    })
  },
  draw: async (world, wallet) => {
    const { hash } = await callAs(world, getDraw, wallet, {})
    return callAs(world, makeDraw, wallet, { hash, holderSeed: String(world.dice.below(1_000_000)) })
  },
}
/** How often each is done, of all. */
const usual = [
  'buy',
  'buy',
  'buy',
  'buy',
  'leave',
  'switch',
  'trade',
  'trade',
  'trade',
  'pay',
  'speedUp',
  'slowDown',
  'draw',
]

async function act(world: World): Promise<void> {
  const { dice, holders, answers } = world
  const kind = dice.pick(usual)
  let answer = 'done'
  try {
    await actions[kind]?.(world, dice.pick(holders))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    answer = error.key
  }
  answers.set(`${kind}: ${answer}`, (answers.get(`${kind}: ${answer}`) ?? 0) + 1)
}

/** The company's money into the pools: now and then, from what came in from outside. */
async function fundPools(world: World): Promise<void> {
  const into = [
    { pool: 'dual', asset: 'USDT', whole: 200 },
    { pool: 'dual', asset: 'WLD', whole: 100 },
    { pool: 'machine', asset: 'ATMC', whole: 2_000 },
    { pool: 'compute', asset: 'ATMC', whole: 1_000 },
  ] as const
  for (const { pool, asset, whole } of into) {
    const postings = [{ from: house('capital'), to: poolFree(pool), asset, units: BigInt(whole) * unitsPerOne }]
    await world.db.transaction((tx) => post(tx, { key: world.nextKey(), at: world.clock.now(), postings }))
  }
}

/** What must hold at the end of every day. */
async function check(world: World, day: Day): Promise<void> {
  const { db, faults } = world
  for (const problem of await findOrderProblems(db)) faults.push(`${day} ${JSON.stringify(problem)}`)
  const unbalanced = await db.query('SELECT asset FROM account GROUP BY asset HAVING sum(balance) <> 0')
  for (const row of unbalanced) faults.push(`${day} the books do not balance: ${JSON.stringify(row)}`)
  const below = await db.query(
    `SELECT owner, purpose, asset FROM account WHERE balance < 0 AND owner <> 'issued' AND owner NOT LIKE 'outside:%'`,
  )
  for (const row of below) faults.push(`${day} below zero: ${JSON.stringify(row)}`)
}

/** Every reward of the referral budget leads to fees that were really received, and all of them together are within their part of them. */
async function checkRewards({ db, faults }: World): Promise<void> {
  const unfunded = await db.query(
    `SELECT p.id::text AS id, p.ref FROM posting p JOIN account d ON d.lane = p.lane AND d.id = p.debit
     WHERE d.owner = 'house' AND d.purpose = 'referral' AND p.code IN (102, 103) AND NOT EXISTS (
       SELECT FROM wallet w JOIN account a ON a.lane = 0 AND a.holder = w.id
         JOIN posting f ON f.lane = a.lane AND f.debit = a.id AND f.asset = p.asset AND f.code = ANY (ARRAY[23, 105]::int2[])
       WHERE w.serial::text = split_part(p.ref, ':', 3) AND f.happened_at < p.happened_at
         AND f.happened_at >= split_part(p.ref, ':', 2)::timestamptz)`,
  )
  for (const row of unfunded) faults.push(`a reward without the fee it is of: ${JSON.stringify(row)}`)
  const [over] = await db.query<{ paid: string; taken: string }>(
    `SELECT coalesce(sum(p.amount) FILTER (WHERE d.purpose = 'referral'), 0)::text AS paid,
       coalesce(sum(p.amount) FILTER (WHERE c.purpose = 'referral'), 0)::text AS taken
     FROM posting p JOIN account d ON d.lane = p.lane AND d.id = p.debit JOIN account c ON c.lane = p.lane AND c.id = p.credit
     WHERE d.owner = 'house' AND (d.purpose = 'referral' OR c.purpose = 'referral')`,
  )
  if (over && BigInt(over.paid) > BigInt(over.taken)) faults.push(`rewards ${over.paid} of a budget of ${over.taken}`)
}

/** A number of everything that was posted, the same whatever order rows are read in. */
async function digestOf(db: Db): Promise<{ digest: string; postings: number }> {
  const [row] = await db.query<{ digest: string; postings: bigint }>(
    `SELECT coalesce(bit_xor(hashtextextended(concat_ws(' ', d.owner, d.purpose, c.owner, c.purpose, p.asset, p.code, p.amount,
       extract(epoch FROM p.happened_at), p.ref), 0)), 0)::text AS digest, count(*) AS postings
     FROM posting p JOIN account d ON d.lane = p.lane AND d.id = p.debit JOIN account c ON c.lane = p.lane AND c.id = p.credit`,
  )
  return { digest: row?.digest ?? '', postings: Number(row?.postings ?? 0) }
}

/** A day: people act at a few moments, one of them in the last half hour; then midnight passes and everything due is settled. */
async function live(world: World, perDay: number): Promise<void> {
  const { clock, dice, db } = world
  const midnight = new Date(dayOf(addMs(clock.now(), dayMs)))
  const moments = [
    6 * hourMs + dice.below(4 * hourMs),
    13 * hourMs + dice.below(4 * hourMs),
    dayMs - 1 - dice.below(29 * minuteMs),
  ]
  for (const moment of moments) {
    const at = addMs(midnight, moment - dayMs)
    if (at > clock.now()) clock.set(at)
    await settle(db, clock.now())
    for (let count = 0; count < Math.ceil(perDay / moments.length); count += 1) await act(world)
  }
  clock.set(addMs(midnight, minuteMs + dice.below(hourMs)))
  await settle(db, clock.now())
}

/**
 * A year of people who do anything there is to do, from a seed, on every line at once.
 * Randomness of the product itself (wallet IDs, seeds of the draw) has to come from a seed too where two runs are to be the same.
 */
export async function simulateYear(db: Db, options: YearOptions): Promise<YearOutcome> {
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `year:${keys}`
  }
  const clock = stoppedClock(start)
  const dice = seededDice(options.seed)
  const world: World = { db, dice, clock, holders: [], answers: new Map(), faults: [], nextKey }
  await seedRows(db, clock)
  for (const coin of coins) {
    const postings = [
      {
        from: outside(coin === 'WLD' ? 'eth' : 'bsc'),
        to: house('capital'),
        asset: coin,
        units: BigInt(capital[coin]) * unitsPerOne,
      },
    ]
    await db.transaction((tx) => post(tx, { key: nextKey(), at: clock.now(), postings }))
  }
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
  await populate(world, options.wallets)
  for (let day = 0; day < options.days; day += 1) {
    if (day % 7 === 0) await fundPools(world)
    const today = dayOf(clock.now())
    await live(world, options.actions)
    await check(world, today)
    options.onDay?.(today, day + 1)
  }
  await checkRewards(world)
  for (const finding of await audit(db)) world.faults.push(`the books: ${JSON.stringify(finding)}`)
  return { answers: world.answers, faults: world.faults, ...(await digestOf(db)) }
}
