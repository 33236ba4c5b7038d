import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { bookedAll, bookedDay, bookedLine } from '#products/terms/fields.ts'

export const listResults = contract({
  method: 'GET',
  path: '/invest/results',
  access: 'session',
  summary: 'Returns the gains and losses of all orders, net of cost, in total, by product line and by day.',
  input: v.object({}),
  output: v.object({
    all: bookedAll,
    lines: v.array(bookedLine),
    /**
     * Days with a gain or loss, newest first; 60 at most. Package coins count on the start day, market changes on the day the market
     * returns the coins.
     */
    days: v.array(bookedDay),
  }),
  failures: [],
  always: true,
})
