import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { loadTables } from '#engine/copy-tables.store.ts'
import { schemaFiles } from '#engine/migrate.store.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { hasOwnDatabase } from '#engine/postgres-login.server.ts'
import type { Day } from '#kit/clock.ts'
import { beginMonth, restoreMonths } from '#ledger/month.store.ts'

/** What is said of the world the demo begins with, beside its file. */
export type DemoWorldFacts = {
  /** The day on which it stands still. */
  readonly day: Day
  readonly seed: number
  /** Of the schema it was made for: another one it does not fit. */
  readonly form: string
  /** Months in which its postings were written, counted since 2026 began. */
  readonly months: readonly number[]
  /** Of what made it: the same source makes the same world. */
  readonly source: string
  /** Of what is in it, table by table. */
  readonly contents: Readonly<Record<string, string>>
}

const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))
export const [worldFile, factsFile] = [fileOf('demo-world.copy.zst'), fileOf('demo-world.json')] as const

/** Of the schema as it is now. */
export const formDigest = (): string =>
  createHash('sha256')
    .update(
      schemaFiles()
        .map(({ name, digest }) => `${name} ${digest}`)
        .join('\n'),
    )
    .digest('hex')

export const readFacts = (): DemoWorldFacts | undefined =>
  existsSync(factsFile) ? (JSON.parse(readFileSync(factsFile, 'utf8')) as DemoWorldFacts) : undefined

const markOf = (dataDir: string): string => join(dataDir, 'demo-world.json')

/** Whether a data folder begins with the world: what its chains bring in at their beginning is in the books already. */
export const hasDemoWorld = (dataDir: string): boolean => existsSync(markOf(dataDir))

/**
 * Says of a new data folder that its database begins with the world. May be killed anywhere, and run again.
 * @returns whether it does: not where the folder has data already, nor where the world was made for another schema.
 */
export function chooseDemoWorld(dataDir: string): boolean {
  if (hasDemoWorld(dataDir)) return true
  const isNew =
    !hasOwnDatabase(dataDir) && ['db', 'dev-chain', 'server-secret'].every((name) => !existsSync(join(dataDir, name)))
  const facts = isNew ? readFacts() : undefined
  if (facts?.form !== formDigest()) return false
  writeFileSync(markOf(dataDir), `${JSON.stringify({ day: facts.day })}\n`, { mode: 0o600 })
  return true
}

/** Fills a migrated database that has no postings with the world. @param ownerUrl of a superuser */
export async function loadDemoWorld(ownerUrl: string): Promise<void> {
  const db = postgresDb(ownerUrl, { asOwner: true, connectionsMax: 1 })
  try {
    await restoreMonths(db, readFacts()?.months ?? [])
    await loadTables(ownerUrl, zstdDecompressSync(readFileSync(worldFile)))
    await beginMonth(db)
  } finally {
    await db.close()
  }
}
