import { startPostgres } from '#engine/test/test-postgres.ts'

/** Does nothing if TEST_DATABASE_URL is set. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const server = await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  return server.stop
}
