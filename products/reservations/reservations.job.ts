import { type ChunkDone, type DayStep, endOf } from '#days/day-step.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { addMs, type Day, dayOf } from '#kit/time/clock.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { balanceOf, postMany } from '#ledger/posting/ledger.store.ts'
import { addEvent } from '../orders/order-history.store.ts'
import { lockOrders, updateOrder } from '../orders/orders.store.ts'
import { loadProduct, lockPoolOf } from '../orders/products.store.ts'
import { tryQuota } from '../orders/quota.store.ts'
import { lineOf } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { Order, Product } from '../terms/order.ts'
import { endReservations, type Leaving } from './close.server.ts'
import { creditReturnStep, creditStep } from './credit.store.ts'
import { type Due, type Excuse, excuseOf } from './excuse.server.ts'
import { logQueue, type QueueEvent } from './queue-log.store.ts'
import { becomeDue, mayHold, payWithinMs, type Reservation } from './reservation.ts'
import { loadDuePromises, loadQueue, loadQueuedProducts, loadTooLate, updateReservation } from './reservations.store.ts'

const closeName = 'reservation_close'
const queueName = 'reservation_queue'

/** Assumed: a sales stop, even of one minute, restarts the 24 hours after they end instead of pausing them. */
async function callAgain(tx: Tx, { order, reservation }: Due, kind: Excuse, now: Date) {
  await updateReservation(tx, reservation, { dueAt: now })
  await addEvent(tx, { order, at: now, kind })
}

async function closeSome(tx: Tx, now: Date, limit: number): Promise<number> {
  await lockPoolOf(tx, 'dual')
  const late = await loadTooLate(tx, addMs(now, -payWithinMs), limit)
  const orders = await lockOrders(
    tx,
    late.map(({ orderId }) => orderId),
  )
  const leavings: Leaving[] = []
  for (const order of orders) {
    const reservation = late.find(({ orderId }) => orderId === order.id)
    if (!reservation || order.state !== 'due') continue
    const excuse = await excuseOf(tx, { order, reservation }, now)
    if (excuse) await callAgain(tx, { order, reservation }, excuse, now)
    else leavings.push({ order, reservation, kind: 'closed_unpaid', key: `${closeName}:${order.id}` })
  }
  await endReservations(tx, leavings, now)
  return late.length
}

const closedAtOnce = 50

/** Run every few seconds. */
export async function closeUnpaidReservations(db: Db, now: Date): Promise<void> {
  for (let more = true; more; ) {
    if ((await loadTooLate(db, addMs(now, -payWithinMs), 1)).length === 0) return
    more = (await db.transaction((tx) => closeSome(tx, now, closedAtOnce))) === closedAtOnce
  }
}

type Turn = { readonly tx: Tx; readonly product: Product; readonly at: Date; readonly day: Day }
type Called = { readonly order: Order; readonly reservation: Reservation; readonly promise: bigint }

/** Makes queued orders due, first come, first served, within quota and pool. */
async function callNext({ tx, product, day }: Turn, queue: readonly Reservation[]): Promise<Called[]> {
  const { fixed } = lineOf(product.line)
  if (!fixed) return []
  let free = await balanceOf(tx, poolFree(fixed.pool), product.base)
  let holds = await loadDuePromises(tx, product.base)
  const orders = await lockOrders(
    tx,
    queue.map(({ orderId }) => orderId),
  )
  const called: Called[] = []
  for (const [place, reservation] of queue.entries()) {
    const order = orders[place]
    if (!order || order.id !== reservation.orderId || order.state !== 'queued') break
    const promise = fixed.nextPromise({ ...order, promiseUnits: 0n })
    if (!mayHold(promise, holds, free)) break
    if (!(await tryQuota(tx, product, reservation.baseUnits, day))) break
    free -= promise
    holds += promise
    called.push({ order, reservation, promise })
  }
  return called
}

async function makeDue({ tx, at, day }: Turn, called: readonly Called[]): Promise<void> {
  const entries = called.map(({ order, promise }): Entry => {
    const key = `${queueName}:${order.id}`
    return { key, at, ref: `order:${order.id}`, postings: becomeDue(order, promise) }
  })
  await postMany(
    tx,
    entries.filter(({ postings }) => postings.length > 0),
  )
  const events: QueueEvent[] = []
  for (const { order, reservation, promise } of called) {
    await updateOrder(tx, order, { state: 'due', promiseUnits: promise })
    await updateReservation(tx, reservation, { dueAt: at, quotaDay: day })
    const balance = coinsText({ asset: order.terms.base, units: reservation.baseUnits - reservation.prepaidUnits })
    await addEvent(tx, { order, at, kind: 'became_due', params: { balance } })
    const { productId, baseUnits } = reservation
    events.push({ at, productId, orderId: order.id, change: 'due', baseUnits, coin: order.terms.base })
  }
  await logQueue(tx, events)
}

/** Also refunds prepayment and credit. */
async function endQueue({ tx, at }: Turn, queue: readonly Reservation[]): Promise<void> {
  const orders = await lockOrders(
    tx,
    queue.map(({ orderId }) => orderId),
  )
  const leavings = orders.flatMap((order) => {
    const reservation = queue.find(({ orderId }) => orderId === order.id)
    if (!reservation) return []
    return [{ order, reservation, kind: 'queue_ended', key: `${queueName}:${order.id}` } as const]
  })
  await endReservations(tx, leavings, at)
}

async function serveQueue(turn: Turn, limit: number): Promise<{ served: number; more: boolean }> {
  const { tx, product, at } = turn
  const queue = await loadQueue(tx, product.id, limit)
  if (product.endedAt && product.endedAt <= at) {
    await endQueue(turn, queue)
    return { served: queue.length, more: queue.length === limit }
  }
  const called = await callNext(turn, queue)
  await makeDue(turn, called)
  return { served: called.length, more: called.length === limit }
}

const servedAtOnce = 100

/**
 * Closes unpaid reservations, then gives the new quota to the queue, first come, first served. Assumed: an order above a day's quota is
 * refused immediately, because it would block all orders behind it. @param now the real time, so due orders get 24 hours even if settlement
 * is late.
 */
export const reservationSteps = (now: Date): readonly DayStep[] => {
  const momentOf = (day: Day): Date => (now > endOf(day) ? now : endOf(day))
  const close = async (tx: Tx, { day, limit }: { day: Day; limit: number }): Promise<ChunkDone> => {
    const done = await closeSome(tx, momentOf(day), Math.min(limit, closedAtOnce))
    return { last: '', done, finished: done < Math.min(limit, closedAtOnce) }
  }
  const serve: DayStep['chunk'] = async (tx, { day, after, limit }) => {
    await lockPoolOf(tx, 'dual')
    const [productId, next] = await loadQueuedProducts(tx, Number(after || '0'))
    if (productId === undefined) return { last: after, done: 0, finished: true }
    const at = momentOf(day)
    const turn = { tx, product: await loadProduct(tx, productId), at, day: dayOf(at) }
    const { served, more } = await serveQueue(turn, Math.min(limit, servedAtOnce))
    const last = more ? after : String(productId)
    return { last, done: served, finished: !more && next === undefined }
  }
  return [
    { name: closeName, parts: [''], when: 'midnight', chunk: close },
    { name: queueName, parts: [''], when: 'midnight', chunk: serve },
    creditStep,
    creditReturnStep,
  ]
}
