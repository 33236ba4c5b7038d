import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { testDb } from '#kit/test-db.ts'
import { forgiveTries, returnTry, takeTry } from './tries.store.ts'

const start = new Date('2026-11-22T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)

describe('tries', () => {
  let db: Db
  let next = 0
  const wallet = () => `wallet-${next++}`
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  it('count down to a lock that is set with the fifth', async () => {
    const id = wallet()
    for (const left of [4, 3, 2, 1])
      expect(await takeTry(db, id, 'check', start)).toEqual({ allowed: true, left, until: undefined })
    expect(await takeTry(db, id, 'check', start)).toEqual({ allowed: true, left: 0, until: later(5 * minuteMs) })
    expect(await takeTry(db, id, 'check', later(1))).toEqual({ allowed: false, until: later(5 * minuteMs) })
    expect(await takeTry(db, id, 'login', start)).toMatchObject({ allowed: true, left: 4 })
  })

  it('allow exactly five of many at once', async () => {
    const id = wallet()
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeTry(db, id, 'google', start)))
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5)
  })

  it('are forgotten when the secret was right, locks included', async () => {
    const id = wallet()
    for (let i = 0; i < 5; i++) await takeTry(db, id, 'check', start)
    await forgiveTries(db, id, 'check')
    expect(await takeTry(db, id, 'check', start)).toEqual({ allowed: true, left: 4, until: undefined })
  })

  it('are given back one by one, the lock of the fifth included', async () => {
    const id = wallet()
    for (let i = 0; i < 4; i++) await takeTry(db, id, 'check', start)
    const fifth = await takeTry(db, id, 'check', start)
    await returnTry(db, id, 'check', fifth)
    const again = await takeTry(db, id, 'check', start)
    expect(again).toEqual({ allowed: true, left: 0, until: later(5 * minuteMs) })
    await returnTry(db, id, 'check', await takeTry(db, id, 'check', start))
    expect(await takeTry(db, id, 'check', start)).toMatchObject({ allowed: false })
  })

  it('lock longer each time, until a day has passed without one', async () => {
    const id = wallet()
    let wall = start
    const lock = async () => {
      for (let i = 0; i < 4; i++) await takeTry(db, id, 'check', wall)
      const fifth = await takeTry(db, id, 'check', wall)
      return fifth.until ? fifth.until.getTime() - wall.getTime() : 0
    }
    for (const minutes of [5, 15, 60, 60]) {
      const length = await lock()
      expect(length).toBe(minutes * minuteMs)
      wall = new Date(wall.getTime() + length)
    }
    wall = new Date(wall.getTime() + dayMs + 1)
    expect(await lock()).toBe(5 * minuteMs)
  })
})
