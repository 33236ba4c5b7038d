import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, page } from '#kit/wire/fields.ts'
import { dividend, fundItem } from '#products/lines/fund/fields.ts'

export const listFunds = contract({
  method: 'GET',
  path: '/invest/funds',
  access: 'session',
  summary:
    'Lists all funds with their net asset value, bookings and reasons, profit distributions, and the wallet’s share.',
  input: v.object({}),
  output: v.object({ items: v.array(fundItem) }),
  failures: [],
})

export const listDividends = contract({
  method: 'GET',
  path: '/invest/dividends',
  access: 'session',
  summary:
    'Lists weighted fund dividends from the wallet’s own orders (19) and dynamic bonuses from its team’s orders (25), newest first.',
  input: v.object({ kind: v.optional(v.picklist(['all', 'weighted', 'dynamic'], 'format'), 'all'), cursor }),
  output: page(dividend),
  failures: [],
})
