import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '#kit/expect.ts'
import { freePort, makeCluster, type Served, serveCluster } from './postgres-cluster.server.ts'
import { postgresPrograms, serverUser } from './postgres-programs.server.ts'

/** A PostgreSQL server for tests and benches, on a free port of this machine, without a password. */
export type TestPostgres = {
  readonly url: string
  /** Where its programs are. */
  readonly programs: string
  /** Ends it and throws its data away. */
  stop(): Promise<void>
  /** The process may end while it runs, and ends it then. */
  unref(): void
}

let ofThisProcess: Promise<string> | undefined

/**
 * The address of the server of a test run, which TEST_DATABASE_URL names (scripts/test-server.setup.ts). A script without one gets a
 * server of its own, which ends with it.
 */
export function testServer(): Promise<string> {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return Promise.resolve(url)
  ofThisProcess ??= startPostgres().then((server) => {
    server.unref()
    process.once('beforeExit', () => void server.stop())
    // Processes that this one starts use it too.
    process.env.TEST_DATABASE_URL = server.url
    return server.url
  })
  return ofThisProcess
}

const superuser = 'postgres'

type ServerOptions = {
  /** false (tests) leaves out the waiting for the disk. */
  readonly durable?: boolean
  /** Hears what the server writes into its log. */
  readonly onLog?: ((text: string) => void) | undefined
  /** Whether it counts what each statement takes, in the view pg_stat_statements. */
  readonly counts?: boolean
}

/** Starts a PostgreSQL server on a folder of its own. */
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

/** A folder for a server's data: in memory where a test does not need the disk and there is room. */
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

/** Copies the files of a server that does not run. As root they belong to another user, for whom the machine's own `cp` copies them. */
export function copyCluster(from: string, to: string): void {
  if (serverUser.uid === undefined) cpSync(from, to, { recursive: true })
  else {
    const made = spawnSync('cp', ['-a', from, to])
    expect(made.status === 0, `the files of a server are copied: ${made.error ?? made.stderr}`)
  }
  chmodSync(to, 0o700)
}

type TestServing = ServerOptions & { readonly port: number }

/** Starts a server on its files. */
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
