import type { Db } from '#kit/db.ts'
import { poolDb } from './db-pool.store.ts'
import { type EmbeddedHost, embeddedHost } from './embedded-db-host.server.ts'
import { socketTo } from './embedded-db-socket.server.ts'

export type EmbeddedConfig = { readonly dataDir: string }

/**
 * The database in a folder. Whoever needs it first serves it, from a thread of its own; every other process reaches that
 * one through a socket in the folder. When the server goes, the next process that needs it takes its place.
 */
export const embeddedDb = ({ dataDir }: EmbeddedConfig): Db => hostedDb(embeddedHost(dataDir))

/** Serves the folder from this process, at once. @throws when another process serves it. */
export async function serveEmbeddedDb({ dataDir }: EmbeddedConfig): Promise<Db> {
  const host = embeddedHost(dataDir)
  if (!(await host.serve())) throw new Error(`another process serves the database in ${dataDir}`)
  return hostedDb(host)
}

const hostedDb = (host: EmbeddedHost): Db =>
  poolDb({
    kind: 'embedded',
    client: { user: 'postgres', database: 'postgres', stream: () => socketTo(host.socketPath) },
    revive: () => host.revive(),
    closed: () => host.close(),
  })
