import { expectMigrated, schemaFiles } from '#engine/migrate.store.ts'
import type { Checks } from '#kit/monitor/monitor.server.ts'
import type { Sql } from '#kit/store/db.ts'

export function databaseChecks(db: Sql): Checks {
  const files = schemaFiles()
  return { database: () => db.query('SELECT 1'), migrations: () => expectMigrated(db, files) }
}
