import { showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { poolFree } from '#ledger/chart.ts'
import type { Posting } from '#ledger/entry.ts'
import { balanceOf, post } from '#ledger/ledger.store.ts'
import { coinsText } from '../coins-text.ts'
import type { Order } from '../orders/order.ts'
import { endingOf, renewalBarredBy } from '../orders/order-actions.ts'
import { addEvent, addRound, type EventKind } from '../orders/order-history.store.ts'
import { endOfRound } from '../orders/order-time.ts'
import {
  type Due,
  loadAccruing,
  lockMaturing,
  lockRenewing,
  lockStarting,
  updateOrder,
} from '../orders/orders.store.ts'
import type { Ending, ProductLine } from '../products/line.ts'
import { loadProductsById, lockPoolOf } from '../products/products.store.ts'
import { loadDayFacts } from './facts.store.ts'
import { dueAt, endOf, keyOf, type StepName } from './steps.ts'

/** One chunk of a step: which orders, on which day, of which line. */
export type Chunk = { readonly tx: Tx; readonly line: ProductLine; readonly day: Day; readonly due: Due }
/** Does one chunk. @returns the orders it took, in order of number: fewer than the limit when there are no more. */
export type DoChunk = (chunk: Chunk) => Promise<readonly Order[]>

async function postFor(chunk: Chunk, step: StepName, order: Order, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  const at = dueAt(chunk.day, step)
  await post(chunk.tx, { key: keyOf(chunk.day, step, order), at, ref: `order:${order.id}`, postings })
}

/** 23:30: rounds that go on get their next interest set aside, oldest first, as far as the pool reaches; the others are told. */
const setAside: DoChunk = async (chunk) => {
  const { tx, line, day, due } = chunk
  const { fixed } = line
  if (!fixed) return []
  const at = dueAt(day, 'set_aside')
  const orders = await lockRenewing(tx, due, endOf(day))
  await lockPoolOf(tx, line.id)
  const productOf = await loadProductsById(tx)
  const free = new Map<Coin, bigint>()
  for (const order of orders) {
    if (renewalBarredBy(order, productOf(order))) continue
    const coin = order.terms.base
    const left = free.get(coin) ?? (await balanceOf(tx, poolFree(fixed.pool), coin))
    const promise = fixed.nextPromise(order)
    const fits = promise <= left
    free.set(coin, fits ? left - promise : left)
    if (fits) await postFor(chunk, 'set_aside', order, fixed.setAside(order, promise))
    await updateOrder(tx, order, fits ? { nextPromiseUnits: promise } : { poolShort: true })
    const kind = fits ? 'renewal_set_aside' : 'renewal_pool_short'
    await addEvent(tx, { order, at, kind, params: { interest: coinsText({ asset: coin, units: promise }) } })
  }
  return orders
}

/** What a whole day brought, for every order that ran all of it. */
const accrue: DoChunk = async (chunk) => {
  const { tx, line, day, due } = chunk
  const orders = await loadAccruing(tx, due, endOf(day))
  const facts = await loadDayFacts(tx, day, orders)
  for (const order of orders) await postFor(chunk, 'accrue', order, line.accrue(order, facts))
  return orders
}

/** Rounds that are over go on into the next, or pay out. */
const mature: DoChunk = async (chunk) => {
  const orders = await lockMaturing(chunk.tx, chunk.due, endOf(chunk.day))
  const productOf = await loadProductsById(chunk.tx)
  for (const order of orders) {
    const { roundEnds } = order
    expect(roundEnds, `order ${order.id}, whose round is over, had an end`)
    await addRound(chunk.tx, order, roundEnds)
    const ending = endingOf(order, productOf(order))
    if (ending) await closeOrder(chunk, order, roundEnds, ending)
    else await renewOrder(chunk, order, roundEnds)
  }
  return orders
}

async function renewOrder(chunk: Chunk, order: Order, roundEnds: Date): Promise<void> {
  const { tx, line } = chunk
  expect(line.fixed && order.nextPromiseUnits !== undefined, `the next promise of order ${order.id} is set aside`)
  const renewal = line.fixed.renew(order, order.nextPromiseUnits)
  await postFor(chunk, 'mature', order, renewal.postings)
  const renewed = await updateOrder(tx, order, {
    ...renewal.next,
    nextPromiseUnits: undefined,
    round: order.round + 1,
    roundStarted: roundEnds,
    roundEnds: endOfRound(roundEnds, order.terms.days),
    paidUnits: order.paidUnits + order.promiseUnits,
  })
  const interest = coinsText({ asset: order.terms.base, units: renewal.joined })
  const params = { round: String(renewed.round), interest }
  await addEvent(tx, { order, at: roundEnds, kind: 'renewed', params })
}

/** What the holder is told, by why the round was the last. */
const endEvents: Readonly<Record<Ending, EventKind>> = {
  reinvest_off: 'ended',
  pool_short: 'ended_pool_short',
  terms_changed: 'ended_terms_changed',
  product_ended: 'ended_product_ended',
}

async function closeOrder(chunk: Chunk, order: Order, roundEnds: Date, ending: Ending): Promise<void> {
  const { tx, line } = chunk
  const closing = line.close(order, ending)
  await postFor(chunk, 'mature', order, closing.postings)
  await updateOrder(tx, order, {
    state: 'ended',
    overAt: roundEnds,
    promiseUnits: 0n,
    paidUnits: order.paidUnits + order.promiseUnits,
  })
  const at = roundEnds
  await addEvent(tx, { order, at, kind: endEvents[ending], params: { returned: coinsText(...closing.returned) } })
  if (!closing.retired) return
  const power = showUnits(closing.power ?? 0n)
  await addEvent(tx, { order, at, kind: 'side_retired', params: { retired: coinsText(closing.retired), power } })
}

/** Orders whose start has come begin to earn. No coin moves: they were taken at purchase. */
const start: DoChunk = async (chunk) => {
  const { tx, line, day, due } = chunk
  const orders = await lockStarting(tx, due, endOf(day))
  for (const order of orders) {
    await updateOrder(tx, order, { state: 'earning', round: 1 })
    const at = order.roundStarted
    if (line.fixed) await addEvent(tx, { order, at, kind: 'started', params: { round: '1' } })
    else await addEvent(tx, { order, at, kind: 'term_started' })
  }
  return orders
}

/** How each step does a chunk. */
export const doChunk: Readonly<Record<StepName, DoChunk>> = { set_aside: setAside, accrue, mature, start }
