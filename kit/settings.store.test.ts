import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceClock, openClock } from './clock.store.ts'
import { dayMs, wallClock } from './clock.ts'
import type { Db } from './db.ts'
import { firstBrokenOperation, logOperation, operations } from './operator-log.store.ts'
import { changeSetting, readSetting, settingChanges } from './settings.store.ts'
import { setting } from './settings.ts'
import { testDb } from './test-db.ts'

const at = new Date('2026-11-21T10:00:00Z')
const open = setting({ name: 'test.open', about: 'A switch.', initial: true, schema: v.boolean() })
const names = setting<string[]>({ name: 'test.names', about: 'A list.', initial: [], schema: v.array(v.string()) })

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
    expect(await settingChanges(db, 10)).toEqual([
      { name: 'test.names', previous: [], value: ['a'], reason: 'a list', at },
      { name: 'test.open', previous: true, value: false, reason: 'a test', at },
    ])
    expect(await settingChanges(db, 10, 'test.open')).toHaveLength(1)
  })

  it('refuse a value that does not fit, and a change nobody gives a reason for', async () => {
    const change = (value: unknown, reason: string) =>
      db.transaction((tx) => changeSetting(tx, open, { value, reason, at }))
    await expect(change('no', 'a test')).rejects.toThrow('boolean')
    await expect(change(true, '')).rejects.toThrow('reason')
    await expect(db.query("DELETE FROM setting_change WHERE name = 'test.open'")).rejects.toThrow('append-only')
  })
})

describe('the operator log', () => {
  it('chains what was done, and shows what was changed afterwards', async () => {
    const log = (verb: string) =>
      db.transaction((tx) => logOperation(tx, { verb, args: { z: 1, a: { c: 2n, b: [1] } }, changed: {}, at }))
    await log('clock.advance')
    await log('capital.bring')
    await log('notice.publish')
    expect((await operations(db, 2)).map(({ verb }) => verb)).toEqual(['notice.publish', 'capital.bring'])
    expect(await firstBrokenOperation(db)).toBeUndefined()
    await expect(db.query("UPDATE operator_log SET verb = 'x'")).rejects.toThrow('append-only')
    await db.exec(
      "ALTER TABLE operator_log DISABLE TRIGGER append_only; UPDATE operator_log SET args = '{}' WHERE id = 2",
    )
    expect(await firstBrokenOperation(db)).toBe(2n)
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
})
