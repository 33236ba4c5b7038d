import { duplexPair } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import type { Db } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { poolDb } from './db-pool.store.ts'
import { type LogEnd, withoutLog } from './embedded-db-copy.server.ts'
import { engineOf } from './embedded-db-engine.server.ts'
import { engineServer } from './embedded-db-server.store.ts'
import { keepingStatements } from './embedded-db-statements.ts'

/** The same server and the same client as on disk; only the sockets are pipes in memory. @param owns whether closing it closes the engine */
export function memoryDb(pglite: PGlite, owns = true): Db {
  const engine = engineOf(pglite)
  const serve = engineServer(keepingStatements(engine))
  const stream = () => {
    const [near, far] = duplexPair()
    serve(far)
    const connect = () => queueMicrotask(() => near.emit('connect'))
    const self = () => near
    return Object.assign(near, { connect, setNoDelay: self, setKeepAlive: self, ref: self, unref: self })
  }
  return poolDb({
    kind: 'embedded',
    client: { user: 'postgres', database: 'postgres', stream },
    closed: async () => (owns ? engine.close() : undefined),
  })
}

/** What makes a copy quick to open: no databases nobody connects to, and nothing of the write-ahead log that is still to be replayed. */
export const tighten = `
  UPDATE pg_database SET datistemplate = false WHERE datname <> current_database();
  DROP DATABASE IF EXISTS template1;
  DROP DATABASE IF EXISTS template0;
  CHECKPOINT;`

const asOwner = ['SET ROLE NONE', ...tighten.split(';')]

/** Closes an engine nobody is connected to any more. @returns the files of its folder, as a tar */
export async function copyOf(pglite: PGlite): Promise<Buffer<ArrayBuffer>> {
  for (const statement of asOwner) await pglite.exec(statement)
  const bytes = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
  await pglite.close()
  return bytes
}

/** The same as small as can be: without old versions of rows, and without the log of how it came to be. */
export async function smallCopyOf(pglite: PGlite): Promise<Buffer> {
  for (const statement of ['SET ROLE NONE', 'VACUUM (FULL, ANALYZE)', 'SELECT pg_switch_wal()', 'CHECKPOINT'])
    await pglite.exec(statement)
  for (const statement of asOwner) await pglite.exec(statement)
  const { rows } = await pglite.query<LogEnd>(
    `SELECT pg_walfile_name(at) AS file, (pg_walfile_name_offset(at)).file_offset AS used FROM pg_current_wal_lsn() AS at`,
  )
  const [end] = rows
  expect(end, 'the engine says where its log ends')
  const bytes = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
  await pglite.close()
  return withoutLog(bytes, end)
}
