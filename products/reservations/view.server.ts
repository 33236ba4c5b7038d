import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { stoppedCoin } from '../gates/gates.store.ts'
import { isFirstOfLine, loadOrder } from '../orders/orders.store.ts'
import { loadProduct } from '../orders/products.store.ts'
import { loadPrices } from '../purchase/facts.server.ts'
import type { Order } from '../terms/order.ts'
import type { FirstOfLine } from '../terms/order-time.ts'
import { figuresOf } from '../terms/purchase.ts'
import type { Reservation } from './reservation.ts'
import { type ReservationItem, showReservation } from './reservation-view.ts'
import { loadRanks } from './reservations.store.ts'

/** Placeholder for the base coin's price, because the order's value was fixed at reservation. */
const standing = { numerator: 1n, denominator: 1n }

/** @throws exchange.not_open if its second coin has no price. */
export async function figuresNow(sql: Sql, order: Order, now: Date, firstOfLine: FirstOfLine) {
  const product = await loadProduct(sql, order.productId)
  const prices = await loadPrices(sql, product, now)
  return figuresOf(order.terms, order.baseUnits, { ...prices, baseInUsdt: standing }, now, firstOfLine)
}

/** Undefined without a price. */
async function sideNow(sql: Sql, order: Order, now: Date): Promise<bigint | undefined> {
  try {
    return (await figuresNow(sql, order, now, false)).sideUnits
  } catch (error) {
    if (error instanceof Refusal && error.key === 'exchange.not_open') return undefined
    throw error
  }
}

export const isPayable = async (sql: Sql, order: Order, now: Date): Promise<boolean> =>
  (await sideNow(sql, order, now)) !== undefined

export async function viewReservation(sql: Sql, order: Order, reservation: Reservation, now: Date) {
  const [item] = await viewReservations(sql, [reservation], now, () => order)
  expect(item, 'one reservation is shown')
  return item
}

export async function viewReservations(
  sql: Sql,
  reservations: readonly Reservation[],
  now: Date,
  known: (reservation: Reservation) => Order | undefined = () => undefined,
): Promise<ReservationItem[]> {
  const ranks = await loadRanks(sql, reservations)
  const items: ReservationItem[] = []
  for (const reservation of reservations) {
    const { walletId, orderId, dueAt, paidAt, overAt } = reservation
    const order = known(reservation) ?? (await loadOrder(sql, walletId, orderId))
    const open = !paidAt && !overAt
    const sideUnits = open ? await sideNow(sql, order, now) : undefined
    const firstOfLine = open && (await isFirstOfLine(sql, walletId, order.terms.line))
    const isDue = open && dueAt !== undefined
    const stopped = isDue ? await stoppedCoin(sql, await loadProduct(sql, order.productId)) : undefined
    items.push(showReservation({ order, reservation, rank: ranks.get(orderId), sideUnits, firstOfLine, stopped, now }))
  }
  return items
}
