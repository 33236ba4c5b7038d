/** Brings the database of DATA_DIR, DATABASE_URL or DATABASE_OWNER_URL to the newest form. Run: npm run db:migrate. */
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { readConfig } from '#server/config.ts'

const db = await openDbAsOwner(readConfig(process.env))
try {
  const applied = await migrate(db)
  for (const name of applied) process.stdout.write(`applied ${name}\n`)
  if (applied.length === 0) process.stdout.write('nothing to apply\n')
} finally {
  await db.close()
}
