import * as v from 'valibot'
import { coin, exactAmount, hash, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { lines } from '#ledger/lines.ts'
import { orderState } from '../terms/fields.ts'

/** A reservation: an order before its balance is paid, and what became of it. */
export const reservationItem = named(
  v.object({
    orderId: v.number(),
    productId: v.number(),
    line: v.picklist(lines),
    /** queued · due: its balance can be paid · to_be_started and later: paid · closed: not paid in time · cancelled in the queue. */
    state: orderState,
    base: coin,
    side: v.nullable(coin),
    /** Base coin of the whole order. */
    amount: exactAmount,
    /** USDT, fixed when it was reserved. */
    value: exactAmount,
    days: v.number(),
    reinvest: v.boolean(),
    /** 1 % of the base coin, paid already. */
    prepaid: exactAmount,
    /** CREDIT held for it. */
    credit: exactAmount,
    /** Place in the queue, 1 is next; null once it left the queue. */
    rank: v.nullable(v.number()),
    reservedAt: moment,
    /** Since when the balance can be paid; null before. */
    dueAt: v.nullable(moment),
    /** Paid before this: CREDIT back at the start, and 10 % on top. */
    bestUntil: v.nullable(moment),
    /** Paid before this: CREDIT back at the start, and 2 % on top. From here on it is closed: prepayment back, CREDIT lost. */
    payUntil: v.nullable(moment),
    paidAt: v.nullable(moment),
    /** Cancelled, or closed unpaid. */
    overAt: v.nullable(moment),
    /** A coin of it that nothing is sold for now, so that its balance cannot be paid; null where there is none, or nothing to pay. */
    stopped: v.nullable(coin),
    /** Base coin still to pay. "0" once it is paid or over. */
    balance: exactAmount,
    /** Side coin at the guide price of now; null without a price, or nothing to pay. */
    sideAmount: v.nullable(exactAmount),
    /** The most side coin a payment may take by the time it arrives. */
    sideMost: v.nullable(exactAmount),
    /** CREDIT on top at the start, if paid now; once it is paid, what that is; "0" once it was cancelled. */
    bonus: exactAmount,
    /** When the order would start if its balance were paid now; once it is paid, when it starts. Null while it cannot be paid. */
    startsAt: v.nullable(moment),
  }),
  { orderId: 'id', days: 'period' },
)

/** One change of a queue. Its hash covers the row and the hash before it: see queue-log.ts. */
export const queueLogRow = v.object({
  id: v.number(),
  /** The midnight (UTC) its day began with. */
  at: moment,
  productId: v.number(),
  /** The order's number; only its holder knows whose it is. */
  orderId: v.number(),
  change: v.picklist(['queued', 'due', 'paid', 'closed', 'cancelled']),
  /** Cut to its first digit. */
  amount: exactAmount,
  /** The base coin of the order. */
  coin,
  previous: hash,
  hash,
})
