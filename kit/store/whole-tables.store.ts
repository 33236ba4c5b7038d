import type { Db, Tx } from './db.ts'

/**
 * Reads whole tables in one snapshot with hash joins. Without statistics, PostgreSQL would choose nested loops, which take minutes for
 * 100,000 postings.
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
  await sql.query(`SELECT set_config('enable_nestloop', $1, true)`, [before?.loops ?? 'on'])
  return found
}
