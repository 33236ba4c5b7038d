import { testDb } from '#engine/test/test-db.ts'
import type { Sql } from '#kit/store/db.ts'

const ours = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`

const columns = `
  SELECT c.oid::int8 AS id, 'column' AS kind, a.attnum::text AS place,
    concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attstorage = 'e' AND t.typstorage = 'x' THEN 'STORAGE EXTERNAL' END,
      CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE ' || quote_ident(l.collname) END,
      CASE WHEN a.attidentity <> '' THEN 'GENERATED ALWAYS AS IDENTITY'
        WHEN a.attgenerated = 's' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
        WHEN d.adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END,
      CASE WHEN a.attnotnull THEN 'NOT NULL' END) AS line
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${ours} ORDER BY a.attnum`

const constraints = `
  SELECT conrelid::int8 AS id, 'constraint' AS kind, 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid) AS line
  FROM pg_constraint WHERE conrelid <> 0 AND contype IN ('p', 'u', 'c', 'f', 'x') AND conparentid = 0
  ORDER BY position(contype::text IN 'pucfx'), conname`

const indexes = `
  SELECT indrelid::int8 AS id, 'index' AS kind, pg_get_indexdef(indexrelid) || ';' AS line
  FROM pg_index i WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  ORDER BY indexrelid::regclass::text`

const triggers = `
  SELECT tgrelid::int8 AS id, 'trigger' AS kind, pg_get_triggerdef(oid) || ';' AS line
  FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 ORDER BY tgname`

const tables = `
  SELECT c.oid::int8 AS id, n.nspname AS room, c.relname AS name, pg_get_userbyid(c.relowner) AS owner,
    coalesce(pg_get_partkeydef(c.oid), '') AS parts, coalesce(array_to_string(c.reloptions, ', '), '') AS options,
    (SELECT count(*) FROM pg_inherits WHERE inhparent = c.oid)::int4 AS partitions
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${ours} ORDER BY n.nspname, c.relname`

const views = `
  SELECT n.nspname || '.' || c.relname AS name, pg_get_viewdef(c.oid) AS body FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'v' AND ${ours} ORDER BY 1`

const functions = `
  SELECT p.proname || '(' || pg_get_function_arguments(p.oid) || ')' AS name, pg_get_function_result(p.oid) AS result, l.lanname AS language,
    concat_ws(' ', CASE p.provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' END,
      CASE WHEN p.prosecdef THEN 'SECURITY DEFINER' END, array_to_string(p.proconfig, ' ')) AS manner, p.prosrc AS body
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  WHERE ${ours} ORDER BY 1`

type Part = { readonly id: bigint; readonly kind: string; readonly line: string }
type Table = {
  readonly id: bigint
  readonly room: string
  readonly name: string
  readonly parts: string
  readonly options: string
  readonly partitions: number
}

/** The schema after all files, for readers and reviewers. */
export async function schemaText(): Promise<string> {
  const db = await testDb()
  try {
    return await textOf(db)
  } finally {
    await db.close()
  }
}

async function textOf(db: Sql): Promise<string> {
  const parts: Part[] = []
  for (const text of [columns, constraints, indexes, triggers]) parts.push(...(await db.query<Part>(text)))
  const ofTable = Map.groupBy(parts, ({ id }) => id)
  const pieces = (await db.query<Table>(tables)).map((table) => tableText(table, ofTable.get(table.id) ?? []))
  for (const { name, body } of await db.query<{ name: string; body: string }>(views))
    pieces.push(`CREATE VIEW ${name} AS\n${body}`)
  for (const it of await db.query<{ name: string; result: string; language: string; manner: string; body: string }>(
    functions,
  ))
    pieces.push(
      `CREATE FUNCTION ${it.name} RETURNS ${it.result} LANGUAGE ${it.language}${it.manner && ` ${it.manner}`} AS $$${it.body}$$;`,
    )
  return `${pieces.join('\n\n')}\n`
}

function tableText({ room, name, parts, options, partitions }: Table, lines: readonly Part[]): string {
  const of = (...kinds: string[]) => lines.filter(({ kind }) => kinds.includes(kind)).map(({ line }) => line)
  const tail = [
    parts && ` PARTITION BY ${parts}`,
    options && ` WITH (${options})`,
    partitions > 0 && ` -- ${partitions} partitions`,
  ]
  const full = room === 'public' ? name : `${room}.${name}`
  const body = of('column', 'constraint')
    .map((line) => `  ${line}`)
    .join(',\n')
  return [`CREATE TABLE ${full} (\n${body}\n)${tail.filter(Boolean).join('')};`, ...of('index', 'trigger')].join('\n')
}
