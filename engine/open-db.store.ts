import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#kit/store/db.ts'
import { DbUnreachable } from './db-pool.store.ts'
import { hasOwnDatabase, type OwnUrls, ownUrls } from './own-postgres/postgres-login.server.ts'
import { type PostgresOptions, postgresDb } from './postgres-db.store.ts'

export type DbConfig = {
  readonly dataDir: string
  /** postgres://user:password@host:port/name; several hosts separated by commas. */
  readonly databaseUrl?: string | undefined
  /** Needed if DATABASE_URL does not use the owner's login. */
  readonly databaseOwnerUrl?: string | undefined
}

/** The supervisor may be restarting the folder's server. */
const ownServerMs = 60_000
const lookMs = 20

const urlsOf = ({ dataDir, databaseUrl, databaseOwnerUrl }: DbConfig): OwnUrls =>
  databaseUrl ? { product: databaseUrl, owner: databaseOwnerUrl ?? databaseUrl } : ownUrls(dataDir)

/** @throws a readable message if no server responds */
export const openDb = (config: DbConfig, options: PostgresOptions = {}): Promise<Db> =>
  open(config, urlsOf(config).product, options)
export const openDbAsOwner = (config: DbConfig): Promise<Db> => open(config, urlsOf(config).owner, { asOwner: true })

/** Uses the owner's login. The product's cannot write approvals. */
export const openDbForOperators = (config: DbConfig): Promise<Db> => open(config, urlsOf(config).owner, {})

/** Waits while another process creates the database at the first start. */
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
