import pg from 'pg'
import { connectMs } from '../db-pool.store.ts'

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
