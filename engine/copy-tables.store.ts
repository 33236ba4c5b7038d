import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withConnection } from './own-postgres/one-connection.server.ts'

/**
 * A database's rows, without schema, as one portable file: a JSON line that describes the contents, then each table in COPY text format.
 */
type Contents = {
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly bytes: number }[]
  readonly sequences: readonly { readonly name: string; readonly last: string; readonly isCalled: boolean }[]
}

/** Each database keeps its own migration list. */
const without = ['public.migration']

const tablesQuery = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    array(SELECT quote_ident(a.attname) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('books', 'public') ORDER BY 1`
const sequencesQuery = `
  SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS last FROM pg_sequences
  WHERE schemaname IN ('books', 'public') ORDER BY 1`

type Table = { readonly name: string; readonly columns: readonly string[] }

/** @param url of the tables' owner */
export const dumpTables = (url: string): Promise<Buffer> =>
  withConnection(url, async (client) => {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    const { rows } = await client.query<Table>(tablesQuery)
    const tables: (Table & { readonly bytes: number })[] = []
    const parts: Buffer[] = []
    for (const { name, columns } of rows.filter((table) => !without.includes(table.name))) {
      const part = await readTable(client, { name, columns })
      if (part.length === 0) continue
      tables.push({ name, columns, bytes: part.length })
      parts.push(part)
    }
    const sequences: Contents['sequences'][number][] = []
    for (const { name } of (await client.query<{ name: string }>(sequencesQuery)).rows) {
      const { rows } = await client.query<{ last: string; called: boolean }>(
        `SELECT last_value::text AS last, is_called AS called FROM ${name}`,
      )
      const [row] = rows
      if (row) sequences.push({ name, last: row.last, isCalled: row.called })
    }
    await client.query('COMMIT')
    const contents: Contents = { tables, sequences }
    return Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...parts])
  })

async function readTable(client: pg.Client, { name, columns }: Table): Promise<Buffer> {
  const chunks: Buffer[] = []
  const stream = client.query(copyTo(`COPY ${name} (${columns.join(', ')}) TO STDOUT`))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(stream, 'end')
  return Buffer.concat(chunks)
}

/** Replaces all rows in one transaction without triggers or foreign keys, because the source checked the rows. @param url of a superuser */
export const loadTables = (url: string, dump: Buffer): Promise<void> =>
  withConnection(url, async (client) => {
    const end = dump.indexOf('\n')
    const { tables, sequences } = JSON.parse(dump.toString('utf8', 0, end)) as Contents
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'")
    const { rows } = await client.query<Table>(tablesQuery)
    await client.query(
      `TRUNCATE ${rows
        .map(({ name }) => name)
        .filter((name) => !without.includes(name))
        .join(', ')}`,
    )
    let at = end + 1
    for (const { name, columns, bytes } of tables) {
      const stream = client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`))
      await pipeline(Readable.from([dump.subarray(at, at + bytes)]), stream)
      at += bytes
    }
    for (const { name, last, isCalled } of sequences)
      await client.query('SELECT setval($1, $2, $3)', [name, last, isCalled])
    await client.query('COMMIT')
  })

/** Updates planner statistics. @param url of the tables' owner */
export const countRows = (url: string): Promise<void> =>
  withConnection(url, async (client) => {
    await client.query('ANALYZE')
  })
