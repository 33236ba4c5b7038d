import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '#kit/expect.ts'
import { freePort, makeCluster, type Served, serveCluster } from '../own-postgres/postgres-cluster.server.ts'
import { postgresPrograms, serverUser } from '../own-postgres/postgres-programs.server.ts'

export type TestPostgres = {
  readonly url: string
  readonly programs: string
  stop(): Promise<void>
  unref(): void
}

let ofThisProcess: Promise<string> | undefined

/** TEST_DATABASE_URL names the test run's server. The default is a private server. */
export function testServer(): Promise<string> {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return Promise.resolve(url)
  ofThisProcess ??= startPostgres().then((server) => {
    server.unref()
    process.once('beforeExit', () => void server.stop())
    process.env.TEST_DATABASE_URL = server.url
    return server.url
  })
  return ofThisProcess
}

const superuser = 'postgres'

type ServerOptions = {
  /** False: no fsync. */
  readonly durable?: boolean
  readonly onLog?: ((text: string) => void) | undefined
  /** Enables pg_stat_statements. */
  readonly counts?: boolean
}

export async function startPostgres({
  durable = false,
  onLog,
  counts = false,
}: ServerOptions = {}): Promise<TestPostgres> {
  const folder = postgresFolder(durable)
  const data = join(folder, 'data')
  makeTestCluster(data, durable)
  const server = await serveTestCluster(data, { port: await freePort(), durable, onLog, counts })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    url: server.url,
    programs: postgresPrograms(),
    stop: async () => {
      await server.end('SIGINT')
      process.off('exit', remove)
      remove()
    },
    unref: server.unref,
  }
}

const memory = '/dev/shm'
const memoryMin = 2 ** 31

/** In memory if there is room and the test needs no disk. */
export function postgresFolder(durable = false): string {
  const isRoomy = () => {
    try {
      const { bavail, bsize } = statfsSync(memory)
      return bavail * bsize > memoryMin
    } catch {
      return false
    }
  }
  return mkdtempSync(join(!durable && isRoomy() ? memory : tmpdir(), 'glasshouse-postgres-'))
}

export const makeTestCluster = (data: string, durable: boolean): void => makeCluster(data, { superuser, durable })

/** Call only while the server is stopped. As root the files belong to another user. */
export function copyCluster(from: string, to: string): void {
  if (serverUser.uid === undefined) cpSync(from, to, { recursive: true })
  else {
    const made = spawnSync('cp', ['-a', from, to])
    expect(made.status === 0, `the files of a server are copied: ${made.error ?? made.stderr}`)
  }
  chmodSync(to, 0o700)
}

type TestServing = ServerOptions & { readonly port: number }

export async function serveTestCluster(
  data: string,
  { port, durable = false, onLog, counts = false }: TestServing,
): Promise<Served & { readonly url: string }> {
  const settings = {
    max_connections: durable ? '100' : '300',
    shared_buffers: durable ? '1GB' : '256MB',
    max_wal_size: '4GB',
    min_wal_size: durable ? '2GB' : '256MB',
    unix_socket_directories: '.',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...(counts ? { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' } : {}),
  }
  const served = await serveCluster(data, { listening: { port }, settings, onLog })
  return { ...served, url: `postgres://${superuser}@${encodeURIComponent(data)}:${port}/postgres` }
}
