import type { Db, Tx } from './db.ts'

/**
 * Runs reads that go through whole tables: as of one moment, and by hashing. With no statistics the server would take these tables for small
 * and compare every row with every other: minutes for a hundred thousand postings.
 */
export async function readWhole<T>(sql: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if ('transaction' in sql)
    return sql.transaction(async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      return readWhole(tx, work)
    })
  const [before] = await sql.query<{ loops: string }>(`SELECT current_setting('enable_nestloop') AS loops`)
  await sql.query(`SELECT set_config('enable_nestloop', 'off', true)`)
  const found = await work(sql)
  // Where one such read is a part of another, the rest of that still hashes.
  await sql.query(`SELECT set_config('enable_nestloop', $1, true)`, [before?.loops ?? 'on'])
  return found
}
