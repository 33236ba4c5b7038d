import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Db, Sql } from '#kit/store/db.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Sources that define the world. The engine is excluded, because each change would create a new world. */
const makers = [
  'trials/demo-world/*.ts',
  'trials/year/test-year.ts',
  'trials/year/test-year-people.ts',
  'db/seed-demo.ts',
  'db/demo-team.ts',
  'market/demo/demo-trader*.ts',
]

export function sourceDigest(): string {
  const hash = createHash('sha256')
  const paths = makers
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !path.endsWith('.test.ts'))
  for (const path of paths.sort()) hash.update(`${path}\0${readFileSync(`${root}${path}`, 'utf8')}\0`)
  return hash.digest('hex')
}

/** Excluded columns. They hold real times, or the posting position, which restarts each real month. */
const apart = ['applied_at', 'written_at', 'begun_at']
/** Excluded tables, which contain real time and signatures from temporary keys. */
const tablesApart = ['public.operator_proposal']

/** Row count and order-independent digest per table. */
export const contentsOf = (db: Db): Promise<Readonly<Record<string, string>>> =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL ROLE NONE')
    return readContents(tx)
  })

async function readContents(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('books', 'public') ORDER BY 1`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !tablesApart.includes(table.name))) {
    const [row] = await sql.query<{ count: bigint; digest: string }>(
      `SELECT count(*) AS count, coalesce(bit_xor(hashtextextended((to_jsonb(t) - $1::text[])::text, 0)), 0)::text AS digest FROM ${name} t`,
      [apart],
    )
    if (row && row.count > 0n) contents[name] = `${row.count} ${row.digest}`
  }
  return contents
}
