import { describe, expect, it } from 'vitest'
import { assetNumber, type Coin, coins } from '#kit/amount/coins.ts'
import { Refusal } from '#kit/failure.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Dice, randomBelow, seededDice } from '#kit/text/random.ts'
import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { company, poolRetired } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { testProducts } from '#products/terms/test-order.ts'
import { cancelAcceleration } from './acceleration/acceleration.contract.ts'
import { getDraw, makeDraw } from './draw/draw.contract.ts'
import { cancelOrder, listOrders, redeemOrder, setReinvest } from './investing.contract.ts'
import { type InvestingWorld, investingWorld } from './test-world.ts'

const seed = Number(process.env.SIM_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const hops = Number(process.env.SIM_HOPS ?? sizeOf(import.meta.url, { least: 40, turn: 40, all: 90 }))
const wallets = 6
const purse: Readonly<Partial<Record<Coin, string>>> = { USDT: '20000', WLD: '20000', ATMC: '100000', ATMX: '100000' }

/** Lines that shares.sim.test.ts and products/thousand-days.test.ts cover. */
const elsewhere = ['liquidity', 'fund', 'machine', 'node']
const products = testProducts.filter(({ line }) => !elsewhere.includes(line))

/** Any other refusal is a bug. */
const allowed = new Set([
  'invest.wallet_quota',
  'invest.quota_full',
  'invest.pool_closed',
  'invest.maximum',
  'balance.insufficient',
  'exchange.not_open',
  'invest.order_cannot_close',
  'invest.conditions_not_met',
  'invest.last_half_hour',
  'invest.pool_settling',
  'invest.compound_insufficient',
  'invest.draw_nothing',
  'invest.draw_done',
])

async function check(world: InvestingWorld): Promise<void> {
  expect(await findOrderProblems(world.db)).toEqual([])
  const sums = await world.db.query(
    'SELECT asset, sum(balance)::text AS sum FROM balance GROUP BY asset HAVING sum(balance) <> 0',
  )
  expect(sums).toEqual([])
  const below = await world.db.query(
    `SELECT owner, purpose FROM balance WHERE balance < 0 AND owner <> 'issued' AND owner NOT LIKE 'outside:%'`,
  )
  expect(below).toEqual([])
}

function randomPurchase(dice: Dice) {
  const product = dice.chance(0.5) ? dice.pick(testProducts.slice(0, 2)) : dice.pick(products)
  const least = Number(product.minimumUnits / 100_000_000n)
  const whole = dice.chance(0.1) ? 9_000 + dice.below(2_000) : least + dice.below(2_000)
  const reinvest = product.line === 'dual' ? { reinvest: dice.chance(0.6) } : {}
  const { days } = dice.pick(product.periods)
  const term = days > 0 ? { days } : {}
  return { productId: product.id, ...term, ...reinvest, amount: `${whole}.${10 + dice.below(90)}` }
}

async function act(world: InvestingWorld, dice: Dice, wallet: WalletId): Promise<void> {
  if (dice.chance(0.1)) {
    const { hash } = await world.call(getDraw, wallet, {})
    await world.call(makeDraw, wallet, { hash, holderSeed: String(dice.below(1_000)) })
    return
  }
  if (dice.chance(0.5)) {
    await world.buy(wallet, randomPurchase(dice))
    return
  }
  const { items } = await world.call(listOrders, wallet, { state: 'running' })
  if (items.length === 0) return
  const { orderId, line, amount, takable } = dice.pick(items)
  const part = `${dice.below(Math.floor(Number(amount)) + 2)}.${10 + dice.below(90)}`
  if (line === 'acceleration' && dice.chance(0.6)) {
    await world.call(cancelAcceleration, wallet, { orderId, amount: part })
    return
  }
  if (takable && dice.chance(0.6)) {
    await world.call(redeemOrder, wallet, { orderId, amount: part })
    return
  }
  const what = dice.pick(['cancel', 'leave', 'switch'])
  if (what === 'cancel') await world.call(cancelOrder, wallet, { orderId })
  else if (what === 'leave') await world.call(redeemOrder, wallet, { orderId })
  else await world.call(setReinvest, wallet, { orderId, reinvest: dice.chance(0.5) })
}

async function tryTo(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && allowed.has(error.key)) return error.key
    throw error
  }
}

/** Waits for every term to end; the longest is 360 days. */
async function endAll(world: InvestingWorld, holders: readonly WalletId[], days: number): Promise<void> {
  for (const holder of holders)
    for (let cursor = ''; ; ) {
      const { items, next } = await world.call(listOrders, holder, { state: 'running', cursor })
      for (const { orderId, reinvest, takable } of items) {
        if (reinvest) await tryTo(world.call(setReinvest, holder, { orderId, reinvest: false }))
        if (takable) await tryTo(world.call(redeemOrder, holder, { orderId }))
      }
      cursor = next
      if (!next) break
    }
  for (let day = 0; day < days; day += 5) await world.pass(5 * dayMs)
}

describe(`a random world of orders of every line (SIM_SEED=${seed})`, () => {
  it('keeps its promises, its books and everybody’s coins for months', async () => {
    const dice = seededDice(seed)
    const world = await investingWorld({ USDT: '30', WLD: '20' })
    await world.capital({ ATMC: '100000', ATMX: '100000', WLD: '1000' })
    await world.fund({ USDT: '50', ATMC: '500' }, 'compound')
    const holders: WalletId[] = []
    for (let count = 0; count < wallets; count += 1) holders.push(await world.wallet(purse))
    const met = new Map<string, number>()
    for (let hop = 0; hop < hops; hop += 1) {
      for (let action = dice.below(7); action > 0; action -= 1) {
        const answer = await tryTo(act(world, dice, dice.pick(holders)))
        met.set(answer, (met.get(answer) ?? 0) + 1)
      }
      if (dice.chance(0.05)) await world.fund({ USDT: '10', WLD: '10' })
      const far = dice.chance(0.15) ? dice.below(4 * dayMs) : dice.below(30 * hourMs)
      const lastHalfHour = dayMs - (world.clock.now().getTime() % dayMs) - 1 - dice.below(30 * minuteMs)
      await world.pass(dice.chance(0.2) && lastHalfHour > 0 ? lastHalfHour : far)
      await check(world)
    }
    await endAll(world, holders, 5)
    await endAll(world, holders, 365)
    await check(world)
    await checkReturned(world, holders)
    const before = await world.db.query('SELECT count(*) AS count, max(id) AS last FROM record')
    await world.settle()
    expect(await world.db.query('SELECT count(*) AS count, max(id) AS last FROM record')).toEqual(before)
    expect(met.get('done')).toBeGreaterThan(20)
    expect(met.get('invest.pool_closed')).toBeGreaterThan(0)
    const lines = await world.db.query('SELECT DISTINCT line FROM investment_order')
    expect(lines).toHaveLength(new Set(products.map(({ line }) => line)).size)
    expect(await balanceOf(world.db, company('fees'), 'ATMC')).toBeGreaterThan(0n)
    await world.close()
  })
})

async function checkReturned(world: InvestingWorld, holders: readonly WalletId[]): Promise<void> {
  const running = await world.db.query(`SELECT id FROM investment_order WHERE state NOT IN ('ended', 'cancelled')`)
  expect(running).toEqual([])
  const has = async (coin: Coin) => {
    let sum = 0n
    for (const holder of holders) sum += await world.balance(holder, coin)
    return sum
  }
  const paid = await world.db.query<{ coin: Coin; units: string }>(
    `SELECT terms ->> 'base' AS coin, sum(paid_units)::text AS units FROM investment_order GROUP BY 1`,
  )
  for (const coin of coins) {
    const income = BigInt(paid.find((row) => row.coin === coin)?.units ?? 0)
    const retired = await balanceOf(world.db, poolRetired(), coin)
    const given = BigInt(purse[coin] ?? 0) * 100_000_000n * BigInt(wallets)
    const fees = await balanceOf(world.db, company('fees'), coin)
    const sales = await balanceOf(world.db, company('sales'), coin)
    const [released] = await world.db.query<{ units: string }>(
      'SELECT coalesce(sum(amount), 0)::text AS units FROM record WHERE code IN (109, 14) AND asset = $1',
      [assetNumber(coin)],
    )
    expect(await has(coin), coin).toBe(given + income - retired - fees - sales + BigInt(released?.units ?? 0))
    if (coin === 'USDT' || coin === 'WLD') expect(retired).toBe(0n)
  }
}
