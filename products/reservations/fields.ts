import * as v from 'valibot'
import { coin, exactAmount, hash, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { lines } from '#ledger/posting/lines.ts'
import { orderState } from '../terms/fields.ts'

export const reservationItem = named(
  v.object({
    orderId: v.number(),
    productId: v.number(),
    line: v.picklist(lines),
    /**
     * queued: in the queue · due: the balance can be paid · to_be_started and later: paid · closed: not paid in time · cancelled: while
     * queued.
     */
    state: orderState,
    base: coin,
    side: v.nullable(coin),
    amount: exactAmount,
    /** USDT, fixed at reservation. */
    value: exactAmount,
    days: v.number(),
    reinvest: v.boolean(),
    /** 1 % of the base coin, already paid. */
    prepaid: exactAmount,
    /** CREDIT held for the reservation. */
    credit: exactAmount,
    /** 1 is next. Null after leaving the queue. */
    rank: v.nullable(v.number()),
    reservedAt: moment,
    /** Null until the balance can be paid. */
    dueAt: v.nullable(moment),
    /** If paid before this, the CREDIT returns at the start, plus 10 %. */
    bestUntil: v.nullable(moment),
    /**
     * If paid before this, the CREDIT returns at the start, plus 2 %. If unpaid, the reservation closes: the prepayment is refunded, the
     * CREDIT is lost.
     */
    payUntil: v.nullable(moment),
    paidAt: v.nullable(moment),
    /** When cancelled, or closed unpaid. */
    overAt: v.nullable(moment),
    /** A coin whose sales are stopped. Null if none, or if nothing is due. */
    stopped: v.nullable(coin),
    /** Base coin still to pay. "0" once paid, cancelled or closed. */
    balance: exactAmount,
    /** Second coin to pay, at the current guide price. Null without a price, or if nothing is due. */
    sideAmount: v.nullable(exactAmount),
    sideMost: v.nullable(exactAmount),
    /** Extra CREDIT at the start if paid now; fixed once paid. "0" once cancelled. */
    bonus: exactAmount,
    /** Start time if paid now; fixed once paid. Null while the balance cannot be paid. */
    startsAt: v.nullable(moment),
  }),
  { orderId: 'id', days: 'period' },
)

/** The hash covers the row and the previous hash. */
export const queueLogRow = v.object({
  id: v.number(),
  /** The day's first midnight, UTC. */
  at: moment,
  productId: v.number(),
  orderId: v.number(),
  change: v.picklist(['queued', 'due', 'paid', 'closed', 'cancelled']),
  /** Rounded down to the first digit. */
  amount: exactAmount,
  coin,
  previous: hash,
  hash,
})
