import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { exactAmount, moment, wholeNumber } from '#kit/wire/fields.ts'
import { moved } from '#products/terms/fields.ts'

const leavingDay = v.object({
  at: moment,
  /** Coins returned under the terms. Empty: a market or fund decides. */
  back: v.array(moved),
  /** Net loss of coins under the terms. */
  lost: v.array(moved),
  /** Net result in USDT under the terms, at today's guide prices. null: a market or fund decides, or no price. */
  usdt: v.nullable(exactAmount),
  /** Estimated extra in USDT from recent payments and from mining with the order's POWER. null: no price. */
  about: v.nullable(exactAmount),
})

export const listLeavingDays = contract({
  method: 'GET',
  path: '/invest/leaving',
  access: 'session',
  summary:
    'Lists every day on which an order can be exited, with the exact result under its terms and estimated extras.',
  input: v.object({ orderId: wholeNumber }),
  wire: { orderId: 'id' },
  output: v.object({
    /** Nearest first, at most a year ahead. Empty: not possible, or order not started. */
    days: v.array(leavingDay),
  }),
  failures: ['invest.order_missing', 'invest.product_missing', 'invest.fund_data_wrong'],
})
