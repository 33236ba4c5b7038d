import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomHex } from '#kit/text/random.ts'
import { withConnection } from './one-connection.server.ts'
import {
  endLeftBehind,
  freePort,
  type Listening,
  makeCluster,
  type Served,
  serveCluster,
  syncCluster,
} from './postgres-cluster.server.ts'
import {
  draftFiles,
  type Login,
  loginPath,
  postgresFiles,
  readLogin,
  refuseOlderFolder,
  urlsAt,
  writeLogin,
} from './postgres-login.server.ts'

const database = 'glasshouse'
const socketPort = 5432
/** The kernel's limit is 108 with the final zero on Linux, 104 on macOS. */
const socketPathMax = 100

/** Logs must not contain row data. */
const quiet = { log_checkpoints: 'off', log_error_verbosity: 'terse' }
export const ownSettings = { ...quiet, max_wal_senders: '0', max_logical_replication_workers: '0' }
/** Needs no durability. After a kill, the next start creates the database again. */
const whileFilling = {
  ...ownSettings,
  wal_level: 'minimal',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

export type OwnPostgresOptions = {
  readonly fill: (ownerUrl: string) => Promise<void>
  readonly walArchive?: string | undefined
  readonly onLog?: (text: string) => void
}

/** Creates the server if missing. The caller must hold the folder exclusively. Crash-safe. @throws with the server's message */
export async function startOwnPostgres(dataDir: string, options: OwnPostgresOptions): Promise<Served> {
  refuseOlderFolder(dataDir)
  const files = postgresFiles(dataDir)
  if (!existsSync(files)) await makeDatabase(dataDir, files, options)
  const login = readLogin(dataDir)
  await endLeftBehind(files)
  const { walArchive, onLog } = options
  return serveCluster(files, { listening: listeningOf(login), settings: ownSettings, walArchive, onLog })
}

export const listeningOf = ({ host, port }: Login): Listening => (host === undefined ? 'socket' : { port })

/** Builds a draft and renames it once everything is on disk. */
async function makeDatabase(dataDir: string, files: string, { fill, onLog }: OwnPostgresOptions): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = draftFiles(dataDir)
  await endLeftBehind(draft)
  // Left by a killed start. Deleted first, so waiting processes never see an incomplete database.
  rmSync(loginPath(dataDir), { force: true })
  rmSync(draft, { recursive: true, force: true })
  const login = await newLogin(join(realpathSync(dataDir), 'postgres.new'))
  const { user: superuser, password } = login.owner
  makeCluster(draft, { superuser, password, durable: false })
  const server = await serveCluster(draft, { listening: listeningOf(login), settings: whileFilling, onLog })
  try {
    await withConnection(urlsAt(draft, { ...login, database: 'postgres' }).owner, async (client) => {
      const { user, password } = login.product
      await client.query('CREATE ROLE glasshouse NOLOGIN')
      await client.query(`CREATE ROLE ${user} LOGIN PASSWORD '${password}' IN ROLE glasshouse`)
      await client.query(`CREATE DATABASE ${database}`)
    })
    await fill(urlsAt(draft, login).owner)
  } finally {
    await server.end('SIGINT')
  }
  syncCluster(draft)
  writeLogin(dataDir, login)
  renameSync(draft, files)
}

async function newLogin(files: string): Promise<Login> {
  return {
    ...(await newPlace(files)),
    database,
    owner: { user: 'glasshouse_owner', password: randomHex(24) },
    product: { user: 'glasshouse_app', password: randomHex(24) },
  }
}

export async function newPlace(files: string): Promise<Pick<Login, 'host' | 'port'>> {
  const hasSocket = process.platform !== 'win32' && `${files}/.s.PGSQL.${socketPort}`.length <= socketPathMax
  return hasSocket ? { port: socketPort } : { host: '127.0.0.1', port: await freePort() }
}
