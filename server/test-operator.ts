import type { stoppedClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { readCommand, runCommand } from './ops/command-line.ts'

type House = { readonly db: Db; readonly clock: ReturnType<typeof stoppedClock> }

/**
 * Types a verb of the operator's command line, word by word, and agrees to it. For tests.
 * @returns done; refused by a rule; or not possible as it was typed, now.
 */
export async function typeAsOperator(
  { db, clock }: House,
  ...words: readonly string[]
): Promise<'done' | 'refused' | 'not possible'> {
  const code = await runCommand(readCommand(words), {
    db,
    clock: { ...clock, refresh: async () => {} },
    demo: true,
    say: () => {},
    confirm: async () => true,
  })
  return code === 0 ? 'done' : code === 1 ? 'refused' : 'not possible'
}
