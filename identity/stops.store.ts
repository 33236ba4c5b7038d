import { speakAsOperators } from '#engine/db-role.store.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type Closing, closedBefore, closesTooLong, longestClosedMs } from '#kit/time/closing.ts'

/**
 * Restrictions by operators. Suspensions, withdrawal bans, held fund values and network blocks last until their end or the next stop of the
 * same kind. The other kinds are immediate and count as a fixed time each.
 */
export type Stopped =
  | { readonly subject: `wallet:${string}`; readonly kind: 'suspension' | 'withdrawals' | AtOnce }
  | { readonly subject: `fund:${number}`; readonly kind: 'value' }
  | { readonly subject: `network:${string}`; readonly kind: 'block' }
  | { readonly subject: `deposit:${bigint}`; readonly kind: 'return' }
type AtOnce = 'sessions' | 'address' | 'mailbox'

/**
 * Time that a stop costs of one operator's 72 hours per seven days; the database has the same values. Assumed: ended sessions cost a day,
 * because withdrawals must be restarted; requests that holders must repeat cost their 72-hour wait.
 */
const costsMs: Readonly<Record<AtOnce | 'return', number>> = {
  sessions: dayMs,
  address: longestClosedMs,
  mailbox: longestClosedMs,
  return: longestClosedMs,
}
const isAtOnce = (kind: string): kind is keyof typeof costsMs => Object.hasOwn(costsMs, kind)

export const costOf = (kind: keyof typeof costsMs, from: Date): Closing => ({ from, until: addMs(from, costsMs[kind]) })

type Kept = { readonly kind: string; readonly at: Date; readonly until: Date }

/**
 * Records the stop permanently. If a stop is lifted, `until` is the current time. @param word one or two operators. @throws ops.two_needed
 * if one is not enough
 */
export async function keepStop(tx: Tx, stopped: Stopped, closing: Closing, word: 'one' | 'two'): Promise<void> {
  await speakAsOperators(tx)
  // Serializes writers, as each check needs the previous rows.
  await tx.query('LOCK TABLE operator_stop IN EXCLUSIVE MODE')
  if (word === 'one' && !(await mayStopAlone(tx, stopped, closing))) fail('ops.two_needed')
  await tx.query('INSERT INTO operator_stop (subject, kind, at, until) VALUES ($1, $2, $3, $4)', [
    stopped.subject,
    stopped.kind,
    closing.from,
    closing.until,
  ])
}

/** One operator may not shorten a stop, and all stops of the subject, by any operator, may total at most 72 hours within any seven days. */
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
    // The new stop replaces an earlier one of the same kind.
    return closedBefore(closings, each === kind ? next.from : new Date(8.64e15))
  })
  return !closesTooLong(before, next)
}
