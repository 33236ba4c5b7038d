import pg from 'pg'
import { connectMs } from './db-pool.store.ts'

/** Signs in once, asks, and signs out: for what prepares a database. */
export async function withConnection<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    options: '-c TimeZone=UTC',
  })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
