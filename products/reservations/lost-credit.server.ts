import { showUnits } from '#kit/amount/amount.ts'
import type { Tx } from '#kit/store/db.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { addEvent } from '../orders/order-history.store.ts'
import type { Order } from '../terms/order.ts'
import { loseCredit } from './reservation.ts'
import { findPaid, updateReservation } from './reservations.store.ts'

/** The held CREDIT is lost, because the order blocked quota and promised interest. */
export async function loseHeldCredit(tx: Tx, order: Order, { key, at }: { key: string; at: Date }): Promise<void> {
  const reservation = await findPaid(tx, order.id)
  if (!reservation) return
  await post(tx, { key: `${key}:credit`, at, ref: `order:${order.id}`, postings: loseCredit(reservation) })
  await updateReservation(tx, reservation, { bonusUnits: 0n, creditOverAt: at })
  await addEvent(tx, { order, at, kind: 'credit_lost', params: { credit: showUnits(reservation.creditUnits) } })
}
