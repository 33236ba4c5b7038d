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

/** Reserves an order: 1 % is prepaid and CREDIT held, and it queues. */
export const reserveOrder = contract({
  method: 'POST',
  path: '/invest/reserve',
  access: 'money',
  orPasskey: true,
  summary:
    'Reserves an order of a product whose quota is full, or that is sold by reservation: 1 % prepaid, CREDIT held.',
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

/** The wallet's reservations, newest first. */
export const listReservations = contract({
  method: 'GET',
  path: '/invest/reservations',
  access: 'session',
  summary: "The wallet's reservations with rank, deadlines and what is still to pay; newest first.",
  input: v.object({
    /** open: queued or due · over: paid, closed or cancelled. */
    state: v.optional(v.picklist(['open', 'over', 'all'], 'format'), 'all'),
    cursor,
  }),
  output: v.object({
    items: v.array(reservationItem),
    next: v.string(),
    /** CREDIT to spend. */
    credit: exactAmount,
    /** Most CREDIT a wallet can have. */
    creditMost: exactAmount,
  }),
  failures: [],
})

/** Pays the balance of a reservation that is due. */
export const payReservation = contract({
  method: 'POST',
  path: '/invest/reservation-pay',
  access: 'money',
  orPasskey: true,
  summary: 'Pays the balance of a due reservation; the side coin is computed now.',
  input: v.object({
    orderId: wholeNumber,
    /** Most of the side coin the holder agreed to; left out: whatever the guide price asks for. */
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
  // Its time runs out, and quota and promise are its own: neither a closed line nor maintenance may cost the credit. While a coin of it is
  // stopped its price is not taken, and its 24 hours begin anew.
  always: true,
})

/** Leaves the queue, where both come back; or gives up a due one, which counts as not paid. */
export const cancelReservation = contract({
  method: 'POST',
  path: '/invest/reservation-cancel',
  access: 'money',
  orPasskey: true,
  summary: 'Cancels a queued reservation (prepayment and CREDIT come back), or gives up a due one (CREDIT is lost).',
  input: v.object({
    orderId: wholeNumber,
    /** Needed once it is due: the holder knows that the CREDIT is lost. */
    giveUp: v.optional(v.boolean('format'), false),
  }),
  wire: { orderId: 'id' },
  output: v.object({ reservation: reservationItem }),
  failures: [...failuresOfOrder, 'invest.order_cannot_close'],
  // Coins of one's own come back: neither a suspension nor stopped sales take that away.
  always: true,
  evenWhenStopped: true,
})
