import type { Db } from '#kit/db.ts'

/** Begins the month of the real clock in the books, if it has not begun: postings of a month lie together. Asked again, it does nothing. */
export async function beginMonth(db: Db): Promise<void> {
  await db.query('SELECT books.begin_month()')
}
