import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate } from '#engine/migrate.store.ts'
import { openDb } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test-postgres.ts'
import type { Db } from '#kit/db.ts'
import { audit } from './audit.store.ts'
import { fillKillWallets, killOneWriter, lostKeys } from './test-kill.ts'

/** `npm test -- --long` kills more often. */
const kills = process.env.LONG ? 20 : 5
const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-kill-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const prepare = async (db: Db) => {
  await migrate(db)
  await fillKillWallets(db)
}

/** Nothing acknowledged is lost, the books are in order, and no more is written than was under way at each kill. */
async function inspect(db: Db, keys: readonly string[]) {
  expect(await lostKeys(db, keys)).toEqual([])
  expect(await audit(db)).toEqual([])
  const [row] = await db.query<{ entries: bigint }>(
    "SELECT count(key) AS entries FROM entry WHERE key NOT LIKE 'fill-%'",
  )
  expect(Number(row?.entries)).toBeLessThanOrEqual(keys.length + kills * 128)
}

describe('a process killed while it posts', () => {
  it(`loses no acknowledged entry over ${kills} kills of the one that serves the embedded database`, async () => {
    const first = await openDb({ dataDir })
    await prepare(first)
    await first.close()

    const notes = join(dataDir, 'embedded.notes')
    let keys: string[] = []
    for (let kill = 1; kill <= kills; kill++) {
      // Every other time the next writer is the one that finds the folder as the dead one left it.
      keys = await killOneWriter({ dataDir, notes })
      if (kill % 2) continue
      const db = await openDb({ dataDir })
      expect(await lostKeys(db, keys)).toEqual([])
      await db.close()
    }
    expect(keys.length).toBeGreaterThanOrEqual(kills)
    const last = await openDb({ dataDir })
    await inspect(last, keys)
    await last.close()
  }, 240_000)

  it(`loses no acknowledged entry over ${kills} kills of one that posts to PostgreSQL`, async () => {
    const postgres = await startPostgres({ durable: true })
    const db = await openDb({ dataDir, databaseUrl: postgres.url })
    await prepare(db)
    const notes = join(dataDir, 'postgres.notes')
    let keys: string[] = []
    for (let kill = 1; kill <= kills; kill++) {
      keys = await killOneWriter({ dataDir, notes, databaseUrl: postgres.url })
      expect(await lostKeys(db, keys)).toEqual([])
    }
    expect(keys.length).toBeGreaterThanOrEqual(kills)
    await inspect(db, keys)
    await db.close()
    await postgres.stop()
  }, 240_000)
})
