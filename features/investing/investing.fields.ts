import * as v from 'valibot'
import { lines } from '#kit/ids.ts'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'

/** A share as decimal text: 0.0024 is 0.24 %. */
export const share = v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))

/** What a line pays: interest of a round, promised before it begins, and POWER beside it; or POWER alone. */
export const accrual = v.picklist(['fixed', 'power'])

/** Every state an order of any line can be in. */
export const orderStates = [
  'reserved',
  'queued',
  'due',
  'to_be_started',
  'earning',
  'paused',
  'to_be_released',
  'ended',
  'closed',
  'cancelled',
  'exited',
] as const
export type OrderState = (typeof orderStates)[number]
export const orderState = v.picklist(orderStates, 'format')

/** One line of a product's card: which part of it, the text's ID and its values. */
export const cardLine = v.object({
  part: v.picklist(['worst', 'payer', 'formula', 'fees', 'lock', 'exit', 'earn']),
  text: v.string(),
  params: v.record(v.string(), v.string()),
})

/** What an order of some amount and period would be, if bought now. */
export const quote = v.object({
  base: exactAmount,
  /** Side coin at the guide price, rounded up; "0" where none is needed. */
  side: exactAmount,
  /** The most side coin a purchase may take by the time it arrives: the price moves all the time. */
  sideMost: exactAmount,
  /** Interest of the first round, rounded down: set aside at purchase. "0" where POWER is all that is paid. */
  interest: exactAmount,
  /** Order value in USDT, fixed at opening. */
  value: exactAmount,
  /** POWER a day. */
  power: exactAmount,
  /** POWER given for the side coin if auto-reinvest is off at the end. */
  sidePower: exactAmount,
  startsAt: moment,
  /** null where the order has no end of its own. */
  endsAt: v.nullable(moment),
  /** The failure a purchase of this amount would meet now, or null. */
  problem: v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.string()) })),
})

export const orderItem = v.object({
  orderId: v.number(),
  productId: v.number(),
  line: v.picklist(lines),
  accrual,
  state: orderState,
  base: coin,
  /** null where one coin is all. */
  side: v.nullable(coin),
  /** Base coin in the order now: what was paid, and the interest of earlier rounds that joined it. */
  amount: exactAmount,
  sideAmount: exactAmount,
  /** USDT, fixed at opening; grows only with the interest that joins. */
  value: exactAmount,
  days: v.number(),
  /** Interest of a round: 0.0024 is 0.24 %. */
  rate: share,
  /** 0 before the start. */
  round: v.number(),
  /** Interest of the running (or first) round, set aside for this order. "0" once it is over. */
  expectedIncome: exactAmount,
  /** Interest of all rounds that ended. */
  paidIncome: exactAmount,
  powerPerDay: exactAmount,
  /** The holder's choice; null where the line has none: the order ends with its term. */
  reinvest: v.nullable(v.boolean()),
  boughtAt: moment,
  startsAt: moment,
  /** End of the running (or first) round; null where the order has no end of its own. */
  endsAt: v.nullable(moment),
  /** When it ended or was cancelled. */
  overAt: v.nullable(moment),
  /** Cancelling gives everything back until `startsAt`. */
  cancellable: v.boolean(),
  /** Auto-reinvest may be changed now. */
  switchable: v.boolean(),
  /** It may be left early now, for a fee. */
  exitable: v.boolean(),
  /** From here to `endsAt` nothing changes; null without an end. */
  locksAt: v.nullable(moment),
  /**
   * What stands against a new round although auto-reinvest is on: the product's terms changed, it is not sold any more, or the
   * pool could not promise. "set_aside": the next round's interest is reserved.
   */
  renewal: v.nullable(v.picklist(['set_aside', 'terms_changed', 'product_ended', 'pool_short'])),
})

export const timelineEvent = v.object({
  at: moment,
  /** The text is `order.event.<kind>`. */
  kind: v.picklist([
    'bought',
    'cancelled',
    'left_early',
    'started',
    'term_started',
    'reinvest_on',
    'reinvest_off',
    'renewal_set_aside',
    'renewal_pool_short',
    'renewed',
    'ended',
    'side_retired',
    'ended_pool_short',
    'ended_terms_changed',
    'ended_product_ended',
  ]),
  params: v.record(v.string(), v.string()),
})
