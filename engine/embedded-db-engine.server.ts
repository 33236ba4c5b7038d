import { closeSync, existsSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { takeRoleSql } from './db-role.store.ts'
import type { Engine } from './embedded-db-server.store.ts'

/** The engine in WebAssembly, with what only its owner needs. */
export type OwnedEngine = Engine & { close(): Promise<void> }

/** How often the engine has made its files safe against a loss of power, in this process. A test reads it. */
export const syncs = { count: 0 }

/** Emscripten's stream operations lack fsync; the engine asks for it at every commit. */
type StreamOps = { fsync?: (stream: { nfd?: number }) => number }
type Module = { NODEFS: { stream_ops: StreamOps } }

/**
 * The folder on disk, with a sync that reaches the disk. The engine as shipped never syncs: it starts with fsync off (-F), its
 * file system has no fsync operation, and its fdatasync() is a stub. All three are put right here and in `openEngine`;
 * embedded-db.test.ts counts the syncs, so that a new version cannot lose them unnoticed.
 */
class SyncedFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const answer = await super.init(...args)
    const install = (module: unknown) => {
      ;(module as Module).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd === undefined) return 0
        fdatasyncSync(nfd)
        syncs.count += 1
        return 0
      }
    }
    const { emscriptenOpts } = answer
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } }
  }
}

/** Opens the database in a folder, and makes it there if there is none. */
export async function openEngine(folder: string): Promise<OwnedEngine> {
  if (!existsSync(folder)) await create(folder)
  const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']
  const pglite = await PGlite.create({ fs: new SyncedFolder(folder), startParams })
  await pglite.exec(takeRoleSql)
  return engineOf(pglite)
}

/** Makes a database beside its place and moves it there when it is whole: a kill half-way leaves nothing to repair. */
async function create(folder: string) {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const engine = await PGlite.create({ fs: new NodeFS(draft) })
  await engine.close()
  renameSync(draft, folder)
  if (process.platform !== 'win32') syncFolder(join(folder, '..'))
}

function syncFolder(folder: string) {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

export function engineOf(pglite: PGlite): OwnedEngine {
  const run = (group: Uint8Array) => {
    const parts: Uint8Array[] = []
    // Synchronous until its first await, which comes after the answer.
    void pglite.execProtocolRawStream(group, { syncToFs: false, onRawData: (data) => parts.push(data.slice()) })
    return Buffer.concat(parts)
  }
  return { run, inTransaction: () => pglite.isInTransaction(), close: () => pglite.close() }
}
