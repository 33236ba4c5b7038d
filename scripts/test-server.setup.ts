import { startPostgres } from '#engine/test-postgres.ts'

/** One PostgreSQL server for all test files of a run, unless TEST_DATABASE_URL names one. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const server = await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  return server.stop
}
