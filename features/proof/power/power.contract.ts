import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, day } from '#kit/wire/fields.ts'

/** The POWER that lines paid, from the first day on: everybody is told the same. */
export const powerSums = contract({
  method: 'GET',
  path: '/proof/power',
  access: 'open',
  summary:
    'The POWER that each line paid on the last days, beside what holders had put in and what the terms name for it, and of all days before.',
  input: v.object({ cursor }),
  output: v.object({
    /** Texts of days, oldest first, each with the digest of the one before: docs/proof-format.md says what stands in them. */
    days: v.array(v.object({ day, text: v.string() })),
    /** The sums of all earlier days, rows as in such a text, as JSON. */
    before: v.string(),
    /** The cursor of the days before these; empty where there are none. */
    next: v.string(),
  }),
  failures: [],
})
