import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { duplexPair } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import type { Db } from '#kit/db.ts'
import { randomHex } from '#kit/random.ts'
import { poolDb } from './db-pool.store.ts'
import { productRole, takeRoleSql } from './db-role.store.ts'
import { engineOf } from './embedded-db-engine.server.ts'
import { engineServer } from './embedded-db-server.store.ts'
import { migrate, schemaFiles } from './migrate.store.ts'
import { postgresDb } from './postgres-db.store.ts'

/**
 * A fresh, migrated database for a test, in a fraction of a second; `close()` throws it away. Embedded in memory, or on the
 * PostgreSQL server named by TEST_DATABASE_URL (a role that may create databases).
 */
export const testDb = (): Promise<Db> => {
  const server = process.env.TEST_DATABASE_URL
  return server ? freshOnServer(server) : freshInMemory()
}

/** What makes a copy quick to open: no databases nobody connects to, and nothing of the write-ahead log that is still to be replayed. */
const tighten = `
  UPDATE pg_database SET datistemplate = false WHERE datname <> current_database();
  DROP DATABASE template1;
  DROP DATABASE template0;
  CHECKPOINT;`

/** Changes with every file of the schema, so that a copy of a migrated database is never an old one. */
const version = () =>
  createHash('sha256')
    .update([...schemaFiles().map(({ digest }) => digest), tighten].join())
    .digest('hex')
    .slice(0, 16)

/** A quarter of the usual buffers: the engine clears all of them at every start, and these files are in memory anyway. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

async function freshInMemory(): Promise<Db> {
  const copy = fileURLToPath(new URL(`../node_modules/.cache/glasshouse/test-db-${version()}.tar`, import.meta.url))
  if (!existsSync(copy)) await makeCopy(copy)
  const pglite = await PGlite.create({ loadDataDir: new Blob([readFileSync(copy)]), startParams })
  await pglite.exec(takeRoleSql)
  return memoryDb(pglite)
}

async function makeCopy(path: string) {
  const pglite = await PGlite.create()
  const db = memoryDb(pglite, false)
  await migrate(db)
  await db.close()
  for (const statement of ['SET ROLE NONE', ...tighten.split(';')]) await pglite.exec(statement)
  const bytes = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
  await pglite.close()
  mkdirSync(new URL('.', `file://${path}`), { recursive: true })
  const draft = `${path}.${randomHex(4)}`
  writeFileSync(draft, bytes)
  renameSync(draft, path)
}

/** The same server and the same client as on disk; only the sockets are pipes in memory. */
function memoryDb(pglite: PGlite, owns = true): Db {
  const engine = engineOf(pglite)
  const serve = engineServer(engine)
  const stream = () => {
    const [near, far] = duplexPair()
    serve(far)
    const connect = () => queueMicrotask(() => near.emit('connect'))
    const self = () => near
    return Object.assign(near, { connect, setNoDelay: self, setKeepAlive: self, ref: self, unref: self })
  }
  return poolDb({
    kind: 'embedded',
    client: { user: 'postgres', database: 'postgres', stream },
    closed: async () => (owns ? engine.close() : undefined),
  })
}

/** Template databases known to be ready in this process. */
const ready = new Set<string>()

async function freshOnServer(url: string): Promise<Db> {
  const template = `glasshouse_template_${version()}`
  const name = `glasshouse_test_${randomHex(8)}`
  const named = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const server = postgresDb(url, { connectionsMax: 1, asOwner: true })
  try {
    if (!ready.has(template)) await makeTemplate(server, template, named)
    ready.add(template)
    await server.exec(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  } finally {
    await server.close()
  }
  const db = postgresDb(named(name), { connectionsMax: 8 })
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
