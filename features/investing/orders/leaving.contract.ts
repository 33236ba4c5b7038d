import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { wholeNumber } from '#kit/wire/fields.ts'
import { leavingDay } from '#products/terms/fields.ts'

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
  failures: ['invest.order_missing', 'invest.fund_data_wrong'],
})
