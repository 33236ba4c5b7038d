import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { layCopy } from '#engine/embedded-db-copy.server.ts'
import { schemaFiles } from '#engine/migrate.store.ts'
import type { Day } from '#kit/clock.ts'

/** What is said of the world the demo begins with, beside its file. */
export type DemoWorldFacts = {
  /** The day on which it stands still. */
  readonly day: Day
  readonly seed: number
  /** Of the engine and the schema it was made for: others it does not fit. */
  readonly form: string
  /** Of what made it: the same source makes the same world. */
  readonly source: string
  /** Of what is in it, table by table. */
  readonly contents: Readonly<Record<string, string>>
}

type Manifest = { readonly dependencies: Readonly<Record<string, string>> }
const engineName = '@electric-sql/pglite'

const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))
export const [worldFile, factsFile] = [fileOf('demo-world.tar.zst'), fileOf('demo-world.json')] as const

/** Of the engine and the schema as they are now. */
export function formDigest(): string {
  const { dependencies } = JSON.parse(readFileSync(fileOf('../package.json'), 'utf8')) as Manifest
  const files = schemaFiles().map(({ name, digest }) => `${name} ${digest}`)
  return createHash('sha256')
    .update([`engine ${dependencies[engineName]}`, ...files].join('\n'))
    .digest('hex')
}

export const readFacts = (): DemoWorldFacts | undefined =>
  existsSync(factsFile) ? (JSON.parse(readFileSync(factsFile, 'utf8')) as DemoWorldFacts) : undefined

/** The files of the database with the world, as a tar. */
export const readWorld = (): Buffer => zstdDecompressSync(readFileSync(worldFile))

const markOf = (dataDir: string): string => join(dataDir, 'demo-world.json')

/** Whether a data folder began with the world: what its chains bring in at their beginning is in the books already. */
export const hasDemoWorld = (dataDir: string): boolean => existsSync(markOf(dataDir))

/**
 * Lays the world where a new data folder has its database. May be killed anywhere, and run again.
 * @returns whether it is there now: not where the folder has data already, nor where the world was made for another schema.
 */
export function layDemoWorld(dataDir: string): boolean {
  const isNew = ['db', 'dev-chain', 'server-secret'].every((name) => !existsSync(join(dataDir, name)))
  const facts = isNew ? readFacts() : undefined
  if (!isNew) return hasDemoWorld(dataDir)
  if (facts?.form !== formDigest()) {
    rmSync(markOf(dataDir), { force: true })
    return false
  }
  // The mark comes first: a database with the world and chains that do not know it would count the same coins twice.
  writeFileSync(markOf(dataDir), `${JSON.stringify({ day: facts.day })}\n`, { mode: 0o600 })
  layCopy(join(dataDir, 'db'), readWorld())
  return true
}
