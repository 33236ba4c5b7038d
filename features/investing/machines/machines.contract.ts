import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { nothing, wholeNumber } from '#kit/wire/fields.ts'

export const acknowledgeExit = contract({
  method: 'POST',
  path: '/invest/acknowledge',
  access: 'session',
  summary: 'Acknowledges that a machine has exited, which is required before buying another one.',
  input: v.object({ orderId: wholeNumber }),
  wire: { orderId: 'id' },
  output: nothing,
  failures: ['invest.order_missing', 'invest.order_cannot_close', 'invest.pool_settling'],
})
