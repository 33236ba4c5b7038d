import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { exactAmount } from '#kit/wire/fields.ts'

export const sumRunning = contract({
  method: 'GET',
  path: '/invest/running',
  access: 'session',
  summary: 'Returns the number of running orders in the wallet and their total value when opened, in USDT.',
  input: v.object({}),
  output: v.object({
    orders: v.number(),
    /** USDT, fixed at opening. Excludes accelerations, because compound orders already contain them. */
    value: exactAmount,
    /** Reservations that can be paid now. */
    due: v.number(),
  }),
  failures: [],
})
