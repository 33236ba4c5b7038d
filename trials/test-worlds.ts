import { endOf } from '#days/day-step.ts'
import { type Rate, showUnits } from '#kit/amount/amount.ts'
import { type Asset, type Coin, coins } from '#kit/amount/coins.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import type { Dice } from '#kit/text/random.ts'
import { addMs, type Day, dayMs, hourMs } from '#kit/time/clock.ts'
import type { LineId, PoolId } from '#ledger/posting/lines.ts'
import { lineOf, productLines } from '#products/registry.ts'
import type { Order, Product, Terms } from '#products/terms/order.ts'
import { testOrder, testProduct } from '#products/terms/test-order.ts'

export const day = '2026-11-21' as Day
export const midnight = endOf(day)
export const noon = addMs(midnight, -12 * hourMs)

export type Pot = { readonly pool: PoolId; readonly pot: string; readonly asset: Asset; readonly units: bigint }
/** A morning state and the holders' actions at noon. */
export type World = {
  readonly wallets: readonly { readonly id: WalletId; readonly power: bigint }[]
  readonly orders: readonly Order[]
  readonly pots: readonly Pot[]
  /** USDT units per coin unit. A missing coin has no price that day. */
  readonly prices: ReadonlyMap<Coin, Rate>
  readonly free: ReadonlyMap<Coin, bigint>
  readonly cancels: readonly Order[]
}

/** Products of every world: unchanged, changed at noon, and ended at noon. */
export const products: readonly [Product, Product, Product] = [
  testProduct,
  { ...testProduct, id: 2, powerPerDay: '0.004', termsVersion: 2 },
  { ...testProduct, id: 3, endedAt: noon },
]

/** Product lines with common settlement rules: no marks, company-funded coins or venue results. */
export const settledLines = productLines.filter(({ marks, source, sharesProfit }) => !marks && !source && !sharesProfit)
/** Mostly dual, whose orders compete for promises, and machines, which end in many ways. */
const lines: readonly LineId[] = [...settledLines.map(({ id }) => id), 'dual', 'dual', 'dual', 'machine']
const weights = ['1', '1.2', '1.5', '0.333333333333', '3', '0', '12.00000001'] as const
const ids = (place: number) => `W0R1D${String(place).padStart(5, '0')}` as WalletId
const bigOf = (dice: Dice) => BigInt(dice.below(2 ** 31)) * BigInt(dice.pick([0, 1, 7, 1_000]))

function makeTerms(dice: Dice, line: LineId): Partial<Terms> {
  const { fixed, demo } = lineOf(line)
  const { base, side, lineTerms } = dice.pick(demo)
  return {
    line,
    base,
    side,
    weight: dice.pick(weights),
    powerPerDay: dice.pick(['0.003', '0.001', '0', '0.333333333333']),
    ...(fixed ? { rate: dice.pick(['0.001', '0.001', '0.001', '0.001', '0.0055', '0', '0.333333333333']) } : {}),
    ...(lineTerms?.mostPerDay ? { mostPerDay: dice.pick(['0.0002', '0.333333333333', '0']) } : {}),
    ...(lineTerms?.startPower ? { startPower: dice.pick(['0.1', '0.333333333333']) } : {}),
  }
}

function makeRound(dice: Dice, line: LineId, waits: boolean): Pick<Order, 'round' | 'roundStarted' | 'roundEnds'> {
  const { fixed, demo } = lineOf(line)
  const endless = demo.every(({ periods }) => periods.every(({ days }) => days === 0))
  if (waits) {
    const roundStarted = addMs(midnight, dice.pick([0, 0, dayMs, -13 * hourMs]))
    return { round: 0, roundStarted, roundEnds: endless ? undefined : addMs(roundStarted, 7 * dayMs) }
  }
  const others = [addMs(midnight, dayMs), addMs(midnight, -hourMs / 2), 'none'] as const
  const ends = fixed && dice.chance(0.6) ? midnight : dice.pick([midnight, ...others] as const)
  return {
    round: 1 + dice.below(3),
    roundStarted: addMs(midnight, dice.pick([-30 * dayMs, -dayMs - 1, -dayMs, -dayMs + 1, -hourMs])),
    roundEnds: endless || ends === 'none' ? undefined : ends,
  }
}

function makeOrder(dice: Dice, place: number, walletId: WalletId): Order {
  const line = dice.pick(lines)
  const { fixed, share } = lineOf(line)
  const state = dice.pick([
    ...(['earning', 'earning', 'earning', 'earning', 'earning', 'paused', 'to_be_started', 'to_be_started'] as const),
    ...(['ended', 'cancelled', 'exited'] as const),
  ])
  const baseUnits = 1n + bigOf(dice) + (fixed && dice.chance(0.7) ? 10n ** 13n : 0n)
  const [valueUnits, cap] = [1n + bigOf(dice), bigOf(dice)]
  const room = dice.pick([valueUnits, valueUnits + bigOf(dice), 10n ** 15n, 10n ** 15n])
  const terms = { ...makeTerms(dice, line), maximumValue: showUnits(room) }
  const most = share?.cap?.(testOrder({ valueUnits }))
  return testOrder({
    id: (place + 1) as OrderId,
    walletId,
    productId: dice.pick([1, 1, 1, 1, 1, 2, 3]),
    state,
    ...makeRound(dice, line, state === 'to_be_started'),
    baseUnits,
    sideUnits: terms.side ? bigOf(dice) : 0n,
    // Small for waiting orders, so cancellations return less than renewals need.
    promiseUnits: fixed ? bigOf(dice) / (state === 'to_be_started' ? 100_000n : 1n) : 0n,
    valueUnits,
    sideValueUnits: bigOf(dice),
    shareUnits: bigOf(dice),
    paidValueUnits: most ? dice.pick([0n, cap % most, most - 1n, most - 1n]) : 0n,
    reinvest: dice.chance(0.8),
    terms,
  })
}

function withOneNodeEach(orders: readonly Order[]): Order[] {
  const holders = new Set<WalletId>()
  return orders.map((order) => {
    const isNode = order.terms.line === 'node' && ['earning', 'paused', 'to_be_started'].includes(order.state)
    if (!isNode) return order
    if (holders.has(order.walletId)) return { ...order, state: 'cancelled' }
    holders.add(order.walletId)
    return order
  })
}

export function makeWorld(dice: Dice): World {
  const big = () => bigOf(dice)
  const wallets = Array.from({ length: 1 + dice.below(12) }, (_, place) => ({ id: ids(place), power: big() }))
  const orders = withOneNodeEach(
    Array.from({ length: dice.below(50) }, (_, place) => makeOrder(dice, place, dice.pick(wallets).id)),
  )
  const pots: Pot[] = []
  const add = (pool: PoolId, pot: string, asset: Asset) => {
    if (dice.chance(0.6)) pots.push({ pool, pot, asset, units: 1n + big() })
  }
  for (const { id, share, pool, demo } of settledLines) {
    if (!share) continue
    const products = pool.keepsRest === 'a pot for each coin' ? pool.coins.map((base) => ({ ...demo[0], base })) : demo
    const names = new Map(
      products.map(
        ({ base, side }) => [share.potOf(testOrder({ terms: { line: id, base, side } })), [base, side]] as const,
      ),
    )
    for (const [pot, own] of names)
      for (const asset of pool.coins) if (names.size === 1 || own.includes(asset)) add(share.pool, pot, asset)
  }
  add('compute', 'compute', 'ATMC')
  const prices = new Map<Coin, Rate>([['USDT', { numerator: 1n, denominator: 1n }]])
  for (const coin of ['WLD', 'ATMC', 'ATMX'] as const)
    if (dice.chance(0.8))
      prices.set(coin, { numerator: 1n + BigInt(dice.below(1_000)), denominator: 1n + BigInt(dice.below(1_000)) })
  // If the pool holds less than the next rounds need, some orders get nothing.
  const needOf = (coin: Coin) =>
    orders.reduce((sum, order) => {
      const runs = order.state === 'earning' || order.state === 'paused'
      const isLast = order.roundEnds?.getTime() === midnight.getTime()
      const isNext = runs && isLast && order.reinvest && order.productId === 1 && order.terms.base === coin
      return isNext ? sum + (lineOf(order.terms.line).fixed?.nextPromise(order) ?? 0n) : sum
    }, 0n)
  return {
    wallets,
    orders,
    pots,
    prices,
    free: new Map(coins.map((coin) => [coin, (needOf(coin) * dice.pick([10n, 4n, 6n, 8n, 99n])) / 10n])),
    cancels: orders.filter(({ state }) => dice.chance(state === 'to_be_started' ? 0.5 : 0.05)),
  }
}
