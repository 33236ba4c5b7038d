import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Db, Sql } from '#kit/store/db.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** In dependency order. */
const rooms = [
  'kit',
  'identity',
  'chat',
  'ledger',
  'outside',
  'market',
  'custody',
  'days',
  'products',
  'team',
  'proofs',
  'otc',
]

/**
 * Tables are created once and change through `db/migrations/`. Rules (functions, triggers, views, listed rows) are reapplied when their
 * file changes.
 */
export type SchemaFile = {
  readonly name: string
  readonly script: string
  readonly digest: string
  readonly isRules: boolean
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(`${root}${folder}`).sort()
  } catch {
    return []
  }
}

/** A reworded comment changes no table. */
export const digestOfScript = (script: string): string =>
  createHash('sha256').update(script.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()).digest('hex')

const sqlIn = (folder: string): SchemaFile[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((file) => {
      const name = `${folder}/${file}`
      const script = readFileSync(`${root}${name}`, 'utf8')
      return { name, script, digest: digestOfScript(script), isRules: file.endsWith('.rules.sql') }
    })

export function schemaFiles(): SchemaFile[] {
  const features = namesIn('features').map((name) => `features/${name}`)
  const files = [...rooms, ...features, 'server'].flatMap((room) => sqlIn(`${room}/schema`))
  return [
    ...files.filter(({ isRules }) => !isRules),
    ...sqlIn('db/migrations'),
    ...files.filter(({ isRules }) => isRules),
  ]
}

/** Any number that is the same in every process. */
const migrationLock = 7_021_121

export const productVersion = (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }).version

/**
 * Applies each file in one transaction. Needs the tables' owner unless nothing is missing. @returns the names
 * applied. @throws if a file that is applied once has changed, or the database lacks or has files that it should not.
 */
export async function migrate(
  db: Db,
  files: readonly SchemaFile[] = schemaFiles(),
  version = productVersion,
): Promise<string[]> {
  if ((await lacking(db, files, version)).length === 0) return []
  await db.transaction(async (tx) => {
    await asOwner(tx)
    await tx.query(`CREATE TABLE IF NOT EXISTS public.migration (
      name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`)
    await tx.query('ALTER TABLE public.migration ADD COLUMN IF NOT EXISTS version text')
  })
  const applied: string[] = []
  for (const file of files) if (await db.transaction((tx) => apply(tx, file, version))) applied.push(file.name)
  return applied
}

/** @throws if the database is from another version. */
export const isNewest = async (db: Sql): Promise<boolean> =>
  (await lacking(db, schemaFiles(), productVersion)).length === 0

export async function appliedDigest(db: Sql): Promise<string> {
  const rows = await db.query<{ name: string; digest: string }>('SELECT name, digest FROM public.migration')
  const lines = rows.map(({ name, digest }) => `${name} ${digest}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

async function lacking(db: Sql, files: readonly SchemaFile[], version: string): Promise<SchemaFile[]> {
  const [table] = await db.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public' AND tablename = 'migration'")
  if (!table) return [...files]
  const rows = await db.query<{ name: string; digest: string; version: string | null }>(
    `SELECT name, digest, to_jsonb(m) ->> 'version' AS version FROM public.migration m`,
  )
  if (rows.some((row) => row.version && compareVersions(row.version, version) > 0)) {
    await expectMigrated(db, files)
    return []
  }
  refuseStrange(rows, files)
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]))
  return files.filter(({ name, digest }) => applied.get(name) !== digest)
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number))
  const place = [0, 1, 2].find((each) => a?.[each] !== b?.[each])
  return place === undefined ? 0 : (a?.[place] ?? 0) - (b?.[place] ?? 0)
}

/** The login's own role, for this transaction. */
const asOwner = (tx: Sql) => tx.query('SET LOCAL ROLE NONE')

function refuseStrange(rows: readonly { readonly name: string }[], files: readonly SchemaFile[]) {
  const known = new Set(files.map(({ name }) => name))
  const strange = rows.find(({ name }) => !known.has(name))
  if (strange)
    throw new Error(
      `the database has ${strange.name}, which this version does not know: it was made by another version. ` +
        'The data of a demo is thrown away by: npm run dev:reset -- --yes',
    )
}

async function apply(tx: Sql, { name, script, digest, isRules }: SchemaFile, version: string): Promise<boolean> {
  await asOwner(tx)
  await tx.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  const [known] = await tx.query<{ digest: string }>('SELECT digest FROM public.migration WHERE name = $1', [name])
  if (known?.digest === digest) return false
  if (known && !isRules) throw new Error(`${name} was applied and has changed since: see db/migrations/README.md`)
  await tx.query(script).catch((error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error })
  })
  await tx.query(
    `INSERT INTO public.migration (name, digest, version) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET digest = $2, version = $3, applied_at = clock_timestamp()`,
    [name, digest, version],
  )
  return true
}

/** Rules may be a newer version's. @throws with what is missing */
export async function expectMigrated(db: Sql, files: readonly SchemaFile[] = schemaFiles()): Promise<void> {
  const rows = await db.query<{ name: string }>('SELECT name FROM public.migration')
  const applied = new Set(rows.map(({ name }) => name))
  const missing = files.filter(({ name, isRules }) => !isRules && !applied.has(name))
  if (missing[0]) throw new Error(`the database lacks ${missing.length} migrations, first ${missing[0].name}`)
}
