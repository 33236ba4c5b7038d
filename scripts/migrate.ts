/** Migrates the database of DATA_DIR, DATABASE_URL or DATABASE_OWNER_URL. npm run db:migrate. */
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { configOrExit } from './run/config.ts'

const db = await openDbAsOwner(configOrExit())
try {
  const applied = await migrate(db)
  for (const name of applied) process.stdout.write(`applied ${name}\n`)
  if (applied.length === 0) process.stdout.write('nothing to apply\n')
} finally {
  await db.close()
}
