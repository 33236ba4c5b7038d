import type { Db } from '#kit/db.ts'

/** Begins the month of the real clock in the books, if it has not begun: postings of a month lie together. Asked again, it does nothing. */
export async function beginMonth(db: Db): Promise<void> {
  await db.query('SELECT books.begin_month()')
}

/**
 * Counts what all months of postings hold together. A server does this for each month by itself, but not for the whole they are parts of, and
 * plans that join by it would be made as if it were nearly empty.
 */
export async function countPostings(db: Db): Promise<void> {
  await db.query('ANALYZE books.posting')
}

/**
 * Gives books without postings the months of books that are about to be copied into them. Its caller owns the tables.
 * @param numbers months counted since 2026 began, in order
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
