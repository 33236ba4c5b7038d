import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { exactAmount, moment, wholeNumber } from '#kit/wire/fields.ts'
import { moved } from '#products/terms/fields.ts'

/** A day on which an order may be left, with its result since its purchase. */
const leavingDay = v.object({
  at: moment,
  /** Coins that come back then, by the terms. Empty: a market or a fund decides. */
  back: v.array(moved),
  /** Coins that its holder ends up with less of, by the terms. */
  lost: v.array(moved),
  /** The result by the terms, in USDT at today's guide prices. null: a market or a fund decides, or a coin has no price. */
  usdt: v.nullable(exactAmount),
  /** An estimate in USDT, on top of that: what was paid lately and what its POWER mines, from now on. null: a price is missing. */
  about: v.nullable(exactAmount),
})

/** What leaving an order would bring, day by day. */
export const listLeavingDays = contract({
  method: 'GET',
  path: '/invest/leaving',
  access: 'session',
  summary:
    'Every day on which an order may be left, with its result: exact by the terms, and what is estimated on top.',
  input: v.object({ orderId: wholeNumber }),
  wire: { orderId: 'id' },
  output: v.object({
    /** Nearest first, at most a year ahead. Empty: it cannot be left, or has not begun. */
    days: v.array(leavingDay),
  }),
  failures: ['invest.order_missing', 'invest.product_missing', 'invest.fund_data_wrong'],
})
