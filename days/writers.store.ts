import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Sql } from '#kit/store/db.ts'

const [longestMs, lookMs] = [10_000, 50]

/**
 * Transactions that may have an uncommitted posting. The list is complete although not atomic: earlier writers stay listed until they end,
 * and their rows are then visible. Includes other roles and prepared transactions.
 */
async function writersNow(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query<{ number: string }>(
    `SELECT backend_xid::text AS number FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL
     UNION ALL SELECT transaction::text FROM pg_prepared_xacts WHERE database = current_database()`,
  )
  return rows.map(({ number }) => number)
}

/** Waits until no posting below the snapshot can still be uncommitted. @returns false on timeout */
export async function waitForWriters(db: Db): Promise<boolean> {
  const writers = new Set(await writersNow(db))
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    if (writers.size === 0 || !(await writersNow(db)).some((number) => writers.has(number))) return true
    await wait(lookMs)
  }
  return false
}
