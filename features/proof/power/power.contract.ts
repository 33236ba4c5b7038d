import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, day } from '#kit/wire/fields.ts'

export const powerSums = contract({
  method: 'GET',
  path: '/proof/power',
  access: 'open',
  summary:
    'Returns each product line’s POWER payments for recent days and all earlier days, alongside user investments and the amounts in its terms.',
  input: v.object({ cursor }),
  output: v.object({
    /** Oldest first, each with the previous digest; see docs/proof-format.md. */
    days: v.array(v.object({ day, text: v.string() })),
    /** Sums of all earlier days, as JSON rows in the same format. */
    before: v.string(),
    /** Cursor for earlier days, or empty. */
    next: v.string(),
  }),
  failures: [],
})
