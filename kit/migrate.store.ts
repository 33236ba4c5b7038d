import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Db, Sql } from './db.ts'

const folder = fileURLToPath(new URL('../db/migrations/', import.meta.url))

export type Migration = { readonly name: string; readonly script: string; readonly digest: string }

/** Every migration of the house, in the order they are applied. */
export const migrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const script = readFileSync(`${folder}${name}`, 'utf8')
      return { name, script, digest: createHash('sha256').update(script).digest('hex') }
    })

/** Any number, the same in every process: whoever holds this lock migrates. */
const migrationLock = 7_021_121

/**
 * Brings the database to the newest form: applies what it lacks, one transaction each.
 * @returns the names applied. @throws when a migration that was applied has changed since.
 */
export async function migrate(db: Db): Promise<string[]> {
  await db.exec(`CREATE TABLE IF NOT EXISTS migration (
    name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`)
  const applied: string[] = []
  for (const migration of migrations())
    if (await db.transaction((tx) => apply(tx, migration))) applied.push(migration.name)
  return applied
}

async function apply(tx: Sql, { name, script, digest }: Migration): Promise<boolean> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  const [known] = await tx.query<{ digest: string }>('SELECT digest FROM migration WHERE name = $1', [name])
  if (known && known.digest !== digest) throw new Error(`${name} was applied and has changed since: write a new one`)
  if (known) return false
  await tx.query(script).catch((error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error })
  })
  await tx.query('INSERT INTO migration (name, digest) VALUES ($1, $2)', [name, digest])
  return true
}
