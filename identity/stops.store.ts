import { speakAsOperators } from '#engine/db-role.store.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import { type Closing, closedBefore, closesTooLong, longestClosedMs } from '#kit/closing.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'

/**
 * What operators take from a holder or a fund. Spans last until their end or until the next of the same kind: a suspension, a ban of
 * withdrawals, a fund's value held back, a network that may not call. The others happen at once and count as a fixed time, each of them in full.
 */
export type Stopped =
  | { readonly subject: `wallet:${string}`; readonly kind: 'suspension' | 'withdrawals' | AtOnce }
  | { readonly subject: `fund:${number}`; readonly kind: 'value' }
  | { readonly subject: `network:${string}`; readonly kind: 'block' }
  | { readonly subject: `deposit:${bigint}`; readonly kind: 'return' }
type AtOnce = 'sessions' | 'address' | 'mailbox'

/**
 * How much of the 72 hours one operator may take within seven days each of these counts as. The database has the same figures.
 * Assumed: ended sessions cost a day, as a withdrawal has to be started again; what a holder asks for again costs the 72 hours it waits again.
 */
const costsMs: Readonly<Record<AtOnce | 'return', number>> = {
  sessions: dayMs,
  address: longestClosedMs,
  mailbox: longestClosedMs,
  return: longestClosedMs,
}
const isAtOnce = (kind: string): kind is keyof typeof costsMs => Object.hasOwn(costsMs, kind)

/** The time that something done at once counts as. */
export const costOf = (kind: keyof typeof costsMs, from: Date): Closing => ({ from, until: addMs(from, costsMs[kind]) })

type Kept = { readonly kind: string; readonly at: Date; readonly until: Date }

/**
 * Remembers for good that something is stopped until a moment; until now where it is let go.
 * @param word whether one operator stops it. @throws ops.two_needed where one alone may not
 */
export async function keepStop(tx: Tx, stopped: Stopped, closing: Closing, word: 'one' | 'two'): Promise<void> {
  await speakAsOperators(tx)
  // One at a time: the next must see this one.
  await tx.query('LOCK TABLE operator_stop IN EXCLUSIVE MODE')
  if (word === 'one' && !(await mayStopAlone(tx, stopped, closing))) fail('ops.two_needed')
  await tx.query('INSERT INTO operator_stop (subject, kind, at, until) VALUES ($1, $2, $3, $4)', [
    stopped.subject,
    stopped.kind,
    closing.from,
    closing.until,
  ])
}

/**
 * Whether one operator may do it without another: no shorter than it is stopped already, and with all that was taken from the holder or
 * fund before, by any operator and by any verb, for 72 hours at most within any seven days.
 */
export async function mayStopAlone(sql: Sql, { subject, kind }: Stopped, next: Closing): Promise<boolean> {
  const rows = await sql.query<Kept>('SELECT kind, at, until FROM operator_stop WHERE subject = $1 ORDER BY id', [
    subject,
  ])
  const last = rows.findLast((row) => row.kind === kind)
  if (last && !isAtOnce(kind) && last.until > next.until) return false
  const kinds = [...new Set(rows.map((row) => row.kind))]
  const before = kinds.flatMap((each) => {
    const closings = rows
      .filter((row) => row.kind === each)
      .map(({ at, until }) => ({ at, closing: { from: at, until } }))
    if (isAtOnce(each)) return closings.map(({ closing }) => closing)
    // What is of the same kind ends now, where the next one begins; the rest runs on.
    return closedBefore(closings, each === kind ? next.from : new Date(8.64e15))
  })
  return !closesTooLong(before, next)
}
