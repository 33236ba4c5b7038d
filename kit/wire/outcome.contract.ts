import * as v from 'valibot'
import { contract } from './contract.ts'

/** `done`: it was carried out · `never`: it was not, and never will be under this key. */
export const outcomes = ['done', 'never'] as const
export type Outcome = (typeof outcomes)[number]

/** If the write has not run, its key is closed. */
export const askOutcome = contract({
  method: 'POST',
  path: '/wallet/outcome',
  access: 'session',
  summary:
    'What became of a write whose answer was lost, by its idempotency key. One that was not carried out never will be.',
  input: v.object({ key: v.pipe(v.string(), v.uuid('format')) }),
  output: v.object({ outcome: v.picklist(outcomes) }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})
