import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Db, Sql } from '#kit/db.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a world is made by, beside the engine itself, whose every change would make another one. */
const makers = [
  'trials/demo-world/*.ts',
  'trials/year/test-year.ts',
  'trials/year/test-year-people.ts',
  'db/seed-demo.ts',
  'db/demo-team.ts',
  'market/demo-trader*.ts',
]

/** Of the source that says who lives in the world and what they do. */
export function sourceDigest(): string {
  const hash = createHash('sha256')
  const paths = makers
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !path.endsWith('.test.ts'))
  for (const path of paths.sort()) hash.update(`${path}\0${readFileSync(`${root}${path}`, 'utf8')}\0`)
  return hash.digest('hex')
}

/** Columns that hold the real time, or the place of a posting in the books, which begins anew with each month of the real time. */
const apart = ['applied_at', 'written_at', 'begun_at']
/** What operators proposed carries the real time and signatures of keys that are made anew each time. */
const tablesApart = ['public.operator_proposal']

/** What is in every table: how many rows, and a digest of them in any order. */
export const contentsOf = (db: Db): Promise<Readonly<Record<string, string>>> =>
  db.transaction(async (tx) => {
    // The books are read by nobody else.
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
