import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isNewest } from '#engine/migrate.store.ts'
import { testDb, urlOf } from '#engine/test/test-db.ts'
import { openClock, startClock } from '#kit/time/clock.store.ts'
import { wallClock } from '#kit/time/clock.ts'
import { chooseDemoWorld, formDigest, hasDemoWorld, loadDemoWorld, readFacts } from './demo-world.server.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-world-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const fits = readFacts()?.form === formDigest()

describe('the world of a new demo', () => {
  it.runIf(fits)('is loaded into a new database, and its clock goes on from where it stood', async () => {
    const db = await testDb()
    await loadDemoWorld(await urlOf(db))
    expect(await isNewest(db)).toBe(true)
    const [row] = await db.query<{ wallets: bigint }>('SELECT count(*) AS wallets FROM wallet')
    expect(Number(row?.wallets)).toBeGreaterThan(50)
    await startClock(db, wallClock.now())
    const clock = await openClock(db)
    const stood = new Date(`${readFacts()?.day}T00:00:00Z`)
    const gone = clock.now().getTime() - stood.getTime()
    expect(gone).toBeGreaterThan(0)
    expect(gone).toBeLessThan(25 * 3_600_000)
    clock.close()
    await db.close()
  })

  it.runIf(fits)('is chosen once, for a folder without data', () => {
    expect([chooseDemoWorld(dataDir), hasDemoWorld(dataDir)]).toEqual([true, true])
    writeFileSync(join(dataDir, 'postgres-login.json'), '{}')
    expect(chooseDemoWorld(dataDir)).toBe(true)
  })

  it('leaves a folder alone that has data of its own', () => {
    for (const name of ['db', 'dev-chain']) {
      mkdirSync(join(dataDir, name))
      expect([chooseDemoWorld(dataDir), hasDemoWorld(dataDir)]).toEqual([false, false])
      rmSync(join(dataDir, name), { recursive: true })
    }
    for (const name of ['server-secret', 'postgres-login.json']) {
      writeFileSync(join(dataDir, name), 'x')
      expect(chooseDemoWorld(dataDir)).toBe(false)
      rmSync(join(dataDir, name))
    }
    expect(existsSync(join(dataDir, 'demo-world.json'))).toBe(false)
  })
})
