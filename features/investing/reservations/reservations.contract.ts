import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, exactAmount, typedAmount, wholeNumber } from '#kit/wire/fields.ts'
import { reservationItem } from '#products/reservations/fields.ts'

const failuresOfOrder = [
  'invest.order_missing',
  'invest.order_error',
  'invest.order_closed',
  'invest.pool_settling',
] as const

export const reserveOrder = contract({
  method: 'POST',
  path: '/invest/reserve',
  access: 'money',
  orPasskey: true,
  summary:
    'Reserves an order when the product’s quota is full or reservations are required, prepaying 1 % and locking CREDIT.',
  input: v.object({
    productId: wholeNumber,
    /** Base coin of the whole order. */
    amount: typedAmount,
    days: wholeNumber,
    reinvest: v.boolean('format'),
    /** Hash of the card the holder accepted. */
    card: v.optional(v.pipe(v.string('format'), v.maxLength(64, 'format')), ''),
  }),
  wire: { productId: 'id', days: 'period' },
  output: v.object({ reservation: reservationItem }),
  failures: [
    'invest.product_missing',
    'invest.product_ended',
    'invest.pool_config_not_effective',
    'invest.period',
    'invest.minimum',
    'invest.maximum',
    'invest.card_changed',
    'invest.conditions_not_met',
    'invest.reservation_not_needed',
    'invest.quota_small',
    'invest.already_in_queue',
    'invest.pending_order_waiting',
    'exchange.not_open',
    'balance.insufficient',
    'balance.credit_limit',
    'identity.region_needed',
    'identity.region_off',
    'invest.line_closed',
    'invest.coin_stopped',
    'identity.banned',
    'identity.frozen',
  ],
})

export const listReservations = contract({
  method: 'GET',
  path: '/invest/reservations',
  access: 'session',
  summary: 'Lists the wallet’s reservations, newest first, with their rank, deadlines and balance due.',
  input: v.object({
    /** open: queued or due · over: paid, closed or cancelled. */
    state: v.optional(v.picklist(['open', 'over', 'all'], 'format'), 'all'),
    cursor,
  }),
  output: v.object({
    items: v.array(reservationItem),
    next: v.string(),
    credit: exactAmount,
    creditMost: exactAmount,
  }),
  failures: [],
})

export const payReservation = contract({
  method: 'POST',
  path: '/invest/reservation-pay',
  access: 'money',
  orPasskey: true,
  summary: 'Pays the balance of a due reservation, with the second coin amount calculated at the time of payment.',
  input: v.object({
    orderId: wholeNumber,
    /** Maximum side coin the holder accepts; default: the amount at the guide price. */
    sideMax: v.optional(v.pipe(v.string('format'), v.regex(/^\d{1,12}(\.\d{1,8})?$/, 'format'))),
  }),
  wire: { orderId: 'id' },
  output: v.object({ reservation: reservationItem }),
  failures: [
    ...failuresOfOrder,
    'invest.queue_not_processed',
    'invest.payment',
    'invest.coin_stopped',
    'exchange.not_open',
    'balance.insufficient',
    'identity.banned',
    'identity.frozen',
  ],
  // Available during closings and maintenance, because missing the deadline costs CREDIT. While one of its coins is stopped, a reservation
  // cannot be paid, and its 24 hours start again.
  always: true,
})

export const cancelReservation = contract({
  method: 'POST',
  path: '/invest/reservation-cancel',
  access: 'money',
  orPasskey: true,
  summary:
    'Cancels a queued reservation and returns its prepayment and CREDIT, or abandons a due reservation and forfeits its CREDIT.',
  input: v.object({
    orderId: wholeNumber,
    /** Required once due: confirms the loss of CREDIT. */
    giveUp: v.optional(v.boolean('format'), false),
  }),
  wire: { orderId: 'id' },
  output: v.object({ reservation: reservationItem }),
  failures: [...failuresOfOrder, 'invest.order_cannot_close'],
  // Exits are always open.
  always: true,
  evenWhenStopped: true,
})
