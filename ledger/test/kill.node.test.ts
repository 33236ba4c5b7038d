import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate } from '#engine/migrate.store.ts'
import { openDb } from '#engine/open-db.store.ts'
import { startOwnPostgres } from '#engine/own-postgres/own-postgres.store.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import type { Db } from '#kit/store/db.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { randomBelow } from '#kit/text/random.ts'
import { audit } from '../audit.store.ts'
import { ledgerOf } from '../posting/ledger.store.ts'
import { fillKillWallets, killOneWriter, killTransfer, killWallets, lostKeys } from './test-kill.ts'

const kills = sizeOf(import.meta.url, { least: 2, turn: 5, all: 20 })
const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-kill-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const prepare = async (db: Db) => {
  await migrate(db)
  await fillKillWallets(db)
}

const prepareAs = async (ownerUrl: string) => {
  const db = postgresDb(ownerUrl, { asOwner: true })
  await prepare(db).finally(() => db.close())
}

/** Checks that no acknowledged entry is lost, and that no more is written than was in flight at each kill. */
async function inspect(db: Db, keys: readonly string[]) {
  expect(await lostKeys(db, keys)).toEqual([])
  expect(await audit(db)).toEqual([])
  const [row] = await db.query<{ entries: bigint }>(
    "SELECT count(key) AS entries FROM entry WHERE key NOT LIKE 'fill-%'",
  )
  expect(Number(row?.entries)).toBeLessThanOrEqual(keys.length + kills * 128)
}

describe('a process killed while it posts', () => {
  it(`loses no acknowledged entry over ${kills} kills of the data folder's own server`, async () => {
    const own = join(dataDir, 'own')
    const start = () => startOwnPostgres(own, { fill: prepareAs })
    let server = await start()
    const acknowledged: string[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const db = await openDb({ dataDir: own })
      const killAt = 20 + randomBelow(400)
      let answered = 0
      const writers = Array.from({ length: 1_000 }, async (_, place) => {
        const key = `${kill}-${place}`
        const from = place % killWallets
        const entry = killTransfer({ key, from, to: (from + 1) % killWallets, units: 1n })
        if ((await ledgerOf(db).submit(entry)) === 'posted') acknowledged.push(key)
        answered += 1
        if (answered !== killAt) return
        await server.end('SIGKILL')
        server = await start()
      })
      await Promise.allSettled(writers)
      expect(answered).toBeGreaterThan(killAt)
      expect(await lostKeys(db, acknowledged)).toEqual([])
      await db.close()
    }
    const last = await openDb({ dataDir: own })
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(await audit(last)).toEqual([])
    await last.close()
    await server.end('SIGINT')
  })

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
  })
})
