import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { logOperation } from '#kit/operator-log.store.ts'

/** What a verb of the operator's command line is given. */
export type Operation = {
  readonly db: Db
  /** The business clock; `refresh` after it was moved. */
  readonly clock: Clock & { refresh(): Promise<void> }
  /** Whether this is a demo: only then may the clock be moved and coins be had for nothing. */
  readonly demo: boolean
  /** What stands after the verb's words, without flags. */
  readonly args: readonly string[]
  /** `--through 2026-12-01` → { through: '2026-12-01' }; a bare `--yes` → { yes: '' }. */
  readonly flags: Readonly<Record<string, string>>
  say(line: string): void
  /** Asks a yes-or-no question; yes by itself with --yes. */
  confirm(question: string): Promise<boolean>
}

export type Verb = {
  /** One or two words, e.g. "pool fund". */
  readonly words: string
  /** What follows the words, for the help. */
  readonly usage: string
  readonly summary: string
  run(operation: Operation): Promise<void>
}

/** A mistake of the operator's: the message says what to type instead. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

export type Change = {
  readonly verb: string
  /** What will change, line by line, before anything does. */
  readonly will: readonly string[]
  readonly movesMoney: boolean
  /** Does it. @returns what changed, line by line: printed, and kept in the operator's log. */
  apply(tx: Tx): Promise<readonly string[]>
}

/**
 * Makes a change the way every verb does: says what will happen, asks before money moves, does it and writes the operator's log in
 * one transaction, says what happened. @returns whether it was made.
 */
export async function makeChange(operation: Operation, change: Change): Promise<boolean> {
  const { db, clock, args, flags, say } = operation
  for (const line of change.will) say(`will: ${line}`)
  if (change.movesMoney && !(await operation.confirm('Do this?'))) {
    say('Nothing was changed.')
    return false
  }
  const changed = await db.transaction(async (tx) => {
    const lines = await change.apply(tx)
    const said = Object.fromEntries(Object.entries(flags).filter(([name]) => name !== 'yes'))
    await logOperation(tx, { verb: change.verb, args: { args, ...said }, changed: { lines }, at: clock.now() })
    return lines
  })
  for (const line of changed) say(`done: ${line}`)
  return true
}
