import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { type Day, stoppedClock } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { valuesAtSnapshot } from '#market/prices/value.store.ts'
import { purposes } from '#market/prices/value.ts'
import { type DayStep, isLastOfWeek, wholeStep } from './day-step.ts'
import { loadSettled } from './days.store.ts'
import { settleDays } from './settle.job.ts'

const friday = new Date('2026-11-27T09:00:00Z')

describe('a day', () => {
  let db: Db
  let did: string[]
  const clock = stoppedClock(friday)
  const settle = (steps: readonly DayStep[], options = {}) => settleDays(db, clock.now(), steps, options)
  const note = (name: string, when: DayStep['when'] = 'midnight') =>
    wholeStep(name, when, async (_, day) => {
      did.push(`${day.slice(8)} ${name}`)
      return 1
    })
  const counting = (most: number[] = []): DayStep => ({
    name: 'count',
    parts: ['a', 'b'],
    when: 'midnight',
    chunk: async (tx, { day, part, after, limit }) => {
      most.push(limit)
      const from = Number(after)
      const to = Math.min(10, from + limit)
      for (let thing = from + 1; thing <= to; thing += 1)
        await tx.query('INSERT INTO counted VALUES ($1)', [`${day} ${part} ${thing}`])
      return { last: String(to), done: to - from, finished: to === 10 }
    },
  })
  const counted = async () => (await db.query('SELECT thing FROM counted')).length

  beforeEach(async () => {
    db = await testDb()
    did = []
    clock.set(friday)
    await asOwner(db, 'CREATE TABLE counted (thing text PRIMARY KEY)')
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: 1n }] as const
    await db.transaction((tx) => post(tx, { key: 'first', at: friday, postings }))
  })
  afterEach(() => db.close())

  it('has its lock at 23:30 and its other steps when it is over, in the order given; missed days one by one', async () => {
    const steps = [note('pay'), note('lock', 'lock'), { ...note('week'), on: isLastOfWeek }, note('end')]
    clock.set(new Date('2026-11-27T23:29:59Z'))
    await settle(steps)
    expect(did).toEqual([])
    clock.set(new Date('2026-11-27T23:30:00Z'))
    await settle(steps)
    await settle(steps)
    expect(did).toEqual(['27 lock'])
    clock.set(new Date('2026-11-30T00:00:00Z'))
    await settle(steps)
    const rest = ['28 lock', '28 pay', '28 end', '29 lock', '29 pay', '29 week', '29 end']
    expect(did).toEqual(['27 lock', '27 pay', '27 end', ...rest])
    expect(await loadSettled(db, '2026-11-29' as Day)).toHaveLength(4)
  })

  it('is done in pieces through all parts, by any number of processes, each thing once', async () => {
    clock.set(new Date('2026-11-28T12:00:00Z'))
    await Promise.all([1, 2, 3].map(() => settle([counting()], { chunkSize: 3 })))
    expect(await counted()).toBe(20)
    await settle([counting()])
    expect(await counted()).toBe(20)
  })

  it('goes on where it was interrupted, and is not over before its last piece', async () => {
    clock.set(new Date('2026-11-28T12:00:00Z'))
    for (let attempts = 0; attempts < 40; attempts += 1) {
      let left = 2
      const dying: Db = {
        ...db,
        transaction: (work) => {
          left -= 1
          if (left < 0) throw new Error('the process was killed')
          return db.transaction(work)
        },
      }
      await settleDays(dying, clock.now(), [counting()], { chunkSize: 3 }).catch(() => undefined)
    }
    expect(await counted()).toBe(20)
    expect(await loadSettled(db, '2026-11-27' as Day)).toEqual([
      { day: '2026-11-27', step: 'count', part: 'a', done: 10 },
      { day: '2026-11-27', step: 'count', part: 'b', done: 10 },
    ])
  })

  it('begins no more pieces when its time is over, and goes on at the next call', async () => {
    clock.set(new Date('2026-11-28T12:00:00Z'))
    const call = () => settle([counting(), note('end')], { chunkSize: 3, forMs: 0 })
    await call()
    expect([await counted(), did]).toEqual([3, []])
    let calls = 1
    for (; did.length === 0 && calls < 20; calls += 1) await call()
    expect([await counted(), did]).toEqual([20, ['27 end']])
    expect(calls).toBeGreaterThan(6)
  })

  it('keeps the prices of its cut, whatever is traded later', async () => {
    const trade = (at: string, price: bigint) =>
      db.query(
        `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-WLD', $1, $2, 1, $2 * 1000000000000)`,
        [at, price],
      )
    await trade('2026-11-26T00:00:00Z', 2n)
    clock.set(new Date('2026-11-28T00:00:01Z'))
    await settle([])
    const atCut = async () => {
      const value = await valuesAtSnapshot(db, '2026-11-27' as Day)
      return purposes.map((purpose) => [value('USDT', purpose), value('WLD', purpose), value('ATMC', purpose)])
    }
    const written = await atCut()
    await trade('2026-11-27T00:00:00Z', 5n)
    expect(await atCut()).toEqual(written)
    for (const [usdt, wld, atmc] of written) {
      expect([usdt, atmc]).toEqual([{ numerator: 1n, denominator: 1n }, undefined])
      expect(wld && wld.numerator / wld.denominator).toBe(2n)
    }
  })
})
