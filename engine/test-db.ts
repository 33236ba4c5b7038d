import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { dayMs } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { randomHex } from '#kit/random.ts'
import { productRole, speakAsOperators, takeRoleSql } from './db-role.store.ts'
import { keepFile, readKept, removeUnused } from './kept-files.ts'
import { copyOf, memoryDb, tighten } from './memory-db.store.ts'
import { migrate, type SchemaFile, schemaFiles } from './migrate.store.ts'
import { postgresDb } from './postgres-db.store.ts'

/**
 * A fresh, migrated database for a test, in a fraction of a second; `close()` throws it away. Embedded in memory, or on the
 * PostgreSQL server named by TEST_DATABASE_URL (a role that may create databases).
 */
export const testDb = (): Promise<Db> => {
  const server = process.env.TEST_DATABASE_URL
  return server ? freshOnServer(server) : freshInMemory()
}

/** How far a kept copy is, and the files of the schema it has. */
type Stage = { readonly name: string; readonly files: readonly SchemaFile[] }

/** Each is made from the one before: whoever changes a rule does not wait for all tables, and who changes a table not for the engine's own. */
const stages = (): readonly Stage[] => {
  const files = schemaFiles()
  return [
    { name: 'test-empty', files: [] },
    { name: 'test-tables', files: files.filter(({ isRules }) => !isRules) },
    { name: 'test-db', files },
  ]
}

const engine = readFileSync(new URL('../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8')
/** Changes with the engine and every file of the schema, so that a copy of a migrated database is never an old one. */
const versionOf = (files: readonly SchemaFile[]): string =>
  createHash('sha256')
    .update([engine, ...files.map(({ digest }) => digest), tighten].join())
    .digest('hex')
    .slice(0, 16)

/** A quarter of the usual buffers: the engine clears all of them at every start, and these files are in memory anyway. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
const openCopy = (copy: Buffer<ArrayBuffer>): Promise<PGlite> =>
  PGlite.create({ loadDataDir: new Blob([copy]), startParams })

const copies = fileURLToPath(new URL('../node_modules/.cache/glasshouse', import.meta.url))
/** Each version of the schema leaves its copies behind, and half-written ones stay where a run was killed: those of four versions are kept. */
const keeping = { isOurs: (name: string) => name.startsWith('test-'), unusedMs: 3 * dayMs, most: 12 }
let isTidy = false

async function freshInMemory(): Promise<Db> {
  const pglite = await openCopy(await copyAt(stages()))
  await pglite.exec(takeRoleSql)
  return memoryDb(pglite)
}

/** The copy of the last of these stages, made where there is none. */
async function copyAt(all: readonly Stage[]): Promise<Buffer<ArrayBuffer>> {
  const [stage, before] = [all.at(-1), all.slice(0, -1)]
  expect(stage, 'there is a stage')
  const name = `${stage.name}-${versionOf(stage.files)}.tar`
  const path = join(copies, name)
  const kept = readKept(path)
  if (!isTidy) removeUnused(copies, keeping)
  isTidy = true
  if (kept) return kept
  const pglite = before.length > 0 ? await openCopy(await copyAt(before)) : await PGlite.create()
  const db = memoryDb(pglite, false)
  await migrate(db, stage.files)
  await db.close()
  const bytes = await copyOf(pglite)
  keepFile(path, bytes)
  return bytes
}

/** Template databases known to be ready in this process. */
const ready = new Set<string>()

async function freshOnServer(url: string): Promise<Db> {
  const template = `glasshouse_template_${versionOf(schemaFiles())}`
  const name = `glasshouse_test_${randomHex(8)}`
  const named = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const server = postgresDb(url, { connectionsMax: 1, asOwner: true })
  try {
    if (!ready.has(template)) await makeTemplate(server, template, named)
    ready.add(template)
    await server.exec(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    // Who may do what with a database as a whole is not copied with it.
    await server.exec(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`)
  } finally {
    await server.close()
  }
  const db = postgresDb(named(name), { connectionsMax: 8, steadyPlans: true })
  return {
    ...db,
    get identity() {
      return db.identity
    },
    close: async () => {
      await db.close()
      const server = postgresDb(url, { connectionsMax: 1, asOwner: true })
      await server.exec(`DROP DATABASE ${name} WITH (FORCE)`).finally(() => server.close())
    },
  }
}

/** Migrates a draft and renames it when it is whole, one process at a time: a template that exists is ready. */
async function makeTemplate(server: Db, template: string, named: (database: string) => string) {
  await server.exec('SELECT pg_advisory_lock(7021122)')
  try {
    const [known] = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (known) return
    const draft = `${template}_${randomHex(4)}`
    await server.exec(`CREATE DATABASE ${draft}`)
    const db = postgresDb(named(draft), { connectionsMax: 1, asOwner: true })
    await migrate(db).finally(() => db.close())
    await server.exec(`ALTER DATABASE ${draft} RENAME TO ${template}`)
  } finally {
    await server.exec('SELECT pg_advisory_unlock(7021122)')
  }
}

/** Runs a script as whoever owns the tables: what no part of the product can do, and an owner who lies could. */
export async function asOwner(db: Db, script: string): Promise<void> {
  await db.exec(`SET ROLE NONE; ${script}; SET ROLE ${productRole}`).catch(async (error) => {
    await db.exec(`ROLLBACK; SET ROLE ${productRole}`)
    throw error
  })
}

/** Runs a statement as the command line writes what operators say: what the product's role may not. */
export const asOperators = (db: Db, statement: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  db.transaction(async (tx) => {
    await speakAsOperators(tx)
    return tx.query(statement, values)
  })
