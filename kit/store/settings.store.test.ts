import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { advanceClock, loadBusinessTime, openClock, startClock, stopClock } from '../time/clock.store.ts'
import { dayMs, wallClock } from '../time/clock.ts'
import type { Db, Sql } from './db.ts'
import { changeSetting, readSetting, settingChanges } from './settings.store.ts'
import { onlyTightened, type Setting } from './settings.ts'

const at = new Date('2026-11-21T10:00:00Z')
const open: Setting<boolean> = {
  name: 'test.open',
  narrowsWithdrawing: false,
  about: 'A switch.',
  initial: true,
  schema: v.boolean(),
}
const names: Setting<string[]> = {
  name: 'test.names',
  narrowsWithdrawing: false,
  about: 'A list.',
  initial: [],
  schema: v.array(v.string()),
}
let db: Db
beforeAll(async () => {
  db = await testDb()
})
afterAll(() => db.close())

describe('settings', () => {
  it('have their declared value until an operator changes them, and every change is kept', async () => {
    expect(await readSetting(db, open)).toBe(true)
    await db.transaction((tx) => changeSetting(tx, open, { value: false, reason: 'a test', at }))
    await db.transaction((tx) => changeSetting(tx, names, { value: ['a'], reason: 'a list', at }))
    expect(await readSetting(db, open)).toBe(false)
    expect(await readSetting(db, names)).toEqual(['a'])
    expect(await settingChanges(db, 10)).toMatchObject([
      { name: 'test.names', previous: [], value: ['a'], reason: 'a list', at },
      { name: 'test.open', previous: true, value: false, reason: 'a test', at },
    ])
    expect(await settingChanges(db, 10, { names: ['test.open'] })).toHaveLength(1)
    const [list] = await settingChanges(db, 1)
    expect((await settingChanges(db, 10, { before: list?.id })).map(({ name }) => name)).toEqual(['test.open'])
    expect(await settingChanges(db, 10, { names: ['test.names'], before: list?.id })).toEqual([])
    expect(await settingChanges(db, 10, { names: [] })).toEqual([])
  })

  it('refuse a value that does not fit, and a change nobody gives a reason for', async () => {
    const change = (value: unknown, reason: string) =>
      db.transaction((tx) => changeSetting(tx, open, { value, reason, at }))
    await expect(change('no', 'a test')).rejects.toThrow('boolean')
    await expect(change(true, '')).rejects.toThrow('reason')
    await expect(db.query("DELETE FROM setting_change WHERE name = 'test.open'")).rejects.toThrow('append-only')
  })
})

describe('whether a setting was only tightened', () => {
  const before = { most: '100', least: '5', name: 'a' }
  const tightened = (after: Partial<typeof before>) =>
    onlyTightened(before, { ...before, ...after }, { most: 'lower', least: 'higher' })
  it('goes by each part: amounts are compared as amounts, and what nobody named counts as looser', () => {
    expect([tightened({}), tightened({ most: '99.5' }), tightened({ least: '10' })]).toEqual([true, true, true])
    expect([tightened({ most: '100.00000001' }), tightened({ least: '4' })]).toEqual([false, false])
    expect([tightened({ name: 'b' }), tightened({ most: '9', least: '1' })]).toEqual([false, false])
  })
})

describe('the business clock', () => {
  it('runs with the real time until the demo moves it, in every process that shares the database', async () => {
    const clock = await openClock(db)
    const other = await openClock(db)
    const drift = () => Math.round((clock.now().getTime() - wallClock.now().getTime()) / 1000)
    expect(drift()).toBe(0)
    await db.transaction((tx) => advanceClock(tx, dayMs))
    await Promise.all([clock.refresh(), other.refresh()])
    expect(drift()).toBe(dayMs / 1000)
    expect(Math.abs(other.now().getTime() - clock.now().getTime())).toBeLessThan(100)
    await expect(db.transaction((tx) => advanceClock(tx, -1))).rejects.toThrow('forward')
    clock.close()
    other.close()
  })

  it('keeps the offset that held before each move, so past real moments keep their business time', async () => {
    const own = await testDb()
    try {
      const at = (day: number) => new Date(Date.UTC(2026, 0, day))
      const shown = async (wall: Date, now: Date, real: Date) => (await loadBusinessTime(own, { now, wall }))(real)
      expect(await shown(at(5), at(8), at(1))).toEqual(at(4))
      await own.transaction((tx) => stopClock(tx, at(1)))
      await startClock(own, at(3))
      await own.transaction((tx) => advanceClock(tx, 9 * dayMs, at(5)))
      await own.transaction((tx) => advanceClock(tx, dayMs, at(7)))
      const moments = await Promise.all([2, 3, 4, 5, 6, 7, 8].map((day) => shown(at(8), at(16), at(day))))
      expect(moments).toEqual([2, 1, 2, 12, 13, 15, 16].map(at))
    } finally {
      await own.close()
    }
  })

  it('goes on from where it stood, with whole days between it and the real time, whichever is ahead', async () => {
    const offset = async () => (await db.query<{ ms: bigint }>('SELECT offset_ms AS ms FROM demo_clock'))[0]?.ms
    const stood = new Date('2026-01-20T00:12:00Z')
    for (const [wall, days] of [
      ['2026-01-20T00:12:00Z', 0],
      ['2026-01-20T23:00:00Z', 0],
      ['2026-01-21T00:11:59Z', 0],
      ['2026-01-21T00:12:00Z', -1],
      ['2026-04-20T09:00:00Z', -90],
      ['2026-01-19T09:00:00Z', 1],
    ] as const) {
      await db.transaction((tx) => stopClock(tx, stood))
      await startClock(db, new Date(wall))
      expect(await offset(), wall).toBe(BigInt(days * dayMs))
      const now = new Date(wall).getTime() + days * dayMs
      expect(now - stood.getTime(), wall).toBeGreaterThanOrEqual(0)
      expect(now - stood.getTime(), wall).toBeLessThan(dayMs)
    }
    await startClock(db, new Date('2027-01-01T00:00:00Z'))
    expect(await offset()).toBe(BigInt(dayMs))
  })
})

describe('what the rules ask about a transaction', () => {
  const had = (sql: Sql) =>
    sql.query<{ had: boolean; has: boolean }>('SELECT had_real_coins() AS had, has_real_coins() AS has')

  it('counts a row as its own in whatever part of it the row was written', async () => {
    const own = await testDb()
    try {
      await own.transaction(async (tx) => {
        await tx.query('SAVEPOINT part')
        await tx.query('SELECT note_real_coins()')
        expect(await had(tx)).toEqual([{ had: false, has: true }])
        await tx.query('RELEASE SAVEPOINT part')
        expect(await had(tx)).toEqual([{ had: false, has: true }])
      })
      expect(await had(own)).toEqual([{ had: true, has: true }])
      await own.transaction(async (tx) => {
        await tx.query('SELECT pg_current_xact_id()')
        expect(await had(tx)).toEqual([{ had: true, has: true }])
      })
    } finally {
      await own.close()
    }
  })
})
