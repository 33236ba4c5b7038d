import type { Tx } from '#kit/store/db.ts'
import { addMs } from '#kit/time/clock.ts'
import { wasStoppedBetween } from '../gates/gates.store.ts'
import { loadProduct } from '../orders/products.store.ts'
import type { Order } from '../terms/order.ts'
import { payWithinMs, type Reservation } from './reservation.ts'
import { isPayable } from './view.server.ts'

export type Due = { readonly order: Order; readonly reservation: Reservation }
export type Excuse = 'due_again' | 'due_again_stopped'

/**
 * Reason to give an unpaid reservation another 24 hours: its second coin has no price, or sales of one of its coins stopped in the first
 * 24.
 */
export async function excuseOf(tx: Tx, { order, reservation }: Due, now: Date): Promise<Excuse | undefined> {
  if (!(await isPayable(tx, order, now))) return 'due_again'
  const since = reservation.dueAt ?? now
  const product = await loadProduct(tx, order.productId)
  const wasStopped = await wasStoppedBetween(tx, product, { since, until: addMs(since, payWithinMs) })
  return wasStopped ? 'due_again_stopped' : undefined
}
