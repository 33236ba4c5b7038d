import { type Closing, closedBefore, closesTooLong } from '#kit/closing.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'

/** What operators stop: everything of a wallet but the way out, its withdrawals, the net asset value of a fund. */
export type Stopped =
  | { readonly subject: `wallet:${string}`; readonly kind: 'suspension' | 'withdrawals' }
  | { readonly subject: `fund:${number}`; readonly kind: 'value' }

type Kept = { readonly kind: string; readonly at: Date; readonly until: Date }

/**
 * Remembers for good that something is stopped until a moment; until now where it is let go.
 * @param word whether one operator stops it. @throws ops.two_needed where one alone may not
 */
export async function keepStop(tx: Tx, stopped: Stopped, closing: Closing, word: 'one' | 'two'): Promise<void> {
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
 * Whether one operator may stop it without another: no shorter than it is stopped already, and with all that was stopped of the wallet
 * or fund before, by whomever, for 72 hours at most within any seven days.
 */
export async function mayStopAlone(sql: Sql, { subject, kind }: Stopped, next: Closing): Promise<boolean> {
  const rows = await sql.query<Kept>('SELECT kind, at, until FROM operator_stop WHERE subject = $1 ORDER BY id', [
    subject,
  ])
  const last = rows.findLast((row) => row.kind === kind)
  if (last && last.until > next.until) return false
  const kinds = [...new Set(rows.map((row) => row.kind))]
  const before = kinds.flatMap((each) => {
    const changes = rows
      .filter((row) => row.kind === each)
      .map(({ at, until }) => ({ at, closing: { from: at, until } }))
    // What is of the same kind ends now, where the next one begins; the rest runs on.
    return closedBefore(changes, each === kind ? next.from : new Date(8.64e15))
  })
  return !closesTooLong(before, next)
}
