import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { audit } from './audit.store.ts'

const folder = join(import.meta.dirname, 'examples')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const [first = '', ...examples] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const show = (value: unknown): string => `${value ?? ''}`

function tableOf(rows: readonly Record<string, unknown>[]): string[] {
  if (!rows[0]) return []
  const names = Object.keys(rows[0])
  const lines = [names, ...rows.map((row) => names.map((name) => show(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines.map((line) => `   ${line.map((each, column) => each.padEnd(widths[column] ?? 0)).join(' | ')}`.trimEnd())
}

const ran = async (db: Db, statement: string): Promise<string[]> =>
  db.query<Record<string, unknown>>(statement).then(tableOf, (error: Error) => [`   ERROR: ${error.message}`])

it.each(examples)('%s answers as its file says', async (name) => {
  const db = await testDb()
  const [{ database } = { database: '' }] = await db.query<{ database: string }>(
    'SELECT current_database() AS database',
  )
  await asOwner(
    db,
    `GRANT TEMPORARY ON DATABASE ${database} TO glasshouse; ${read(first)}; GRANT USAGE ON SCHEMA example TO glasshouse;
     GRANT SELECT ON ALL TABLES IN SCHEMA example TO glasshouse`,
  )
  const said: string[] = []
  for (const statement of read(name).split(/(?<=;)\n/)) said.push(statement, ...(await ran(db, statement)))
  await expect(`${said.join('\n').trimEnd()}\n`).toMatchFileSnapshot(join(folder, name.replace('.sql', '.out')))
  expect(await audit(db)).toEqual([])
  await db.close()
})
