import type { Db } from '#kit/store/db.ts'
import { clearSpent } from '#kit/store/partitions.store.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { keptAnswers } from '#kit/wire/kept-answer.store.ts'
import { countRing } from '../captcha/call-count.store.ts'
import { captchaRing } from '../captcha/captcha.store.ts'
import { passkeyRing } from '../passkeys/passkey.store.ts'
import { proofRing } from './challenge.store.ts'
import { failureRing } from './login-record.store.ts'
import { nonceRing } from './session.store.ts'

const batch = 5_000
const runMs = 2_000

/**
 * Deletes expired data. Tables that callers can fill cheaply use partitions, which are truncated whole. Rows of other tables are deleted in
 * batches.
 */
export async function forgetServed(db: Db, wall: Date): Promise<void> {
  for (const ring of [nonceRing, proofRing, keptAnswers, failureRing, countRing, captchaRing, passkeyRing])
    await clearSpent(db, ring, wall)
  const ago = (ms: number) => addMs(wall, -ms)
  await forget(db, 'wallet_token', 'expires_at < $1', wall)
  await forget(db, 'secret_attempts', 'at < $1', ago(dayMs))
  await forget(db, 'mail_code', 'sent_at < $1', ago(hourMs))
  await forget(db, 'mail', 'created_at < $1', ago(dayMs))
  await forget(db, 'session', 'ended_at < $1', ago(7 * dayMs))
  await forget(db, 'quota_use', 'month < $1', ago(62 * dayMs))
  await forget(db, 'passkey', 'ended_at < $1', ago(30 * dayMs))
}

async function forget(db: Db, table: string, condition: string, moment: Date): Promise<void> {
  const since = performance.now()
  while (performance.now() - since < runMs) {
    const [row] = await db.query<{ gone: bigint }>(
      `WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batch})) RETURNING 1)
       SELECT count(*) AS gone FROM gone`,
      [moment],
    )
    if (!row || row.gone < batch) return
  }
}
