import type { Db } from '#kit/db.ts'
import { DbUnreachable } from './db-pool.store.ts'
import { embeddedDb } from './embedded-db.server.ts'
import { type PostgresOptions, postgresDb } from './postgres-db.store.ts'

export type DbConfig = {
  /** The folder the embedded database lives in. */
  readonly dataDir: string
  /** A PostgreSQL server instead: postgres://user:password@host:port/name, or several hosts with commas between. */
  readonly databaseUrl?: string | undefined
  /** The same server for whoever owns the tables, where DATABASE_URL names somebody who does not. */
  readonly databaseOwnerUrl?: string | undefined
}

/**
 * Opens the database: PostgreSQL where a URL is given, else the embedded one, served by whichever process comes first.
 * @throws with a sentence for whoever started the process, where nobody answers
 */
export async function openDb({ dataDir, databaseUrl }: DbConfig, options: PostgresOptions = {}): Promise<Db> {
  const db = databaseUrl ? postgresDb(databaseUrl, options) : embeddedDb({ dataDir })
  try {
    await db.query('SELECT 1')
    return db
  } catch (error) {
    await db.close()
    if (!databaseUrl || !(error instanceof DbUnreachable)) throw error
    const why = error.cause instanceof Error && error.cause.message ? ` (${error.cause.message})` : ''
    throw new Error(`the database that DATABASE_URL names cannot be reached${why}`, { cause: error })
  }
}

/** Opens the database for what only whoever owns its tables may do: bringing it to its newest form. */
export const openDbAsOwner = ({ dataDir, databaseUrl, databaseOwnerUrl }: DbConfig): Promise<Db> =>
  openDb({ dataDir, databaseUrl: databaseOwnerUrl ?? databaseUrl }, { asOwner: true })
