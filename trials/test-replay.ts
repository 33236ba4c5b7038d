import { lesser, multiply, parseUnits, type Rate } from '#kit/amount/amount.ts'
import type { Asset, Coin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import { startOf } from '#kit/time/clock.ts'
import { type Account, available, issued, poolFree } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { decideCancel, endingOf, renewalBarredBy } from '#products/orders/order-actions.ts'
import { capAt, shareOf } from '#products/pots/pot-share.ts'
import { lineOf } from '#products/registry.ts'
import type { DayFacts, ProductLine, ShareYield } from '#products/terms/line.ts'
import type { Order, OrderChange, Product } from '#products/terms/order.ts'
import { endOfRound } from '#products/terms/order-time.ts'
import { testFacts } from '#products/terms/test-order.ts'
import { day, midnight, noon, products, settledLines, type World } from './test-worlds.ts'

const one = 100_000_000n
/** POWER from which the compute pool pays in full, and daily decay (PRODUCT.md 6 and 8). */
const fullPower = 100_000n * one
const decay: Rate = { numerator: 2n, denominator: 1_000n }

export type Outcome = {
  /** Sums of postings, keyed by "owner purpose asset code". */
  readonly moved: ReadonlyMap<string, bigint>
  readonly orders: readonly Order[]
  /** Orders that could not be cancelled: too late, or not waiting for a start. */
  readonly refused: readonly Order['id'][]
}

/** In-memory world in which pure product and pool functions process a day order by order. */
function play({ orders, free, prices }: World) {
  const moved = new Map<string, bigint>()
  const now = new Map(orders.map((order) => [order.id, order]))
  const add = ({ owner, purpose }: Account, asset: Asset, code: number | undefined, units: bigint) => {
    const name = `${owner} ${purpose} ${asset} ${code ?? 'none'}`
    moved.set(name, (moved.get(name) ?? 0n) + units)
  }
  return {
    moved,
    facts: testFacts({ day, at: midnight, usdt: (coin) => prices.get(coin) }),
    orders: () => [...now.values()],
    of: (is: (order: Order) => boolean) => [...now.values()].filter(is),
    take: (postings: readonly Posting[]): void => {
      for (const { from, to, asset, units, code } of postings) {
        add(from, asset, code, -units)
        add(to, asset, code, units)
      }
    },
    change: (order: Order, change: OrderChange): void => {
      now.set(order.id, { ...order, ...change })
    },
    left: (coin: Coin): bigint => {
      const changed = [...moved].filter(([name]) => name.startsWith(`pool:dual free ${coin} `))
      return (free.get(coin) ?? 0n) + changed.reduce((sum, [, units]) => sum + units, 0n)
    },
  }
}
type Play = ReturnType<typeof play>

const isRunning = ({ state }: Order): boolean => state === 'earning' || state === 'paused'
const ranAllDay = (order: Order): boolean =>
  isRunning(order) && order.roundStarted <= startOf(day) && (!order.roundEnds || order.roundEnds >= midnight)
const isOfMature = ({ terms }: Order): boolean => !lineOf(terms.line).ownSteps

function productOf({ productId }: Order): Product {
  const product = products.find(({ id }) => id === productId)
  expect(product, `product ${productId} is one of the worlds`)
  return product
}

/** At noon, cancels orders waiting for their start. */
function cancel({ take, change, of }: Play, cancels: World['cancels']): Order['id'][] {
  return of((order) => cancels.some(({ id }) => id === order.id)).flatMap((order) => {
    try {
      decideCancel(order, noon)
    } catch (error) {
      if (error instanceof Refusal) return [order.id]
      throw error
    }
    take(lineOf(order.terms.line).cancel(order))
    change(order, { state: 'cancelled', overAt: noon, promiseUnits: 0n })
    return []
  })
}

/** At 23:30, reserves renewal promises, oldest first, if the pool has enough. */
function lock({ take, change, of, left }: Play): void {
  const ends = (order: Order) => isRunning(order) && order.roundEnds?.getTime() === midnight.getTime()
  for (const order of of((each) => ends(each) && each.reinvest)) {
    const { fixed } = lineOf(order.terms.line)
    if (!fixed || renewalBarredBy(order, productOf(order))) continue
    const promise = fixed.nextPromise(order)
    const fits = promise <= left(order.terms.base)
    if (fits) take(fixed.setAside(order, promise))
    change(order, fits ? { nextPromiseUnits: promise } : { poolShort: true })
  }
}

type Coins = readonly { readonly asset: Asset; readonly units: bigint; readonly weight: bigint }[]
function paidOf(order: Order, share: ShareYield, coins: Coins, facts: DayFacts, full: bigint) {
  const price = share.needsPrice && facts.usdt(share.needsPrice, 'handedOut')
  if (coins.length === 0 || (share.needsPrice && !price)) return { postings: [], change: { state: 'paused' } as const }
  let { paidValueUnits } = order
  let isOut = false
  const postings = coins.flatMap(({ asset, ...pot }) => {
    const part = shareOf(pot, share.weight(order, facts), full)
    const most = share.most?.(order, asset, facts) ?? part
    let units = lesser(part, most)
    if (share.cap && price) {
      const paid = capAt(share.cap(order) - paidValueUnits, units, price)
      ;({ units } = paid)
      paidValueUnits += paid.valueUnits
      isOut = paid.last
    }
    return units > 0n ? share.pay(order, asset, units) : []
  })
  const state = isOut ? ('exited' as const) : ('earning' as const)
  return { postings, change: { state, paidValueUnits, ...(isOut ? { overAt: midnight } : {}) } }
}

/** Shares each pool by weight among orders that ran all day. Orders without a share pause. */
function share({ take, change, of, facts }: Play, { pots }: World): void {
  for (const line of settledLines) {
    if (!line.share) continue
    const { id: pool, share: shares } = line
    const full = parseUnits(line.pool.fullWeight ?? '0') ?? 0n
    const own = of((order) => ranAllDay(order) && order.terms.line === pool)
    const total = (pot: string) =>
      own.reduce((sum, order) => (shares.potOf(order) === pot ? sum + shares.weight(order, facts) : sum), 0n)
    for (const order of own.filter((each) => shares.weight(each, facts) > 0n)) {
      const pot = shares.potOf(order)
      const weight = total(pot)
      const coins = pots.filter((each) => each.pool === pool && each.pot === pot).map((each) => ({ ...each, weight }))
      const { postings, change: changed } = paidOf(order, shares, coins, facts, full)
      take(postings)
      change(order, changed)
    }
  }
}

/** The compute pool pays by POWER. Then POWER held before midnight decays. */
function payPower({ take }: Play, { wallets, pots }: World): void {
  const weight = wallets.reduce((sum, { power }) => sum + power, 0n)
  for (const { id, power } of wallets) {
    for (const { asset, units } of pots.filter(({ pool }) => pool === 'compute')) {
      const part = shareOf({ units, weight }, power, fullPower)
      take([{ from: poolFree('compute'), to: available(id), asset, units: part, code: 26 }])
    }
    take([{ from: available(id), to: issued, asset: 'POWER', units: multiply(power, decay, 'down'), code: 16 }])
  }
}

function renew({ take, change }: Play, order: Order, fixed: NonNullable<ProductLine['fixed']>, at: Date): void {
  const renewal = fixed.renew(order, order.nextPromiseUnits ?? 0n)
  take(renewal.postings)
  change(order, {
    ...renewal.next,
    nextPromiseUnits: undefined,
    round: order.round + 1,
    roundStarted: at,
    roundEnds: endOfRound(at, order.terms.days),
    paidUnits: order.paidUnits + order.promiseUnits,
  })
}

function mature(game: Play): void {
  const { take, change, of, facts } = game
  for (const order of of((each) => isRunning(each) && isOfMature(each))) {
    const { fixed, close } = lineOf(order.terms.line)
    const { roundEnds } = order
    if (!roundEnds || roundEnds > midnight) continue
    const ending = endingOf(order, productOf(order))
    if (ending) {
      take(close(order, ending).postings)
      const paidUnits = order.paidUnits + order.promiseUnits
      change(order, { state: 'ended', overAt: roundEnds, promiseUnits: 0n, paidUnits })
    } else if (fixed) renew(game, order, fixed, roundEnds)
  }
  for (const order of of((each) => each.state === 'to_be_started' && isOfMature(each))) {
    if (order.roundStarted > midnight) continue
    const began = lineOf(order.terms.line).start?.(order, facts)
    take(began?.postings ?? [])
    change(order, { state: 'earning', round: 1, ...began?.change })
  }
}

export function replay(world: World): Outcome {
  const game = play(world)
  const refused = cancel(game, world.cancels)
  lock(game)
  for (const order of game.of(ranAllDay)) game.take(lineOf(order.terms.line).accrue(order, game.facts))
  share(game, world)
  payPower(game, world)
  mature(game)
  return { moved: new Map([...game.moved].filter(([, units]) => units !== 0n)), orders: game.orders(), refused }
}
