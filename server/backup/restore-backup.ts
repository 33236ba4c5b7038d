import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { endLeftBehind } from '#engine/own-postgres/postgres-cluster.server.ts'
import { type Login, postgresFiles } from '#engine/own-postgres/postgres-login.server.ts'
import { madeAfter, type Recovery, recoverDatabase } from '#engine/own-postgres/recover-database.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { skipSerials } from '#identity/wallet.store.ts'
import { newestEntry } from '#ledger/audit.store.ts'
import { loginFile } from './make-backup.ts'
import { type Manifest, readCopy, syncToDisk } from './manifest.ts'

export type Restored = { readonly manifest: Manifest; readonly newestEntry?: bigint }

/** Builds a draft next to `dataDir` and renames it once everything is on the disk. @throws a readable message */
export async function restoreBackup(copy: string, dataDir: string, recovery: Recovery): Promise<Restored> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty. Set DATA_DIR to a new folder, or move this one away.`)
  const manifest = await readCopy(copy)
  if (recovery.until !== undefined && Date.parse(recovery.until) < Date.parse(manifest.time))
    throw new Error(madeAfter(recovery.until))
  const draft = `${dataDir}.restoring`
  await endLeftBehind(postgresFiles(draft))
  rmSync(draft, { recursive: true, force: true })
  copyAll(copy, draft, manifest)
  const newest = manifest.database === 'embedded' ? await recover(copy, draft, manifest, recovery) : undefined
  for (const name of readdirSync(draft)) syncToDisk(join(draft, name))
  if (existsSync(dataDir)) rmdirSync(dataDir)
  renameSync(draft, dataDir)
  syncToDisk(dirname(dataDir))
  return { manifest, ...(newest === undefined ? {} : { newestEntry: newest }) }
}
function placeOf(path: string, { database }: Manifest): string | undefined {
  const [first, ...rest] = path.split('/')
  if (first === 'signer') return path
  if (first === 'secrets') return rest.join('/')
  return first === 'database' && database === 'embedded' ? ['postgres', ...rest].join('/') : undefined
}

function copyAll(copy: string, draft: string, manifest: Manifest): void {
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  for (const path of manifest.folders) {
    const place = placeOf(path, manifest)
    if (place) mkdirSync(join(draft, place), { recursive: true, mode: 0o700 })
  }
  for (const { path } of manifest.files) {
    const place = placeOf(path, manifest)
    if (place === undefined) continue
    copyFileSync(join(copy, path), join(draft, place))
    chmodSync(join(draft, place), 0o600)
    syncToDisk(join(draft, place))
  }
}

async function recover(copy: string, draft: string, manifest: Manifest, recovery: Recovery): Promise<bigint> {
  const login = JSON.parse(readFileSync(join(copy, 'secrets', loginFile), 'utf8')) as Login
  const newest = await recoverDatabase(draft, login, recovery, async (ownerUrl) => {
    const db = postgresDb(ownerUrl, { asOwner: true, connectionsMax: 1 })
    return skipSerials(db)
      .then(() => newestEntry(db))
      .finally(() => db.close())
  })
  if (newest < BigInt(manifest.newestEntry))
    throw new Error(`The restored ledger ends at entry ${newest}, but the backup had entry ${manifest.newestEntry}.`)
  return newest
}
