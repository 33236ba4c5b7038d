import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#kit/db.ts'
import { DbUnreachable } from './db-pool.store.ts'
import { type PostgresOptions, postgresDb } from './postgres-db.store.ts'
import { hasOwnDatabase, type OwnUrls, ownUrls } from './postgres-login.server.ts'

export type DbConfig = {
  /** The folder whose own PostgreSQL server is used where no other is named. */
  readonly dataDir: string
  /** Another PostgreSQL server: postgres://user:password@host:port/name, or several hosts with commas between. */
  readonly databaseUrl?: string | undefined
  /** The same server for whoever owns the tables, where DATABASE_URL names somebody who does not. */
  readonly databaseOwnerUrl?: string | undefined
}

/** How long a process waits for the server of its data folder, which the supervisor starts again when it ended. */
const ownServerMs = 60_000
const lookMs = 20

const urlsOf = ({ dataDir, databaseUrl, databaseOwnerUrl }: DbConfig): OwnUrls =>
  databaseUrl ? { product: databaseUrl, owner: databaseOwnerUrl ?? databaseUrl } : ownUrls(dataDir)

/**
 * Opens the database as the product: on the PostgreSQL server that a URL names, else on the data folder's own.
 * @throws with a sentence for whoever started the process, where nobody answers
 */
export const openDb = (config: DbConfig, options: PostgresOptions = {}): Promise<Db> =>
  open(config, urlsOf(config).product, options)

/** Opens the database for what only the owner of its tables may do: bringing it to its newest form. */
export const openDbAsOwner = (config: DbConfig): Promise<Db> => open(config, urlsOf(config).owner, { asOwner: true })

/** Opens the database for the operators' command line, whose words the product's own login may not write. */
export const openDbForOperators = (config: DbConfig): Promise<Db> => open(config, urlsOf(config).owner, {})

/** Waits until the server of the data folder has a database, which at a first start is being made beside this process. */
export async function untilDatabase({ dataDir, databaseUrl }: DbConfig): Promise<void> {
  while (!databaseUrl && !hasOwnDatabase(dataDir)) await wait(lookMs)
}

async function open({ databaseUrl }: DbConfig, url: string, options: PostgresOptions): Promise<Db> {
  const db = postgresDb(url, databaseUrl ? options : { ...options, patienceMs: ownServerMs })
  try {
    await db.query('SELECT 1')
    return db
  } catch (error) {
    await db.close()
    if (!(error instanceof DbUnreachable)) throw error
    const why = error.cause instanceof Error && error.cause.message ? ` (${error.cause.message})` : ''
    const which = databaseUrl ? 'that DATABASE_URL names' : 'of this data folder'
    throw new Error(`the database ${which} cannot be reached${why}`, { cause: error })
  }
}
