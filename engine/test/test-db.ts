import { createHash } from 'node:crypto'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import { randomHex } from '#kit/text/random.ts'
import { productRole, speakAsOperators } from '../db-role.store.ts'
import { migrate, schemaFiles } from '../migrate.store.ts'
import { openDbForOperators } from '../open-db.store.ts'
import { readLogin, writeLogin } from '../own-postgres/postgres-login.server.ts'
import { type PostgresOptions, postgresDb } from '../postgres-db.store.ts'
import { testServer } from './test-postgres.ts'

const [owner, product] = ['glasshouse_owner', 'glasshouse_app'] as const

const namedOn = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href

/** With `steadyPlans`, queries are planned as in the API. */
export async function testDb(options: Pick<PostgresOptions, 'steadyPlans'> = {}): Promise<Db> {
  const name = await makeTestDatabase()
  const db = postgresDb(namedOn(await testServer(), name), { connectionsMax: 8, ...options })
  return thrownAway(db, name)
}

export const testFolderDb = async (dataDir: string): Promise<Db> => openFolder(dataDir, await makeTestDatabase())

export async function copyFolderDb(from: string, to: string): Promise<Db> {
  const name = `glasshouse_test_${randomHex(8)}`
  const { database } = readLogin(from)
  const server = postgresDb(await testServer(), { connectionsMax: 1, asOwner: true })
  await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
  await server.exec(`CREATE DATABASE ${name} TEMPLATE ${database}`)
  await server.exec(withoutTemporary(name)).finally(() => server.close())
  return openFolder(to, name)
}

async function openFolder(dataDir: string, database: string): Promise<Db> {
  const { hostname, port } = new URL(await testServer())
  const host = decodeURIComponent(hostname)
  const credentials = (user: string) => ({ user, password: 'none' })
  writeLogin(dataDir, { host, port: Number(port), database, owner: credentials(owner), product: credentials(product) })
  const db = await openDbForOperators({ dataDir })
  return thrownAway(db, database)
}

const thrownAway = (db: Db, name: string): Db => ({
  ...db,
  get identity() {
    return db.identity
  },
  close: async () => {
    await db.close()
    await dropTestDatabase(name)
  },
})

/** CREATE DATABASE does not copy database-level permissions. */
const withoutTemporary = (name: string): string => `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`

async function makeTestDatabase(): Promise<string> {
  const url = await testServer()
  const template = `glasshouse_template_${versionOfSchema()}`
  const name = `glasshouse_test_${randomHex(8)}`
  const server = postgresDb(url, { connectionsMax: 1, asOwner: true })
  try {
    if (!ready.has(template)) await makeTemplate(server, template, (database) => namedOn(url, database))
    ready.add(template)
    // The fastest strategy. No one writes to the template.
    await server.exec(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
    await server.exec(withoutTemporary(name))
    return name
  } finally {
    await server.close()
  }
}

async function dropTestDatabase(name: string): Promise<void> {
  const server = postgresDb(await testServer(), { connectionsMax: 1, asOwner: true })
  await server.exec(`DROP DATABASE ${name} WITH (FORCE)`).finally(() => server.close())
}

/** Schema digest, so no outdated template is used. */
const versionOfSchema = (): string =>
  createHash('sha256')
    .update(
      schemaFiles()
        .map(({ digest }) => digest)
        .join(),
    )
    .digest('hex')
    .slice(0, 16)

const ready = new Set<string>()

/** Renames the draft when complete, so an existing template is ready. */
async function makeTemplate(server: Db, template: string, named: (database: string) => string) {
  await server.exec('SELECT pg_advisory_lock(7021122)')
  try {
    const [known] = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (known) return
    await server.exec(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'glasshouse') THEN CREATE ROLE glasshouse NOLOGIN; END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${product}') THEN
        CREATE ROLE ${product} LOGIN IN ROLE glasshouse;
        CREATE ROLE ${owner} LOGIN SUPERUSER;
      END IF;
    END $$`)
    const draft = `${template}_${randomHex(4)}`
    await server.exec(`CREATE DATABASE ${draft}`)
    const db = postgresDb(named(draft), { connectionsMax: 1, asOwner: true })
    await migrate(db).finally(() => db.close())
    await server.exec(`ALTER DATABASE ${draft} RENAME TO ${template}`)
  } finally {
    await server.exec('SELECT pg_advisory_unlock(7021122)')
  }
}

export async function urlOf(db: Db): Promise<string> {
  const [row] = await db.query<{ name: string }>('SELECT current_database()::text AS name')
  expect(row, 'a database has a name')
  return namedOn(await testServer(), row.name)
}

/** Simulates a dishonest owner. */
export async function asOwner(db: Db, script: string): Promise<void> {
  await db.exec(`SET ROLE NONE; ${script}; SET ROLE ${productRole}`).catch(async (error) => {
    await db.exec(`ROLLBACK; SET ROLE ${productRole}`)
    throw error
  })
}

/** Uses the operators' role, as on the command line. */
export const asOperators = (db: Db, statement: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  db.transaction(async (tx) => {
    await speakAsOperators(tx)
    return tx.query(statement, values)
  })
