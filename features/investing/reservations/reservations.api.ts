import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { expectCoinsSold } from '#products/gates/gates.store.ts'
import { addEvent } from '#products/orders/order-history.store.ts'
import { isFirstOfLine, lockOrder, updateOrder } from '#products/orders/orders.store.ts'
import { loadProduct, lockPoolOf } from '#products/orders/products.store.ts'
import { endReservations } from '#products/reservations/close.server.ts'
import { excuseOf } from '#products/reservations/excuse.server.ts'
import { logQueue } from '#products/reservations/queue-log.store.ts'
import {
  bonusOf,
  creditMost,
  decideCancel,
  decidePayment,
  isTooLate,
  payBalance,
} from '#products/reservations/reservation.ts'
import { loadReservation, loadReservations, updateReservation } from '#products/reservations/reservations.store.ts'
import { figuresNow, viewReservation, viewReservations } from '#products/reservations/view.server.ts'
import { coinsText } from '#products/terms/coins-text.ts'
import { legsOf } from '#products/terms/legs.ts'
import { cancelReservation, listReservations, payReservation } from './reservations.contract.ts'
import { reserveOrderApi } from './reserve.api.ts'

const pageSize = 20
const beforeOf = (cursor: string) => (/^\d{1,15}$/.test(cursor) ? { before: Number(cursor) } : {})

const listReservationsApi = implementRead(listReservations, async ({ state, cursor }, { db, walletId, now }) => {
  const found = await loadReservations(db, walletId, { state, ...beforeOf(cursor), limit: pageSize })
  return {
    items: await viewReservations(db, found, now),
    next: found.length === pageSize ? String(found.at(-1)?.orderId ?? '') : '',
    credit: showUnits(await balanceOf(db, available(walletId), 'CREDIT')),
    creditMost: showUnits(creditMost),
  }
})

const payReservationApi = implement(payReservation, async ({ orderId, sideMax }, { tx, walletId, requestId, now }) => {
  refuseWhileStopped(await lockWallet(tx, walletId))
  const reservation = await loadReservation(tx, walletId, orderId)
  const order = await lockOrder(tx, walletId, orderId)
  await expectCoinsSold(tx, await loadProduct(tx, order.productId))
  decidePayment(order, reservation, now)
  const first = await isFirstOfLine(tx, walletId, order.terms.line)
  const { sideUnits, startsAt, endsAt } = await figuresNow(tx, order, now, first)
  if (sideMax !== undefined && sideUnits > (parseUnits(sideMax) ?? 0n)) fail('invest.payment')
  const { base, side } = order.terms
  const balance = reservation.baseUnits - reservation.prepaidUnits
  if (balance > (await balanceOf(tx, available(walletId), base))) fail('balance.insufficient', { coin: base })
  if (side && sideUnits > (await balanceOf(tx, available(walletId), side))) fail('balance.insufficient', { coin: side })
  const bonus = bonusOf(reservation.creditUnits, reservation.dueAt ?? now, now)
  const paid = await updateOrder(tx, order, {
    state: 'to_be_started',
    sideUnits,
    roundStarted: startsAt,
    roundEnds: endsAt,
  })
  await post(tx, { key: requestId, at: now, ref: `order:${orderId}`, postings: payBalance(paid, reservation) })
  const done = await updateReservation(tx, reservation, { paidAt: now, bonusUnits: bonus })
  const params = { paid: coinsText(...legsOf(paid)), bonus: showUnits(bonus) }
  await addEvent(tx, { order, at: now, kind: 'balance_paid', params })
  const { productId, baseUnits } = reservation
  await logQueue(tx, [{ at: now, productId, orderId: order.id, change: 'paid', baseUnits, coin: base }])
  return { reservation: await viewReservation(tx, paid, done, now) }
})

const cancelReservationApi = implement(
  cancelReservation,
  async ({ orderId, giveUp }, { tx, walletId, requestId, now }) => {
    await lockWallet(tx, walletId)
    const reservation = await loadReservation(tx, walletId, orderId)
    // Same lock order as in queue processing.
    await lockPoolOf(tx, 'dual')
    const order = await lockOrder(tx, walletId, orderId)
    // A late reservation is lost unless the holder is excused. If excused, the reservation becomes due again, and only `giveUp` forfeits
    // it.
    const isLost = isTooLate(reservation, now) && !(await excuseOf(tx, { order, reservation }, now))
    const how = decideCancel(order, giveUp || isLost)
    const kind = how === 'leave queue' ? 'queue_left' : 'given_up'
    await endReservations(tx, [{ order, reservation, kind, key: requestId }], now)
    const after = await loadReservation(tx, walletId, orderId)
    return { reservation: await viewReservation(tx, await lockOrder(tx, walletId, orderId), after, now) }
  },
)

export const reservationCalls: readonly Implementation[] = [
  reserveOrderApi,
  listReservationsApi,
  payReservationApi,
  cancelReservationApi,
]
