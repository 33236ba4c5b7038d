import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { bookedAll, bookedDay, bookedLine } from '#products/terms/fields.ts'

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
     * Days with a gain or loss, newest first; 60 at most. Package coins count on the start day; market changes on the day it returns the
     * coins.
     */
    days: v.array(bookedDay),
  }),
  failures: [],
  always: true,
})
