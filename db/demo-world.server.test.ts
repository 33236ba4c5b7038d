import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedDb } from '#engine/embedded-db.server.ts'
import { isNewest } from '#engine/migrate.store.ts'
import { openClock, startClock } from '#kit/clock.store.ts'
import { wallClock } from '#kit/clock.ts'
import { formDigest, hasDemoWorld, layDemoWorld, readFacts } from './demo-world.server.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-world-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const fits = readFacts()?.form === formDigest()

describe('the world of a new demo', () => {
  it.runIf(fits)('is laid into a new folder, whole and newest, and its clock goes on from where it stood', async () => {
    expect([layDemoWorld(dataDir), hasDemoWorld(dataDir), existsSync(join(dataDir, 'db.new'))]).toEqual([
      true,
      true,
      false,
    ])
    expect(statSync(join(dataDir, 'db')).mode & 0o077).toBe(0)
    const db = embeddedDb({ dataDir })
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

  it.runIf(fits)('is laid once: a second start finds it, and a start that was killed in between lays it again', () => {
    expect(layDemoWorld(dataDir)).toBe(true)
    const control = join(dataDir, 'db', 'global', 'pg_control')
    writeFileSync(control, 'mine')
    expect(layDemoWorld(dataDir)).toBe(true)
    expect(readFileSync(control, 'utf8')).toBe('mine')
    // Killed after the mark, with half of the files beside their place.
    rmSync(join(dataDir, 'db'), { recursive: true })
    mkdirSync(join(dataDir, 'db.new'))
    expect(layDemoWorld(dataDir)).toBe(true)
    expect(readFileSync(control, 'utf8')).not.toBe('mine')
  })

  it('leaves a folder alone that has data of its own', () => {
    for (const name of ['db', 'dev-chain']) {
      mkdirSync(join(dataDir, name))
      expect([layDemoWorld(dataDir), hasDemoWorld(dataDir)]).toEqual([false, false])
      rmSync(join(dataDir, name), { recursive: true })
    }
    writeFileSync(join(dataDir, 'server-secret'), 'x')
    expect(layDemoWorld(dataDir)).toBe(false)
  })
})
