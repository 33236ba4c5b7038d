import { addMs, dayMs, minuteMs } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'

/** Rows removed in one go of each kind. */
const batch = 5_000

/** Forgets what has served: nonces after five minutes, wallet tokens, challenges and tries after a day, ended sessions and kept answers after a week. */
export async function forgetServed(sql: Sql, wall: Date): Promise<void> {
  const ago = (ms: number) => addMs(wall, -ms)
  const rules = [
    ['session_nonce', 'at < $1', ago(5 * minuteMs)],
    ['wallet_token', 'expires_at < $1', wall],
    ['identity_challenge', 'expires_at < $1', ago(dayMs)],
    ['secret_tries', 'at < $1', ago(dayMs)],
    ['session', 'ended_at < $1', ago(7 * dayMs)],
    ['kept_answer', 'at < $1', ago(7 * dayMs)],
  ] as const
  for (const [table, condition, moment] of rules)
    await sql.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batch}))`,
      [moment],
    )
}
