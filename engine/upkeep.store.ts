import type { Db } from '#kit/db.ts'

/**
 * Clears away old versions of rows, and counts what the tables hold, so that plans fit their size: a plan made for an empty table reads
 * the whole of a full one. A server does this by itself; the embedded engine, one process for everything, never does. Table by table, so
 * that nobody waits for more than one.
 */
export async function tidyEmbedded(db: Db): Promise<void> {
  if (db.kind !== 'embedded') return
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('books', 'public') ORDER BY tablename`,
  )
  for (const { name } of tables) await db.query(`VACUUM (ANALYZE) ${name}`)
}
