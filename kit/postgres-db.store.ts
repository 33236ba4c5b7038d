import type { Db } from './db.ts'
import { poolDb } from './db-pool.store.ts'

/** A PostgreSQL server. Every session counts time in UTC. */
export const postgresDb = (url: string, connectionsMax = 20): Db =>
  poolDb({
    kind: 'postgres',
    client: { connectionString: url, max: connectionsMax, options: '-c TimeZone=UTC -c DateStyle=ISO' },
  })
