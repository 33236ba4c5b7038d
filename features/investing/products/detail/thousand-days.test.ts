import { describe, expect, it } from 'vitest'
import { type Asset, type Coin, coins } from '#kit/amount/coins.ts'
import { isAll } from '#kit/test/test-size.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { type Dice, randomBelow, seededDice } from '#kit/text/random.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type Account, company, mayBeNegative, outside, poolFree, principal, promised } from '#ledger/posting/chart.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { lines, type PoolId } from '#ledger/posting/lines.ts'
import { capAt, shareOf } from '#products/pots/pot-share.ts'
import { productLines } from '#products/registry.ts'
import type { DayFacts, ProductLine } from '#products/terms/line.ts'
import type { Order, Product } from '#products/terms/order.ts'
import { termsOf } from '#products/terms/purchase.ts'
import { testFacts, testOrder, testProducts } from '#products/terms/test-order.ts'

const seed = Number(process.env.SIM_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const one = 100_000_000n
const firstDay = new Date('2026-11-23T00:00:00Z')

/** A minimal ledger that throws on a negative balance. */
function plainBooks() {
  const balances = new Map<string, bigint>()
  const nameOf = ({ owner, purpose }: Account, asset: Asset) => `${owner} ${purpose} ${asset}`
  const has = (account: Account, asset: Asset) => balances.get(nameOf(account, asset)) ?? 0n
  const post = (postings: readonly Posting[], at: Date) => {
    if (postings.length === 0) return
    checkEntry({ key: 'a day', at, postings })
    for (const { from, to, asset, units } of postings) {
      const left = has(from, asset) - units
      if (left < 0n && !mayBeNegative(from)) throw new Error(`${nameOf(from, asset)} would be ${left}`)
      balances.set(nameOf(from, asset), left)
      balances.set(nameOf(to, asset), has(to, asset) + units)
    }
  }
  const sums = () => {
    const sum = new Map<string, bigint>()
    for (const [name, units] of balances) {
      const asset = name.split(' ').at(-1) ?? ''
      sum.set(asset, (sum.get(asset) ?? 0n) + units)
    }
    return [...sum.values()]
  }
  return { has, post, sums }
}
type Books = ReturnType<typeof plainBooks>

function liveThrough(line: ProductLine, products: readonly Product[], dice: Dice, days: number) {
  const books = plainBooks()
  let orders: Order[] = []
  let at = firstDay
  let price = 5n
  const wallets = ['WALLET0001', 'WALLET0002', 'WALLET0003'] as WalletId[]
  const bring = (to: Account, asset: Coin, units: bigint, code?: number) =>
    books.post([{ from: outside('bsc'), to, asset, units, ...(code === undefined ? {} : { code }) }], at)
  const fill = () => {
    const pools = [line.share?.pool, line.fixed?.pool].filter((pool): pool is PoolId => pool !== undefined)
    for (const asset of coins) bring(company('capital'), asset, 1_000_000n * one)
    for (const pool of new Set(pools))
      for (const asset of coins)
        books.post([{ from: company('capital'), to: poolFree(pool), asset, units: 50_000n * one }], at)
  }
  const factsNow = (): DayFacts =>
    testFacts({
      at,
      usdt: (coin) => (coin === 'USDT' ? { numerator: 1n, denominator: 1n } : { numerator: price, denominator: 100n }),
      principal: (order, asset) => books.has(principal(order.id, order.walletId, order.terms.line), asset),
      promised: (order, asset) => books.has(promised(order.id, order.walletId, order.terms.line), asset),
      capital: (coin) => books.has(company('capital'), coin),
      speed: () => ({ numerator: price % 5n, denominator: 2n }),
    })
  const replace = (order: Order, change: Partial<Order>) => {
    orders = orders.map((each) => (each.id === order.id ? { ...each, ...change } : each))
  }
  const empty = new Set<number>()
  let numbers = 0
  const buy = () => {
    const product = dice.pick(products)
    const period = dice.pick(product.periods)
    const units = product.minimumUnits
    numbers += 1
    const order: Order = {
      ...testOrder({
        baseUnits: units,
        valueUnits: units,
        sideUnits: product.side ? units : 0n,
        sideValueUnits: units / 5n,
      }),
      id: numbers as OrderId,
      walletId: dice.pick(wallets),
      state: 'to_be_started',
      promiseUnits: line.fixed || line.source ? units / 100n : 0n,
      boughtAt: at,
      round: 0,
      roundStarted: addMs(at, dayMs),
      roundEnds: period.days > 0 ? addMs(at, (period.days + 1) * dayMs) : undefined,
      terms: termsOf(product, period),
    }
    for (const coin of coins)
      bring({ owner: `wallet:${order.walletId}`, purpose: 'available', holder: order.walletId }, coin, 2n * units, 2)
    books.post(line.open(order), at)
    orders.push(order)
  }
  const over = (order: Order) => ['ended', 'exited', 'cancelled'].includes(order.state)
  const running = () => orders.filter(({ state }) => state === 'earning' || state === 'to_be_released')

  const share = (facts: DayFacts) => {
    const { share: how } = line
    if (!how) return
    const weights = running().map((order) => ({ order, weight: how.weight(order, facts) }))
    for (const pot of new Set(weights.map(({ order }) => how.potOf(order))))
      for (const asset of coins) {
        const own = weights.filter(({ order }) => how.potOf(order) === pot)
        const total = own.reduce((sum, { weight }) => sum + weight, 0n)
        const units = books.has(poolFree(how.pool), asset) / 100n
        if (units === 0n || (how.needsPrice && how.needsPrice !== asset) || (how.pool === 'compound' && pot !== asset))
          continue
        let paid = 0n
        for (const { order, weight } of own) {
          let part = shareOf({ units, weight: total }, weight, 0n)
          const most = how.most?.(order, asset, facts)
          if (most !== undefined && most < part) part = most
          if (how.cap) {
            const current = orders.find(({ id }) => id === order.id) ?? order
            const payment = capAt(how.cap(order) - current.paidValueUnits, part, {
              numerator: price,
              denominator: 100n,
            })
            part = payment.units
            replace(order, {
              paidValueUnits: current.paidValueUnits + payment.valueUnits,
              ...(payment.last ? { state: 'exited' as const } : {}),
            })
          }
          paid += part
          if (part > 0n) books.post(how.pay(order, asset, part), at)
        }
        expect(paid <= units).toBe(true)
      }
  }
  const endAndStart = (facts: DayFacts) => {
    for (const order of orders) {
      if (order.state === 'to_be_started' && order.roundStarted <= at) {
        const began = line.start?.(order, { ...facts, capital: (coin) => books.has(company('capital'), coin) })
        books.post(began?.postings ?? [], at)
        replace(order, began?.cancelled ? { state: 'cancelled' } : { state: 'earning', round: 1, ...began?.change })
      } else if (!over(order) && order.roundEnds && order.roundEnds <= at) {
        books.post(line.close(order, dice.pick(['reinvest_off', 'pool_short'])).postings, at)
        replace(order, { state: 'ended' })
      }
    }
  }

  fill()
  for (let day = 0; day < days; day += 1) {
    if (day % 100 === 0) fill()
    if (orders.filter((order) => !over(order)).length < 6 && dice.chance(0.3)) buy()
    const waiting = orders.find(({ state }) => state === 'to_be_started')
    if (waiting && dice.chance(0.1)) {
      books.post(line.cancel(waiting), at)
      replace(waiting, { state: 'cancelled' })
    }
    at = addMs(at, dayMs)
    price = BigInt(1 + dice.below(40))
    const facts = factsNow()
    for (const order of running()) {
      const [postings, isDone] = [line.accrue(order, facts), line.isDone?.(order, facts)]
      books.post(postings, at)
      if (isDone) replace(order, { state: 'ended' })
    }
    share(facts)
    endAndStart(facts)
    expect(books.sums().every((sum) => sum === 0n)).toBe(true)
    for (const order of orders) {
      expect(line.share?.cap === undefined || order.paidValueUnits <= line.share.cap(order)).toBe(true)
      if (over(order) && !empty.has(order.id)) expectEmpty(books, order)
      if (over(order)) empty.add(order.id)
    }
  }
  return orders
}

function expectEmpty(books: Books, { id, walletId, terms }: Order) {
  for (const coin of coins) {
    expect(books.has(principal(id, walletId, terms.line), coin)).toBe(0n)
    expect(books.has(promised(id, walletId, terms.line), coin)).toBe(0n)
  }
}

describe(`every line (SIM_SEED=${seed})`, () => {
  it('that there is a name for is written', () => {
    expect(productLines.map(({ id }) => id).toSorted()).toEqual([...lines].toSorted())
  })

  // Excludes markets and funds, which have simulations with a database, and marks, which move no coin.
  const alone = productLines.filter(({ ownSteps, marks }) => !ownSteps && !marks)
  it.each(alone.map((line) => [line.id, line] as const))(
    '%s: a thousand random days keep the books balanced, nothing below zero, no payment above its cap',
    (id, line) => {
      const products = testProducts.filter((product) => product.line === id)
      const orders = liveThrough(line, products, seededDice(seed), 1_000)
      expect(orders.length).toBeGreaterThan(5)
      expect(orders.some(({ state }) => state !== 'to_be_started' && state !== 'cancelled')).toBe(true)
    },
  )
})
