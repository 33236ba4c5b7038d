import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { bookedAll, bookedDay, bookedLine } from '#products/terms/fields.ts'

/** Profit and loss of all orders. */
export const listResults = contract({
  method: 'GET',
  path: '/invest/results',
  access: 'session',
  summary: 'What all orders gained and gave up: in all, by line and by day, net of what they cost.',
  input: v.object({}),
  output: v.object({
    all: bookedAll,
    lines: v.array(bookedLine),
    /**
     * The last days on which something was gained or given up, newest first; 60 at most. Coins of a package count on the day it starts; what a
     * market changed, on the day it gives the coins back.
     */
    days: v.array(bookedDay),
  }),
  failures: [],
  always: true,
})
