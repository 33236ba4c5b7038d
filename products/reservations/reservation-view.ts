import type * as v from 'valibot'
import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { addMs } from '#kit/time/clock.ts'
import type { Order } from '../terms/order.ts'
import { type FirstOfLine, startOfOrder } from '../terms/order-time.ts'
import { sideMostOf } from '../terms/purchase.ts'
import type { reservationItem } from './fields.ts'
import { bestWithinMs, bonusOf, payWithinMs, type Reservation } from './reservation.ts'

export type ReservationItem = v.InferOutput<typeof reservationItem>
export type ReservationFacts = {
  readonly order: Order
  readonly reservation: Reservation
  readonly rank: number | undefined
  readonly sideUnits: bigint | undefined
  readonly firstOfLine: FirstOfLine
  readonly stopped: Coin | undefined
  readonly now: Date
}

export function showReservation(facts: ReservationFacts): ReservationItem {
  const { order, reservation, rank, now } = facts
  const { dueAt, paidAt, overAt } = reservation
  const open = !paidAt && !overAt
  const side = open ? facts.sideUnits : undefined
  const starts = dueAt && open ? startOfOrder(now, facts.firstOfLine) : paidAt && order.roundStarted
  return {
    orderId: order.id,
    productId: order.productId,
    line: order.terms.line,
    state: order.state,
    base: order.terms.base,
    side: order.terms.side ?? null,
    amount: showUnits(reservation.baseUnits),
    value: showUnits(order.valueUnits),
    days: order.terms.days,
    reinvest: order.reinvest,
    prepaid: showUnits(reservation.prepaidUnits),
    credit: showUnits(reservation.creditUnits),
    rank: rank ?? null,
    reservedAt: reservation.reservedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    bestUntil: dueAt ? addMs(dueAt, bestWithinMs).toISOString() : null,
    payUntil: dueAt ? addMs(dueAt, payWithinMs).toISOString() : null,
    paidAt: paidAt?.toISOString() ?? null,
    overAt: overAt?.toISOString() ?? null,
    stopped: (open && facts.stopped) || null,
    balance: showUnits(open ? reservation.baseUnits - reservation.prepaidUnits : 0n),
    sideAmount: side === undefined ? null : showUnits(side),
    sideMost: side === undefined ? null : showUnits(sideMostOf(side)),
    bonus: showUnits(
      paidAt ? reservation.bonusUnits : open && dueAt ? bonusOf(reservation.creditUnits, dueAt, now) : 0n,
    ),
    startsAt: starts?.toISOString() ?? null,
  }
}
