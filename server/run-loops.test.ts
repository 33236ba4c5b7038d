import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test-db.ts'
import type { Db } from '#kit/db.ts'
import { leaseOwners, releaseLeases, takeLeases } from './lease.store.ts'
import { guardedDb } from './leave.ts'
import { type LoopOptions, runLoops } from './run-loops.ts'

const never = new Promise<never>(() => {})

describe('loops of several workers on one database', () => {
  let db: Db
  let stopping: AbortController
  beforeEach(async () => {
    stopping = new AbortController()
    db = await testDb()
  })
  afterEach(async () => {
    stopping.abort()
    await wait(50)
    await db.close()
  })

  /** Which worker runs which loop now, and how often each ran. */
  const running = new Map<string, string>()
  const turns: string[] = []
  const overlaps: string[] = []
  /** A worker whose database may stop answering, as to a process that is gone. */
  function worker(owner: string, names: readonly string[], options: Partial<LoopOptions> = {}) {
    let isDead = false
    const query: Db['query'] = (...asked) => (isDead ? never : db.query(...asked))
    const own = guardedDb({ ...db, query })
    const loops = names.map((name) => ({
      name,
      jobs: () => [
        {
          name,
          everyMs: 0,
          run: async () => {
            if (running.has(name)) overlaps.push(name)
            running.set(name, owner)
            try {
              await own.query('SELECT 1')
              await wait(5)
              turns.push(`${owner} ${name}`)
            } finally {
              running.delete(name)
            }
          },
        },
      ],
    }))
    const told: string[] = []
    const { signal } = stopping
    const onError = (job: string, error: unknown) => told.push(`${job}: ${error}`)
    const times = { heldMs: 1_000, renewMs: 100, tickMs: 1 }
    const { ended } = runLoops(loops, { db: own, owner, signal, onError, onStuck: () => {}, ...times, ...options })
    return {
      told,
      ended,
      kill: () => {
        isDead = true
      },
    }
  }
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; !isSo() && tries < 1_000; tries += 1) await wait(10)
    expect(isSo()).toBe(true)
  }

  it('are run by one of them at a time, and by the other when that one is gone', async () => {
    const first = worker('a', ['watch:bsc', 'settle'])
    await until(() => turns.includes('a watch:bsc') && turns.includes('a settle'))
    const second = worker('b', ['watch:bsc', 'settle', 'watch:eth'])
    await until(() => turns.includes('b watch:eth'))
    await wait(300)
    expect(turns.filter((turn) => turn === 'b settle')).toEqual([])
    first.kill()
    await until(() => turns.includes('b watch:bsc') && turns.includes('b settle'))
    const after = turns.length
    await wait(300)
    expect(turns.slice(after).filter((turn) => turn.startsWith('a'))).toEqual([])
    expect(overlaps).toEqual([])
    expect([first.told, second.told]).toEqual([[], []])
  })

  it('that need no lease are run by all of them at once, and end with them', async () => {
    const shared = (owner: string) => {
      const jobs = () => [{ name: 'both', everyMs: 0, run: async () => void turns.push(`${owner} both`) }]
      const { signal } = stopping
      const options = { db, owner, signal, onError: () => {}, onStuck: () => {}, renewMs: 10, tickMs: 1 }
      return runLoops([{ name: 'both', isShared: true, jobs }], options).ended
    }
    const ended = [shared('one'), shared('two')]
    await until(() => turns.includes('one both') && turns.includes('two both'))
    expect(await leaseOwners(db)).toEqual([])
    stopping.abort()
    await Promise.all(ended)
    const after = turns.length
    await wait(50)
    expect(turns.length).toBe(after)
  })

  it('need not wait for one that is known to be gone, and are given up at a stop', async () => {
    await takeLeases(db, 'gone', ['settle', 'house'], 3_600_000)
    const { ended } = worker('c', ['settle'], { isGone: (owner) => owner === 'gone' })
    await until(() => turns.includes('c settle'))
    expect(await leaseOwners(db)).toEqual(['c'])
    stopping.abort()
    await ended
    expect(await leaseOwners(db)).toEqual([])
  })
})

it('a lease is its holder’s until it runs out, by the clock of the database', async () => {
  const db = await testDb()
  expect([...(await takeLeases(db, 'a', ['x', 'y'], 300))].sort()).toEqual(['x', 'y'])
  expect([...(await takeLeases(db, 'b', ['y', 'z'], 300))]).toEqual(['z'])
  expect([...(await takeLeases(db, 'a', ['x'], 60_000))]).toEqual(['x'])
  await wait(350)
  expect([...(await takeLeases(db, 'b', ['x', 'y'], 300))]).toEqual(['y'])
  await releaseLeases(db, 'a')
  expect([...(await takeLeases(db, 'b', ['x'], 300))]).toEqual(['x'])
  await db.close()
})
