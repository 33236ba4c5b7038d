import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { dayMs, minuteMs } from '#kit/time/clock.ts'
import { returnTry, rightTry, type TryScope, takeTry, wrongTry } from './attempts.store.ts'
import { answerMs } from './attempts.ts'

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

  const guess = async (id: string, wall: Date, scope: TryScope = 'check') => {
    const taken = await takeTry(db, id, scope, wall)
    return taken.allowed ? wrongTry(db, id, scope, wall) : { until: taken.until }
  }

  it('count down to a lock that is set with the fifth', async () => {
    const id = wallet()
    for (const left of [4, 3, 2, 1]) expect(await guess(id, start)).toEqual({ left, until: undefined })
    expect(await guess(id, start)).toEqual({ left: 0, until: later(5 * minuteMs) })
    expect(await takeTry(db, id, 'check', later(1))).toEqual({ allowed: false, until: later(5 * minuteMs) })
    expect(await guess(id, start, 'login')).toMatchObject({ left: 4 })
  })

  it('compare exactly five of many wrong ones at once', async () => {
    const id = wallet()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => guess(id, start, 'code:inside')))
    expect(guesses.filter((each) => 'left' in each)).toHaveLength(5)
    expect(guesses.filter(({ until }) => until)).toHaveLength(16)
  })

  it('let many right ones at once all be compared', async () => {
    const id = wallet()
    const right = async () => {
      const taken = await takeTry(db, id, 'check', start)
      if (taken.allowed) await rightTry(db, id, 'check')
      return taken.allowed
    }
    expect(await Promise.all(Array.from({ length: 20 }, right))).toEqual(Array.from({ length: 20 }, () => true))
  })

  it('are taken together where many ask at the same moment, and each is counted for itself', async () => {
    const ids = Array.from({ length: 30 }, wallet)
    for (const id of ids.slice(0, 3)) for (let i = 0; i < 5; i++) await guess(id, start)
    for (let i = 0; i < 5; i++) await takeTry(db, ids[3] ?? '', 'check', start)
    await db.query('UPDATE secret_attempts SET at = $2 WHERE wallet_id = $1', [ids[3], later(-answerMs - 1)])
    const taken = await Promise.all(ids.map((id) => takeTry(db, id, 'check', start)))
    expect(taken.map(({ allowed }) => allowed)).toEqual(ids.map((_, place) => place > 3))
    const rows = await db.query<{ pending: number }>('SELECT pending FROM secret_attempts WHERE wallet_id = ANY ($1)', [
      ids.slice(4),
    ])
    expect(rows.map(({ pending }) => pending)).toEqual(ids.slice(4).map(() => 1))
  })

  it('wait for nobody but themselves: whose row somebody holds is left to go alone', async () => {
    const [held, free] = [wallet(), wallet()]
    await guess(held, start)
    const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction(async (tx) => {
      await rightTry(tx, held, 'check')
      isHeld.resolve()
      await letGo.promise
    })
    await isHeld.promise
    const waiting = takeTry(db, held, 'check', start)
    expect(await takeTry(db, free, 'check', start)).toEqual({ allowed: true })
    letGo.resolve()
    await holding
    expect(await waiting).toEqual({ allowed: true })
  })

  it('are forgotten when the secret was right, locks included', async () => {
    const id = wallet()
    for (let i = 0; i < 5; i++) await guess(id, start)
    await takeTry(db, id, 'check', later(5 * minuteMs))
    await rightTry(db, id, 'check')
    for (const left of [4, 3, 2, 1]) expect(await guess(id, later(5 * minuteMs))).toMatchObject({ left })
    expect(await guess(id, later(5 * minuteMs))).toEqual({ left: 0, until: later(10 * minuteMs) })
  })

  it('are given back when nothing was compared', async () => {
    const id = wallet()
    for (let i = 0; i < 4; i++) await guess(id, start)
    for (let i = 0; i < 6; i++) {
      expect(await takeTry(db, id, 'check', start)).toEqual({ allowed: true })
      await returnTry(db, id, 'check')
    }
    expect(await guess(id, start)).toEqual({ left: 0, until: later(5 * minuteMs) })
  })

  it('count as wrong when nobody settles them', async () => {
    const id = wallet()
    for (let i = 0; i < 5; i++) await takeTry(db, id, 'check', start)
    const found = later(answerMs + 1)
    expect(await takeTry(db, id, 'check', found)).toEqual({
      allowed: false,
      until: new Date(found.getTime() + 5 * minuteMs),
    })
  })

  it('lock longer each time, until a day has passed without one', async () => {
    const id = wallet()
    let wall = start
    const lock = async () => {
      for (let i = 0; i < 4; i++) await guess(id, wall)
      const { until } = await guess(id, wall)
      return until ? until.getTime() - wall.getTime() : 0
    }
    for (const minutes of [5, 15, 60]) {
      const length = await lock()
      expect(length).toBe(minutes * minuteMs)
      wall = new Date(wall.getTime() + length)
    }
    wall = new Date(wall.getTime() + dayMs + 1)
    expect(await lock()).toBe(5 * minuteMs)
  })

  it('lock until the next day with the twentieth wrong one of a day, whatever was right between them', async () => {
    const id = wallet()
    const nextDay = new Date('2026-11-23T00:00:00Z')
    for (let i = 0; i < 19; i++) {
      expect((await guess(id, start)).until).toBeUndefined()
      if (i % 3 === 2) {
        await takeTry(db, id, 'check', start)
        await rightTry(db, id, 'check')
      }
    }
    expect(await guess(id, start)).toEqual({ left: 0, until: nextDay })
    expect(await takeTry(db, id, 'check', new Date(nextDay.getTime() - 1))).toEqual({ allowed: false, until: nextDay })
    expect(await guess(id, nextDay)).toEqual({ left: 4, until: undefined })
  })
})
