import { execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '#kit/expect.ts'
import { postgresProgram, runsAsRoot, serverUser } from './postgres-programs.server.ts'

export type Listening = 'socket' | { readonly port: number }

const leftBehindMs = 30_000

type Entry = {
  readonly data: string
  readonly options: { readonly uid?: number; readonly gid?: number; readonly cwd?: string }
  readonly descriptors: readonly number[]
  close(): void
}

/**
 * As root the server runs as an unprivileged user, which cannot traverse private folders such as /root. On Linux it gets an open descriptor
 * instead.
 */
function entryTo(data: string, descriptor = 3): Entry {
  if (!runsAsRoot || process.platform !== 'linux')
    return { data, options: serverUser, descriptors: [], close: () => {} }
  const folder = openSync(data, 'r')
  return {
    data: `/proc/self/fd/${descriptor}`,
    options: { ...serverUser, cwd: '/' },
    descriptors: [folder],
    close: () => closeSync(folder),
  }
}

export function giveToServer(path: string): void {
  if (serverUser.uid !== undefined) chownSync(path, serverUser.uid, serverUser.gid)
}

export function makeServerFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  giveToServer(path)
}

export type ClusterOptions = {
  readonly superuser: string
  /** If absent, no password is required (tests). */
  readonly password?: string
  /** False: no fsync (tests). */
  readonly durable: boolean
}
export function makeCluster(data: string, { superuser, password, durable }: ClusterOptions): void {
  makeServerFolder(data)
  const entry = entryTo(data)
  const [secretPath, secret] = password === undefined ? [] : passwordFile(data, password)
  const args = ['-D', entry.data, '--encoding=UTF8', '--locale=C', `--username=${superuser}`, '--no-instructions']
  if (secretPath === undefined || secret === undefined) args.push('--auth=trust')
  else args.push('--auth=scram-sha-256', `--pwfile=${entry.descriptors.length > 0 ? '/proc/self/fd/4' : secretPath}`)
  if (!durable) args.push('--no-sync')
  const made = spawnSync(postgresProgram('initdb'), args, {
    ...entry.options,
    stdio: ['ignore', 'ignore', 'pipe', ...entry.descriptors, ...(secret === undefined ? [] : [secret])],
  })
  entry.close()
  if (secret !== undefined) closeSync(secret)
  if (secretPath !== undefined) rmSync(secretPath)
  expect(made.status === 0, `initdb makes a database: ${made.error ?? made.stderr}`)
}

/** Call only while the server is stopped. */
export function syncCluster(data: string): void {
  const entry = entryTo(data)
  const synced = spawnSync(postgresProgram('initdb'), ['--sync-only', '-D', entry.data], {
    ...entry.options,
    stdio: ['ignore', 'ignore', 'pipe', ...entry.descriptors],
  })
  entry.close()
  expect(synced.status === 0, `initdb writes a database to the disk: ${synced.error ?? synced.stderr}`)
}

function passwordFile(data: string, password: string): readonly [string, number] {
  const path = `${data}.password`
  writeFileSync(path, password, { mode: 0o600 })
  giveToServer(path)
  return [path, openSync(path, 'r')]
}

export type ServeOptions = {
  readonly listening: Listening
  readonly settings?: Readonly<Record<string, string>>
  readonly walArchive?: string | undefined
  readonly onLog?: ((text: string) => void) | undefined
}

export type Served = {
  readonly pid: number
  readonly ended: Promise<void>
  /** SIGINT: immediate clean shutdown. SIGQUIT and SIGKILL: like a power failure. */
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Lets the parent process exit, which stops the server. */
  unref(): void
}
export async function serveCluster(data: string, options: ServeOptions): Promise<Served> {
  const giveUpAt = performance.now() + leftBehindMs
  for (;;) {
    const { served, said } = await tryToServe(data, options)
    if (served) return served
    const isLeftBehind = /pre-existing shared memory block|lock file ".*" already exists/.test(said)
    if (!isLeftBehind || performance.now() > giveUpAt) throw new Error(`PostgreSQL did not start: ${said.trim()}`)
    await wait(100)
  }
}

/** This module renames a temporary file and never overwrites a different one. */
const archiving = (folder: string) => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': folder,
  archive_timeout: '5min',
})

async function tryToServe(
  data: string,
  { listening, settings, walArchive, onLog }: ServeOptions,
): Promise<{ readonly served?: Served; readonly said: string }> {
  const entry = entryTo(data)
  if (walArchive !== undefined) makeServerFolder(walArchive)
  const archive = walArchive === undefined ? undefined : entryTo(walArchive, 4)
  const all = {
    listen_addresses: listening === 'socket' ? '' : '127.0.0.1',
    unix_socket_directories: listening === 'socket' ? entry.data : '',
    unix_socket_permissions: '0700',
    ...(listening === 'socket' ? {} : { port: `${listening.port}` }),
    ...(archive ? archiving(archive.data) : {}),
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', ...entry.descriptors, ...(archive?.descriptors ?? [])]
  const server = spawn(postgresProgram('postgres'), ['-D', entry.data, ...args], { ...entry.options, stdio })
  entry.close()
  archive?.close()
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const kill = () => server.kill('SIGINT')
  process.once('exit', kill)
  let said = ''
  const isReady = await new Promise<boolean>((resolve, reject) => {
    server.once('error', reject)
    server.stderr?.on('data', (chunk: Buffer) => {
      onLog?.(`${chunk}`)
      if (said.length > 100_000) return
      said += chunk
      if (/ready to accept (read-only )?connections/.test(said)) resolve(true)
    })
    // After "close", all output was read.
    server.once('close', () => resolve(false))
  })
  if (!isReady || server.pid === undefined) {
    process.off('exit', kill)
    return { said }
  }
  const { pid } = server
  const end: Served['end'] = async (signal) => {
    process.off('exit', kill)
    server.kill(signal)
    await ended
  }
  const unref = () => {
    server.unref()
    ;(server.stderr as Socket | null)?.unref()
  }
  return { said, served: { pid, ended, end, unref } }
}

/** The caller must hold the folder exclusively. Leaves another program alone that now has the recorded process id. */
export async function endLeftBehind(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid')
  if (!existsSync(path)) return
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
  if (!serves(pid, data)) return rmSync(path, { force: true })
  process.kill(pid, 'SIGINT')
  const killAt = performance.now() + leftBehindMs / 3
  while (serves(pid, data)) {
    if (performance.now() > killAt) process.kill(pid, 'SIGKILL')
    await wait(20)
  }
}

function serves(pid: number, data: string): boolean {
  if (!(pid > 0) || process.platform === 'win32') return false
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).includes(`postgres -D ${data}`)
    // A zombie process has no folder.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    return false
  }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
