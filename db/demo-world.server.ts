import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { loadTables } from '#engine/copy-tables.store.ts'
import { schemaFiles } from '#engine/migrate.store.ts'
import { hasOwnDatabase } from '#engine/own-postgres/postgres-login.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import type { Day } from '#kit/time/clock.ts'
import { beginMonth, restoreMonths } from '#ledger/records/month.store.ts'

export type DemoWorldFacts = {
  readonly day: Day
  readonly seed: number
  /** Digest of the schema that this world fits. */
  readonly form: string
  /** Counted from January 2026. */
  readonly months: readonly number[]
  /** Digest of the generator. */
  readonly source: string
  /** Digests by table. */
  readonly contents: Readonly<Record<string, string>>
}

const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))
export const [worldFile, factsFile] = [fileOf('demo-world.copy.zst'), fileOf('demo-world.json')] as const

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

/** If true, the ledger already includes the chains' initial deposits. */
export const hasDemoWorld = (dataDir: string): boolean => existsSync(markOf(dataDir))

/** Idempotent. @returns false if the folder has data, or the world was made for another schema. */
export function chooseDemoWorld(dataDir: string): boolean {
  if (hasDemoWorld(dataDir)) return true
  const isNew =
    !hasOwnDatabase(dataDir) && ['db', 'dev-chain', 'server-secret'].every((name) => !existsSync(join(dataDir, name)))
  const facts = isNew ? readFacts() : undefined
  if (facts?.form !== formDigest()) return false
  writeFileSync(markOf(dataDir), `${JSON.stringify({ day: facts.day })}\n`, { mode: 0o600 })
  return true
}

/** Needs a migrated database without postings. @param ownerUrl of a superuser */
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
