import { expect, it } from 'vitest'
import { testDb } from './test-db.ts'
import { tidyEmbedded } from './upkeep.store.ts'

it('counts what the tables of the embedded database hold, and leaves a server to itself', async () => {
  const db = await testDb()
  await db.exec(
    `SET ROLE NONE; CREATE TABLE note (id int8); SET ROLE glasshouse; INSERT INTO note SELECT generate_series(1, 500); DELETE FROM note WHERE id > 400`,
  )
  const counted = async () => {
    const [row] = await db.query<{ reltuples: number }>("SELECT reltuples FROM pg_class WHERE relname = 'note'")
    return row?.reltuples
  }
  await tidyEmbedded(db)
  if (db.kind === 'embedded') expect(await counted()).toBe(400)
  else expect([-1, 400]).toContain(await counted())
  await db.close()
})
