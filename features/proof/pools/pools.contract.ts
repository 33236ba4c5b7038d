import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, cursor, day, exactAmount } from '#kit/wire/fields.ts'
import { lines } from '#ledger/posting/lines.ts'
import { spentProducts } from './spent-products.ts'

export const poolSums = contract({
  method: 'GET',
  path: '/proof/pools',
  access: 'open',
  summary:
    'Returns recent daily sums from signed statements, totals for all earlier days, and the advertised and actual returns of product lines.',
  input: v.object({ cursor }),
  output: v.object({
    /** Null before the first day ends. */
    first: v.nullable(day),
    /** Oldest first; format and checks are in docs/proof-format.md. */
    days: v.array(v.object({ day, text: v.string() })),
    /** Sums of all earlier days, as JSON rows in the same format. */
    before: v.string(),
    /** Cursor for earlier days, or empty. A request with a cursor returns only days. */
    next: v.string(),
    /**
     * Payouts in USDT up to the last day here, at the public price of the previous midnight, rounded down. Coins without a price count as
     * 0. Lines that never paid are omitted.
     */
    worths: v.array(v.object({ line: v.picklist(spentProducts), worth: exactAmount })),
    /** Each rate is null if nothing is advertised or nothing has ended. */
    rates: v.array(
      v.object({
        productId: v.number(),
        line: v.picklist(lines),
        base: coin,
        side: v.nullable(coin),
        /** Round length in days; null means per day. */
        period: v.nullable(v.number()),
        advertised: v.nullable(exactAmount),
        /** `advertised` is a maximum, not a promise. */
        most: v.boolean(),
        realised: v.nullable(exactAmount),
        /** Ended rounds, or days. */
        count: v.number(),
      }),
    ),
  }),
  failures: [],
})
