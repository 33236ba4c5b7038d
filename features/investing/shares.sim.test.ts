import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { type Dice, randomBelow, seededDice } from '#kit/text/random.ts'
import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { liquidityOf, trade } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { bookLoss, bookProfit, bookReturn, bookSend } from '#products/lines/fund/booking.store.ts'
import { loadWhereabouts } from '#products/lines/fund/fund.store.ts'
import { findFundProblems } from '#products/lines/fund/fund-invariants.store.ts'
import { findLiquidityProblems } from '#products/lines/liquidity/liquidity-invariants.server.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { cancelOrder, listOrders, redeemOrder } from './investing.contract.ts'
import { openMarket } from './liquidity/test-liquidity.ts'
import { type InvestingWorld, investingWorld } from './test-world.ts'

const seed = Number(process.env.SIM_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const hops = Number(process.env.SIM_HOPS ?? sizeOf(import.meta.url, { least: 16, turn: 40, all: 40 }))
const one = 100_000_000n
const fundId = 34
const markets = ['USDT-ATMC', 'WLD-ATMX'] as const

/** Any other refusal is a bug. */
const allowed = new Set([
  'balance.insufficient',
  'exchange.price_moved',
  'invest.fund_data_wrong',
  'invest.fund_limit',
  'invest.last_half_hour',
  'invest.maximum',
  'invest.order_cannot_close',
  'invest.pool_settling',
  'invest.shares_moved',
])

/** An independent model of the fund's profits and losses. Final balances must match it in any order of events. */
type Model = { profit: bigint; loss: bigint; transactions: number }
type Sim = { readonly world: InvestingWorld; readonly dice: Dice; readonly holders: readonly WalletId[]; model: Model }

async function tryTo(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && allowed.has(error.key)) return error.key
    throw error
  }
}

async function operate({ world, dice, model }: Sim): Promise<void> {
  const at = world.clock.now()
  const { running, atVenue } = await loadWhereabouts(world.db, fundId, at)
  const part = (of: bigint) => (of * BigInt(1 + dice.below(100))) / 100n
  model.transactions += 1
  const seen = { productId: fundId, chain: 'bsc', transaction: `tx ${model.transactions}`, reason: 'sim', at } as const
  const what = dice.pick(['send', 'send', 'return', 'profit', 'profit', 'loss'] as const)
  const free = running > atVenue ? running - atVenue : 0n
  const units = { send: part(free), return: part(atVenue), profit: part(200n * one), loss: part(atVenue) / 4n }[what]
  if (units === 0n) return
  const book = { send: bookSend, return: bookReturn, profit: bookProfit, loss: bookLoss }[what]
  await world.db.transaction(async (tx) => void (await book(tx, { ...seen, units })))
  if (what === 'profit') model.profit += units
  if (what === 'loss') model.loss += units
}

async function swap({ world, dice }: Sim, walletId: WalletId): Promise<void> {
  const pair: PairId = dice.pick(markets)
  const { base, quoted } = coinsOf(pair)
  const give = dice.chance(0.5) ? base : quoted
  const units = BigInt(1 + dice.below(give === base ? 400 : 6_000)) * one
  const order = { walletId, pair, give, units, minimum: 0n, key: world.newKey(), at: world.clock.now() }
  await world.db.transaction((tx) => trade(tx, order))
}

async function act(sim: Sim, walletId: WalletId): Promise<void> {
  const { world, dice } = sim
  if (dice.chance(0.2)) return operate(sim)
  if (dice.chance(0.3)) return swap(sim, walletId)
  const amount = `${20 + dice.below(900)}.${10 + dice.below(90)}`
  if (dice.chance(0.3)) {
    await world.buy(walletId, { fundId, productId: undefined, days: undefined, amount })
    return
  }
  if (dice.chance(0.5)) {
    const days = dice.pick([7, 30, 90])
    const leastShares = dice.chance(0.3) ? `${dice.below(6_000)}` : undefined
    await world.buy(walletId, { productId: dice.pick([30, 31]), days, amount, leastShares })
    return
  }
  const { items } = await world.call(listOrders, walletId, { state: 'running' })
  if (items.length === 0) return
  const { orderId } = dice.pick(items)
  await world.call(dice.chance(0.3) ? cancelOrder : redeemOrder, walletId, { orderId })
}

async function check({ world }: Sim): Promise<void> {
  expect(await audit(world.db)).toEqual([])
  expect(await findOrderProblems(world.db)).toEqual([])
  expect(await findLiquidityProblems(world.db)).toEqual([])
  expect(await findFundProblems(world.db)).toEqual([])
}

async function endAll({ world, holders, model }: Sim): Promise<void> {
  // Orders start within two days.
  await world.pass(3 * dayMs)
  for (const holder of holders)
    for (let cursor = ''; ; ) {
      const { items, next } = await world.call(listOrders, holder, { state: 'earning', line: 'fund', cursor })
      for (const { orderId } of items) await world.call(redeemOrder, holder, { orderId })
      cursor = next
      if (!next) break
    }
  const at = world.clock.now()
  const { atVenue } = await loadWhereabouts(world.db, fundId, at)
  const seen = { productId: fundId, chain: 'bsc', transaction: 'the last', reason: 'sim', at } as const
  if (atVenue > 0n) await world.db.transaction((tx) => bookReturn(tx, { ...seen, units: atVenue }))
  model.transactions += 1
  for (let day = 0; day < 95; day += 5) await world.pass(5 * dayMs)
}

describe(`a random world of markets and a fund (SIM_SEED=${seed})`, () => {
  it('keeps its books, everybody’s shares and every coin for months', async () => {
    const dice = seededDice(seed)
    const world = await investingWorld()
    await openMarket(world, 'USDT-ATMC', 10_000n, 200_000n)
    await openMarket(world, 'WLD-ATMX', 8_000n, 500_000n)
    const eve = await world.wallet()
    const holders = [eve, await world.wallet(undefined, eve), await world.wallet(undefined, eve), await world.wallet()]
    const sim: Sim = { world, dice, holders, model: { profit: 0n, loss: 0n, transactions: 0 } }
    const met = new Map<string, number>()
    for (let hop = 0; hop < hops; hop += 1) {
      for (let action = dice.below(6); action > 0; action -= 1) {
        const answer = await tryTo(act(sim, dice.pick(holders)))
        met.set(answer, (met.get(answer) ?? 0) + 1)
      }
      const far = dice.chance(0.15) ? dice.below(4 * dayMs) : dice.below(30 * hourMs)
      const lastHalfHour = dayMs - (world.clock.now().getTime() % dayMs) - 1 - dice.below(30 * minuteMs)
      await world.pass(dice.chance(0.2) && lastHalfHour > 0 ? lastHalfHour : far)
      await check(sim)
    }
    await endAll(sim)
    await check(sim)
    expect(met.get('done')).toBeGreaterThan(20)
    await checkEnd(sim)
    await world.close()
  })
})

async function checkEnd({ world, model }: Sim): Promise<void> {
  const running = await world.db.query(
    `SELECT id, line FROM investment_order WHERE state NOT IN ('ended', 'cancelled')`,
  )
  expect(running).toEqual([])
  const where = await loadWhereabouts(world.db, fundId, world.clock.now())
  expect(where).toMatchObject({ atVenue: 0n, running: 0n, releasing: 0n })
  for (const pair of markets) {
    const { shares, companyShares } = await liquidityOf(world.db, pair)
    expect(shares).toBe(companyShares)
  }
  // Holders' net result = distributed profit less our fee, less losses.
  const [moved] = await world.db.query<{ net: string; refilled: string; fee: string }>(
    `SELECT sum(CASE WHEN code IN (19, 25, 111) THEN amount WHEN code = 17 THEN -amount ELSE 0 END)::text AS net,
       (SELECT coalesce(sum(refill_units), 0) FROM fund_split)::text AS refilled,
       (SELECT coalesce(sum(fee_units), 0) FROM fund_split)::text AS fee
     FROM record`,
  )
  const split = model.profit - where.undivided
  expect(BigInt(moved?.net ?? '0')).toBe(split - BigInt(moved?.fee ?? '0') - model.loss)
  expect(BigInt(moved?.refilled ?? '0') <= model.loss).toBe(true)
  expect(await balanceOf(world.db, company('capital'), 'USDT')).toBe(0n)
}
