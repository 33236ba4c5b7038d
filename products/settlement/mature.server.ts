import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Account } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { endingOf } from '../orders/order-actions.ts'
import { addEvents, addRounds, type EventKind, type OrderEvent } from '../orders/order-history.store.ts'
import { type Chunk, entriesFor, orderStep } from '../orders/order-step.ts'
import {
  linesMaturing,
  linesStarting,
  lockMaturing,
  lockStarting,
  type OrderUpdate,
  updateOrders,
} from '../orders/orders.store.ts'
import { loadProductsById } from '../orders/products.store.ts'
import { productLines } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import { legsOf } from '../terms/legs.ts'
import type { DayFacts, Ending, ProductLine } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { endOfRound } from '../terms/order-time.ts'
import { loadDayFacts } from './facts.store.ts'

type Outcome = { readonly entries: Entry[]; readonly updates: OrderUpdate[]; readonly events: OrderEvent[] }
const nothingYet = (): Outcome => ({ entries: [], updates: [], events: [] })

async function write({ tx }: Chunk, { entries, updates, events }: Outcome): Promise<void> {
  await postMany(tx, entries)
  await updateOrders(tx, updates)
  await addEvents(tx, events)
}

async function mature(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, due, at } = chunk
  const orders = await lockMaturing(tx, due, at)
  if (orders.length === 0) return orders
  const productOf = await loadProductsById(tx)
  const outcome = nothingYet()
  const ended: { order: Order; endedAt: Date }[] = []
  for (const order of orders) {
    const { roundEnds } = order
    expect(roundEnds, `order ${order.id}, whose round is over, had an end`)
    ended.push({ order, endedAt: roundEnds })
    const ending = endingOf(order, productOf(order))
    if (ending) close(chunk, outcome, order, roundEnds, ending)
    else renew(chunk, outcome, order, roundEnds)
  }
  await addRounds(tx, ended)
  await write(chunk, outcome)
  return orders
}

function renew(chunk: Chunk, outcome: Outcome, order: Order, roundEnds: Date): void {
  const { fixed } = chunk.line
  expect(fixed && order.nextPromiseUnits !== undefined, `the next promise of order ${order.id} is set aside`)
  const renewal = fixed.renew(order, order.nextPromiseUnits)
  const round = order.round + 1
  outcome.entries.push(...entriesFor(chunk, order, renewal.postings))
  outcome.updates.push({
    order,
    change: {
      ...renewal.next,
      nextPromiseUnits: undefined,
      round,
      roundStarted: roundEnds,
      roundEnds: endOfRound(roundEnds, order.terms.days),
      paidUnits: order.paidUnits + order.promiseUnits,
    },
  })
  const interest = coinsText({ asset: order.terms.base, units: renewal.joined })
  outcome.events.push({ order, at: roundEnds, kind: 'renewed', params: { round: String(round), interest } })
}

const endEvents: Readonly<Record<Ending, EventKind>> = {
  reinvest_off: 'ended',
  pool_short: 'ended_pool_short',
  terms_changed: 'ended_terms_changed',
  product_ended: 'ended_product_ended',
}

function close(chunk: Chunk, { entries, updates, events }: Outcome, order: Order, at: Date, ending: Ending): void {
  const closing = chunk.line.close(order, ending)
  entries.push(...entriesFor(chunk, order, closing.postings))
  const paidUnits = order.paidUnits + order.promiseUnits
  updates.push({ order, change: { state: 'ended', overAt: at, promiseUnits: 0n, paidUnits } })
  events.push({ order, at, kind: endEvents[ending], params: { returned: coinsText(...closing.returned) } })
  if (!closing.retired) return
  const params = { retired: coinsText(closing.retired), power: showUnits(closing.power ?? 0n) }
  events.push({ order, at, kind: 'side_retired', params })
}

async function start(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, line, day, due, at } = chunk
  const orders = await lockStarting(tx, due, at)
  if (orders.length === 0) return orders
  const outcome = nothingYet()
  const facts = line.start && (await loadDayFacts(tx, { day, at, line, orders }))
  for (const order of orders) {
    const began = facts && line.start?.(order, factsAfter(facts, line, outcome.entries))
    if (began) outcome.entries.push(...entriesFor(chunk, order, began.postings))
    if (began?.cancelled) {
      outcome.updates.push({
        order,
        change: { state: 'cancelled', overAt: order.roundStarted, promiseUnits: 0n, ...began.change },
      })
      const params = { returned: coinsText(...legsOf(order)) }
      outcome.events.push({ order, at: order.roundStarted, kind: 'cancelled_capital_short', params })
    } else {
      outcome.updates.push({ order, change: { state: 'earning', round: 1, ...began?.change } })
      outcome.events.push({ order, at: order.roundStarted, ...startedAs(line, { ...order, ...began?.change }) })
    }
  }
  await write(chunk, outcome)
  return orders
}

/** Subtracts what earlier orders of the chunk take from the line's source. */
function factsAfter(facts: DayFacts, { source }: ProductLine, entries: readonly Entry[]): DayFacts {
  if (!source || entries.length === 0) return facts
  const moved = (coin: Coin): bigint => {
    let units = 0n
    for (const { from, to, asset, units: more } of entries.flatMap(({ postings }) => postings)) {
      if (asset !== coin) continue
      if (isSame(from, source.from)) units += more
      if (isSame(to, source.from)) units -= more
    }
    return units
  }
  return { ...facts, capital: (coin) => facts.capital(coin) - moved(coin) }
}
const isSame = (one: Account, other: Account): boolean => one.owner === other.owner && one.purpose === other.purpose

function startedAs({ fixed, source }: ProductLine, order: Order): Pick<OrderEvent, 'kind' | 'params'> {
  if (fixed) return { kind: 'started', params: { round: '1' } }
  if (source) {
    const coins = { asset: order.terms.pays ?? order.terms.base, units: order.promiseUnits }
    return { kind: 'release_began', params: { coins: coinsText(coins) } }
  }
  return { kind: order.roundEnds ? 'term_started' : 'earns' }
}

/** Excludes lines with separate steps. */
const lines = productLines.filter(({ ownSteps }) => !ownSteps)
export const matureStep = orderStep('mature', 'midnight', lines, mature, linesMaturing)
export const startStep = orderStep('start', 'midnight', lines, start, linesStarting)
