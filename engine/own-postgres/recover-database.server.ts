import { copyFileSync, existsSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listeningOf, newPlace, ownSettings } from './own-postgres.store.ts'
import { giveToServer, serveCluster, syncCluster } from './postgres-cluster.server.ts'
import { type Login, postgresFiles, urlsAt, writeLogin } from './postgres-login.server.ts'

export type Recovery = {
  /** ISO time. Default: the end of the WAL. */
  readonly until?: string | undefined
  readonly wal: readonly string[]
}

export const madeAfter = (until = ''): string => `The backup was made after ${until}. Use an older backup.`

const archived = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/

/** Replays the WAL and starts a new timeline. */
export async function recoverDatabase<T>(
  dataDir: string,
  copied: Login,
  { until, wal }: Recovery,
  read: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const files = postgresFiles(dataDir)
  for (const folder of wal)
    for (const name of readdirSync(folder).filter((each) => archived.test(each)))
      if (!existsSync(join(files, 'pg_wal', name))) copyFileSync(join(folder, name), join(files, 'pg_wal', name))
  writeFileSync(join(files, 'recovery.signal'), '', { mode: 0o600 })
  giveTree(files)
  const { database, owner, product } = copied
  const login = { ...(await newPlace(realpathSync(files))), database, owner, product }
  const settings = {
    ...ownSettings,
    hot_standby: 'off',
    // pg_wal has all segments.
    restore_command: 'exit 1',
    recovery_target_action: 'promote',
    ...(until === undefined ? {} : { recovery_target_time: until.replace(/Z$/, '+00') }),
  }
  const server = await serveCluster(files, { listening: listeningOf(login), settings }).catch((error: unknown) => {
    if (/before configured recovery target was reached/.test(String(error)))
      throw new Error(
        `The WAL ends before ${until}. Name the folder of the WAL archive with --wal, or an earlier time.`,
      )
    if (/before consistent recovery point/.test(String(error))) throw new Error(madeAfter(until))
    throw error
  })
  try {
    return await read(urlsAt(files, login).owner)
  } finally {
    await server.end('SIGINT')
    syncCluster(files)
    writeLogin(dataDir, login)
  }
}

function giveTree(folder: string): void {
  giveToServer(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) giveTree(join(folder, entry.name))
    else giveToServer(join(folder, entry.name))
}
