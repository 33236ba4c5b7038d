import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Sql } from '#kit/db.ts'

/** How long a posting of a day may still be on its way, and how often is looked. */
const [longestMs, lookMs] = [10_000, 50]

/**
 * The transactions that are writing in this database now, by their numbers. Only they can have a posting on its way: a transaction of
 * another database on the same server cannot write here, however long it lasts. Nothing is missed although the server lists its
 * sessions one by one: a transaction that wrote before the question is in the list until it has ended, and from then on everybody sees
 * what it wrote. The numbers of other roles' transactions are shown to any role. A prepared transaction belongs to no session.
 */
async function writersNow(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query<{ number: string }>(
    `SELECT backend_xid::text AS number FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL
     UNION ALL SELECT transaction::text FROM pg_prepared_xacts WHERE database = current_database()`,
  )
  return rows.map(({ number }) => number)
}

/**
 * Waits until every transaction that is writing in this database now has ended: a posting numbered before the cut may not be in the books yet.
 * @returns false where one takes too long
 */
export async function waitForWriters(db: Db): Promise<boolean> {
  const writers = new Set(await writersNow(db))
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    if (writers.size === 0 || !(await writersNow(db)).some((number) => writers.has(number))) return true
    await wait(lookMs)
  }
  return false
}
