import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { exactAmount } from '#kit/wire/fields.ts'

/** What a wallet has running, in two figures. */
export const sumRunning = contract({
  method: 'GET',
  path: '/invest/running',
  access: 'session',
  summary: 'How many orders of the wallet run, and what they were worth when they opened.',
  input: v.object({}),
  output: v.object({
    orders: v.number(),
    /** USDT, fixed at opening. Accelerations are left out: what they mark is in compound orders already. */
    value: exactAmount,
    /** Reservations whose balance can be paid now. */
    due: v.number(),
  }),
  failures: [],
})
