import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, cursor, day, exactAmount } from '#kit/wire/fields.ts'
import { lines } from '#ledger/lines.ts'
import { spentLines } from './spent-lines.ts'

/** What went between pools, fees and capital, from the first day on: everybody is told the same. */
export const poolSums = contract({
  method: 'GET',
  path: '/proof/pools',
  access: 'open',
  summary:
    'The sums of the last days, as the signed statements name them, and of all days before; and what lines advertise beside what they really paid.',
  input: v.object({ cursor }),
  output: v.object({
    /** The first day there is; null before it is over. */
    first: v.nullable(day),
    /** Texts of days, oldest first: docs/proof-format.md says what stands in them, and how they are checked. */
    days: v.array(v.object({ day, text: v.string() })),
    /** The sums of all earlier days, rows as in such a text, as JSON. */
    before: v.string(),
    /** The cursor of the days before these; empty where there are none. With a cursor, nothing is told but days. */
    next: v.string(),
    /**
     * What packages, machines and nodes paid up to the last of these days, in USDT: each payment as everybody was shown the price at the
     * midnight before, rounded down. A coin without a price counts nothing. A line that never paid is left out.
     */
    worths: v.array(v.object({ line: v.picklist(spentLines), worth: exactAmount })),
    /** What each product advertises, and what it really paid since its first day; null: nothing is advertised, or nothing has ended yet. */
    rates: v.array(
      v.object({
        productId: v.number(),
        line: v.picklist(lines),
        base: coin,
        side: v.nullable(coin),
        /** A round of so many days; null: a day. */
        period: v.nullable(v.number()),
        advertised: v.nullable(exactAmount),
        /** What is advertised is the most there can be, and nothing is promised. */
        most: v.boolean(),
        realised: v.nullable(exactAmount),
        /** Rounds that ended, or days. */
        count: v.number(),
      }),
    ),
  }),
  failures: [],
})
