import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, page } from '#kit/wire/fields.ts'
import { dividend, fundItem } from '#products/lines/fund/fields.ts'

export const listFunds = contract({
  method: 'GET',
  path: '/invest/funds',
  access: 'session',
  summary: 'Every fund: net asset value, bookings with their reasons, how profits were split, and the own part.',
  input: v.object({}),
  output: v.object({ items: v.array(fundItem) }),
  failures: [],
})

export const listDividends = contract({
  method: 'GET',
  path: '/invest/dividends',
  access: 'session',
  summary:
    'Dividends of funds: weighted ones of own orders (19) and dynamic bonuses for those below (25), newest first.',
  input: v.object({ kind: v.optional(v.picklist(['all', 'weighted', 'dynamic'], 'format'), 'all'), cursor }),
  output: page(dividend),
  failures: [],
})
