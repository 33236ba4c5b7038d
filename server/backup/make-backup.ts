import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appliedDigest, productVersion } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { copyDatabase } from '#engine/own-postgres/base-backup.store.ts'
import { startOwnPostgres } from '#engine/own-postgres/own-postgres.store.ts'
import { ownUrls, postgresFiles, readLogin } from '#engine/own-postgres/postgres-login.server.ts'
import type { Db } from '#kit/store/db.ts'
import { wallClock } from '#kit/time/clock.ts'
import { newestEntry } from '#ledger/audit.store.ts'
import type { Config } from '../processes/config.ts'
import { isInUse, removeRunFile, takeDataFolder } from '../processes/run-file.ts'
import { headsFile } from '../sending/publish-heads.ts'
import { copyExternal, type Environment } from './external-database.ts'
import { listCopy, type Manifest, manifestName, syncToDisk } from './manifest.ts'

type Source = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl' | 'walArchive'> & {
  readonly environment: Environment
}

/** The mark first: the journal may have newer lines than its mark, but not fewer. */
export const signerFiles = ['keystore.json', 'rules.json', 'journal-mark.json', 'journal.ndjson']
export const loginFile = 'postgres-login.json'
export async function makeBackup(source: Source, into: string): Promise<string> {
  const time = wallClock.now().toISOString()
  const folder = join(into, time.replace(/\.\d+/, '').replaceAll(':', '-'))
  const draft = `${folder}.new`
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  try {
    const facts = await whileServed(source, (db) => copyFrom(source, db, join(draft, 'database')))
    copyFiles(join(source.dataDir, 'signer'), join(draft, 'signer'), signerFiles)
    copyFiles(source.dataDir, join(draft, 'secrets'), ['server-secret', ...(source.databaseUrl ? [] : [loginFile])])
    if (existsSync(headsFile(source.dataDir))) copyFiles(source.dataDir, draft, ['operator-log-heads.jsonl'])
    const database = source.databaseUrl ? 'external' : 'embedded'
    const manifest: Manifest = { product: productVersion, time, database, ...facts, ...(await listCopy(draft)) }
    writeFileSync(join(draft, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  renameSync(draft, folder)
  syncToDisk(into)
  return folder
}

/** Starts the embedded server if the product is stopped. */
async function whileServed<T>(source: Source, copy: (db: Db) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl, walArchive } = source
  if (databaseUrl || isInUse(dataDir)) return withDb(source, copy)
  readLogin(dataDir)
  await takeDataFolder(dataDir)
  try {
    const fill = () => Promise.reject(new Error(`${dataDir} has no database`))
    const server = await startOwnPostgres(dataDir, { fill, walArchive })
    return await withDb(source, copy).finally(() => server.end('SIGINT'))
  } finally {
    removeRunFile(dataDir)
  }
}

async function withDb<T>(source: Source, copy: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDbAsOwner(source)
  return copy(db).finally(() => db.close())
}

type Facts = Pick<Manifest, 'postgres' | 'schema' | 'newestEntry'>

async function copyFrom(source: Source, db: Db, to: string): Promise<Facts> {
  const { dataDir, databaseUrl, databaseOwnerUrl } = source
  if (!databaseUrl) return copyDatabase(ownUrls(dataDir).owner, postgresFiles(dataDir), to, () => readFacts(db))
  const facts = await readFacts(db)
  copyExternal(databaseOwnerUrl ?? databaseUrl, to, source.environment)
  return facts
}

async function readFacts(db: Db): Promise<Facts> {
  const [row] = await db.query<{ version: string }>("SELECT current_setting('server_version') AS version")
  return { postgres: row?.version ?? '', schema: await appliedDigest(db), newestEntry: `${await newestEntry(db)}` }
}

function copyFiles(from: string, to: string, names: readonly string[]): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of names) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
}
