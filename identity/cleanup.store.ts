import { addMs, dayMs, minuteMs } from '#kit/clock.ts'
import type { Db, Sql } from '#kit/db.ts'
import { clearSpent } from '#kit/ring.store.ts'
import { proofRing } from './challenge.store.ts'

/** Rows removed in one statement, and statements for each kind in one go. */
const batch = 5_000
const roundsMax = 20

/** Forgets what has served: nonces after five minutes, wallet tokens at their end, used proofs and tries after a day, ended sessions and kept answers after a week. */
export async function forgetServed(sql: Db, wall: Date): Promise<void> {
  const ago = (ms: number) => addMs(wall, -ms)
  await forget(sql, 'session_nonce', 'at < $1', ago(5 * minuteMs))
  await forget(sql, 'wallet_token', 'expires_at < $1', wall)
  await clearSpent(sql, proofRing, wall)
  await forget(sql, 'secret_tries', 'at < $1', ago(dayMs))
  await forget(sql, 'session', 'ended_at < $1', ago(7 * dayMs))
  await forget(sql, 'kept_answer', 'at < $1', ago(7 * dayMs))
}

async function forget(sql: Sql, table: string, condition: string, moment: Date): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const [row] = await sql.query<{ gone: bigint }>(
      `WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batch})) RETURNING 1)
       SELECT count(*) AS gone FROM gone`,
      [moment],
    )
    if (!row || row.gone < batch) return
  }
}
