import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { answers } from './embedded-db-socket.server.ts'

/** A folder with an embedded database, seen from one process. */
export type EmbeddedHost = {
  readonly socketPath: string
  /** Serves the folder from this process. @returns false when another one does. */
  serve(): Promise<boolean>
  /** Makes sure that somebody serves the folder, or waits a moment while somebody is about to. */
  revive(): Promise<void>
  /** Stops serving, if this process does. */
  close(): Promise<void>
}

/** Socket paths longer than this do not fit the kernel's structure everywhere (108 with the final zero on Linux, 104 on macOS). */
const pathMax = 100

export function embeddedHost(dataDir: string): EmbeddedHost {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const home = realpathSync(dataDir)
  const socketPath = socketPathOf(home)
  let serving: { readonly worker: Worker; readonly lock: DatabaseSync; readonly listening: Promise<void> } | undefined

  const serve = async () => {
    if (!serving) {
      const lock = takeLock(join(home, 'db.lock'))
      if (!lock) return false
      const worker = new Worker(new URL('./embedded-db-worker.server.ts', import.meta.url), {
        workerData: { folder: join(home, 'db'), socketPath },
      })
      const listening = new Promise<void>((resolve, reject) => {
        worker.once('message', () => resolve())
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('the embedded database ended before it listened')))
      })
      worker.once('exit', () => {
        serving = undefined
        lock.close()
      })
      serving = { worker, lock, listening }
    }
    await serving.listening
    return true
  }

  return {
    socketPath,
    serve,
    revive: async () => {
      if (!serving && (await answers(socketPath))) return
      if (!(await serve())) await wait(50)
    },
    close: async () => {
      if (!serving) return
      const { worker } = serving
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      await ended
    },
  }
}

/**
 * The lock on the folder, held by an open SQLite file: the one lock in Node that the operating system frees when a process
 * dies, however it dies, so that a killed server leaves nothing to clean up.
 */
function takeLock(path: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    return undefined
  }
}

/** Named so that `psql -h <data folder>` finds it. Windows has pipes instead of socket files. */
function socketPathOf(home: string): string {
  const name = `glasshouse-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const path = join(home, '.s.PGSQL.5432')
  if (path.length <= pathMax) return path
  const folder = join(tmpdir(), name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, '.s.PGSQL.5432')
}
