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
