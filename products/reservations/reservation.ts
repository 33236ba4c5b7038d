import { divide, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { addMs, type Day, dayMs, hourMs } from '#kit/time/clock.ts'
import { available, held, issued, poolFree } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { accountsOf, moving } from '../terms/legs.ts'
import type { Order } from '../terms/order.ts'
import { isOver } from '../terms/order-state.ts'

/** Amounts in units of 10⁻⁸. */
export type Reservation = {
  readonly orderId: OrderId
  readonly walletId: WalletId
  readonly productId: number
  readonly baseUnits: bigint
  readonly prepaidUnits: bigint
  readonly creditUnits: bigint
  readonly reservedAt: Date
  readonly dueAt: Date | undefined
  readonly quotaDay: Day | undefined
  readonly paidAt: Date | undefined
  readonly bonusUnits: bigint
  readonly overAt: Date | undefined
  readonly creditOverAt: Date | undefined
}

/** Spec §4: 1 % of the order's base coin, rounded up. */
export const prepaymentOf = (baseUnits: bigint): bigint => divide(baseUnits, 100n, 'up')
export const creditFor = (valueUnits: bigint): bigint => (valueUnits > 0n ? valueUnits : 1n)
/** PRODUCT.md 9: maximum CREDIT, including held CREDIT. */
export const creditMost = 50_000n * unitsPerOne
export const creditFitting = (units: bigint, has: bigint): bigint => {
  const room = creditMost - has
  return room <= 0n ? 0n : units < room ? units : room
}

/** Spec §9: a reservation unpaid after this time closes and loses its credit. */
export const payWithinMs = dayMs
/** Spec §9: the higher reward applies within this time. */
export const bestWithinMs = 2 * hourMs

/** Rounded down. */
export function bonusOf(creditUnits: bigint, dueAt: Date, now: Date): bigint {
  if (now >= addMs(dueAt, payWithinMs)) return 0n
  return divide(creditUnits * (now < addMs(dueAt, bestWithinMs) ? 10n : 2n), 100n, 'down')
}

/** Due reservations may hold at most 20 % of the free and held amounts together. */
const duePart = 5n
export const mayHold = (promise: bigint, holds: bigint, free: bigint): boolean =>
  promise <= free && (holds + promise) * duePart <= holds + free

/** Record codes (spec point 3, POSTINGS.md). */
const codes = { bought: 8, reserved: 15, returned: 16, creditBack: 117, creditLost: 118 } as const
const pool = poolFree('dual')

export const reserve = ({ walletId, prepaidUnits, creditUnits }: Reservation, order: Order): readonly Posting[] => {
  const [from, to] = [available(walletId), held(walletId)]
  return [
    { from, to, asset: order.terms.base, units: prepaidUnits, code: codes.reserved },
    { from, to, asset: 'CREDIT', units: creditUnits, code: codes.reserved },
  ]
}

/** Moves the promised interest now, so that payment cannot fail for lack of it. */
export const becomeDue = (order: Order, promise: bigint): readonly Posting[] =>
  moving([{ from: pool, to: accountsOf(order).promised, asset: order.terms.base, units: promise }])

export function payBalance(order: Order, reservation: Reservation): readonly Posting[] {
  const { walletId, baseUnits, prepaidUnits } = reservation
  const { principal } = accountsOf(order)
  const { base, side } = order.terms
  const [free, aside] = [available(walletId), held(walletId)]
  return moving([
    { from: aside, to: principal, asset: base, units: prepaidUnits, code: codes.bought },
    { from: free, to: principal, asset: base, units: baseUnits - prepaidUnits, code: codes.bought },
    ...(side ? [{ from: free, to: principal, asset: side, units: order.sideUnits, code: codes.bought }] : []),
  ])
}

export const returnCredit = ({ walletId, creditUnits }: Reservation, bonus: bigint): readonly Posting[] =>
  moving([
    { from: held(walletId), to: available(walletId), asset: 'CREDIT', units: creditUnits, code: codes.creditBack },
    { from: issued, to: available(walletId), asset: 'CREDIT', units: bonus, code: codes.creditBack },
  ])

export const loseCredit = ({ walletId, creditUnits }: Reservation): readonly Posting[] => [
  { from: held(walletId), to: issued, asset: 'CREDIT', units: creditUnits, code: codes.creditLost },
]

export const leaveQueue = ({ walletId, prepaidUnits, creditUnits }: Reservation, order: Order): readonly Posting[] => {
  const [from, to] = [held(walletId), available(walletId)]
  return [
    { from, to, asset: order.terms.base, units: prepaidUnits, code: codes.returned },
    { from, to, asset: 'CREDIT', units: creditUnits, code: codes.returned },
  ]
}

export const closeUnpaid = ({ walletId, prepaidUnits, creditUnits }: Reservation, order: Order): readonly Posting[] => {
  const aside = held(walletId)
  const { base } = order.terms
  return moving([
    { from: aside, to: available(walletId), asset: base, units: prepaidUnits, code: codes.returned },
    { from: aside, to: issued, asset: 'CREDIT', units: creditUnits, code: codes.creditLost },
    { from: accountsOf(order).promised, to: pool, asset: base, units: order.promiseUnits },
  ])
}

export const isTooLate = ({ dueAt }: Reservation, now: Date): boolean =>
  dueAt !== undefined && now >= addMs(dueAt, payWithinMs)

/** @throws invest.order_closed, invest.queue_not_processed, invest.order_error after payment. */
export function decidePayment(order: Order, reservation: Reservation, now: Date): void {
  if (isOver(order.state) || isTooLate(reservation, now)) fail('invest.order_closed')
  if (order.state === 'queued' || order.state === 'reserved') fail('invest.queue_not_processed')
  if (order.state !== 'due') fail('invest.order_error')
}

/**
 * @param giveUp the holder accepts losing the credit. @throws invest.order_closed, invest.order_error after payment,
 * invest.order_cannot_close without `giveUp`.
 */
export function decideCancel(order: Order, giveUp: boolean): 'leave queue' | 'give up' {
  if (isOver(order.state)) fail('invest.order_closed')
  if (order.state === 'queued') return 'leave queue'
  if (order.state !== 'due') fail('invest.order_error')
  return giveUp ? 'give up' : fail('invest.order_cannot_close')
}

export type Waiting = { readonly queuedHere: boolean; readonly anyDue: boolean }
/** @throws invest.pending_order_waiting, invest.already_in_queue */
export function expectFreeToReserve({ queuedHere, anyDue }: Waiting): void {
  if (anyDue) fail('invest.pending_order_waiting')
  if (queuedHere) fail('invest.already_in_queue')
}

export type Means = { readonly base: bigint; readonly credit: bigint }
/** @throws balance.insufficient, balance.credit_limit */
export function expectMeans(
  reservation: Pick<Reservation, 'prepaidUnits' | 'creditUnits'>,
  means: Means,
  base: string,
) {
  if (reservation.prepaidUnits > means.base) fail('balance.insufficient', { coin: base })
  if (reservation.creditUnits > means.credit)
    fail('balance.credit_limit', { needed: showUnits(reservation.creditUnits) })
}
