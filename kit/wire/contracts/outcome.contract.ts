import * as v from 'valibot'
import { contract } from '../contract.ts'

/** `done`: the write happened. `never`: the write did not happen and never will. */
export const outcomes = ['done', 'never'] as const
export type Outcome = (typeof outcomes)[number]

/** Closes the key if the write has not run. */
export const askOutcome = contract({
  method: 'POST',
  path: '/wallet/outcome',
  access: 'session',
  summary:
    'Returns the outcome of a write whose response was lost, by idempotency key, and permanently blocks it if not executed.',
  input: v.object({ key: v.pipe(v.string(), v.uuid('format')) }),
  output: v.object({ outcome: v.picklist(outcomes) }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})
