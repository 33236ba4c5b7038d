import type { Tx } from '#kit/store/db.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { addEvent, type EventKind } from '../orders/order-history.store.ts'
import { updateOrder } from '../orders/orders.store.ts'
import { returnQuota } from '../orders/quota.store.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { Order } from '../terms/order.ts'
import { logQueue, type QueueEvent } from './queue-log.store.ts'
import { closeUnpaid, leaveQueue, type Reservation } from './reservation.ts'
import { updateReservation } from './reservations.store.ts'

/** The caller must have locked `order`. */
export type Leaving = {
  readonly order: Order
  readonly reservation: Reservation
  readonly kind: Extract<EventKind, 'queue_left' | 'queue_ended' | 'given_up' | 'closed_unpaid'>
  readonly key: string
}

/**
 * Refunds the prepayment. A queued reservation also gets its credit back. A due reservation loses its credit, and its promise returns to
 * the pool. Quota returns only on the day it was taken.
 */
export async function endReservations(tx: Tx, leavings: readonly Leaving[], at: Date): Promise<void> {
  const entries = leavings.map(({ order, reservation, key }): Entry => {
    const postings = order.state === 'due' ? closeUnpaid(reservation, order) : leaveQueue(reservation, order)
    return { key, at, ref: `order:${order.id}`, postings }
  })
  await postMany(tx, entries)
  const events: QueueEvent[] = []
  for (const { order, reservation, kind } of leavings) {
    const state = order.state === 'due' ? 'closed' : 'cancelled'
    const { productId, baseUnits, prepaidUnits } = reservation
    await returnQuota(tx, order, at)
    await updateOrder(tx, order, { state, overAt: at, promiseUnits: 0n })
    await updateReservation(tx, reservation, { overAt: at })
    const params = { returned: coinsText({ asset: order.terms.base, units: prepaidUnits }) }
    await addEvent(tx, { order, at, kind, params })
    events.push({ at, productId, orderId: order.id, change: state, baseUnits, coin: order.terms.base })
  }
  await logQueue(tx, events)
}
