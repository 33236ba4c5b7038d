import type { Db } from '#kit/store/db.ts'

/** Creates the current month's partition by the real clock. Idempotent. */
export async function beginMonth(db: Db): Promise<void> {
  await db.query('SELECT books.begin_month()')
}

/** Autovacuum does not analyze the parent table. Without statistics, plans assume it is nearly empty. */
export async function countPostings(db: Db): Promise<void> {
  await db.query('ANALYZE books.posting')
}

/**
 * Creates month partitions in an empty ledger before a restore. The caller must own the tables. @param numbers ascending months since
 * January 2026
 */
export async function restoreMonths(db: Db, numbers: readonly number[]): Promise<void> {
  await db.transaction(async (tx) => {
    const parts = await tx.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'books.posting'::regclass",
    )
    for (const { name } of parts) await tx.query(`DROP TABLE ${name}`)
    await tx.query('SET LOCAL ROLE glasshouse_ledger')
    await tx.query('DELETE FROM books.month')
    for (const number of numbers) await tx.query('SELECT books.begin_month_number($1)', [number])
  })
}
