import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { turns as roundsOfAll, until } from '#kit/test/test-until.ts'
import { handTime } from '../test/test-time.ts'
import { leaseOwners, releaseLeases, takeLeases } from './lease.store.ts'
import { guardedDb } from './leave.ts'
import { type LoopOptions, runLoops } from './run-loops.ts'

const never = new Promise<never>(() => {})

describe('loops of several workers on one database', () => {
  let db: Db
  let stopping: AbortController
  let time: ReturnType<typeof handTime>
  let workers: Worker[]
  beforeEach(async () => {
    stopping = new AbortController()
    db = await testDb()
    time = handTime()
    workers = []
    turns.length = 0
    running.clear()
  })
  afterEach(async () => {
    stopping.abort()
    await Promise.all(workers.filter(({ isDead }) => !isDead()).map(({ ended }) => ended))
    await db.close()
  })

  const [heldMs, renewMs] = [1_000, 100]
  const running = new Map<string, string>()
  const turns: string[] = []
  const overlaps: string[] = []
  type Worker = {
    readonly told: string[]
    readonly ended: Promise<void>
    readonly looks: () => number
    readonly isLooking: () => boolean
    readonly isDead: () => boolean
    readonly kill: () => void
  }
  function worker(owner: string, names: readonly string[], options: Partial<LoopOptions> = {}): Worker {
    let isDead = false
    let looks = 0
    let asked = 0
    const query: Db['query'] = async (text, ...rest) => {
      if (isDead) return never
      const isOfLeases = /worker_lease/.test(text)
      if (isOfLeases) asked += 1
      const rows = await db.query<never>(text, ...rest)
      if (isOfLeases) asked -= 1
      if (/INTO worker_lease/.test(text)) looks += 1
      return rows
    }
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
              await roundsOfAll()
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
    const times = { heldMs, renewMs, tickMs: 1, time }
    const { ended } = runLoops(loops, { db: own, owner, signal, onError, onStuck: () => {}, ...times, ...options })
    const started = {
      told,
      ended,
      looks: () => looks,
      isLooking: () => asked > 0,
      isDead: () => isDead,
      kill: () => {
        isDead = true
      },
    }
    workers.push(started)
    return started
  }
  const passes = async (ms: number) => {
    const living = workers.filter(({ isDead }) => !isDead())
    const haveLooked = (counts: readonly number[]) =>
      until('each worker has looked at the leases', async () => {
        await roundsOfAll()
        return living.every(({ looks, isLooking }, at) => !isLooking() && looks() >= (counts[at] ?? 0))
      })
    await haveLooked([])
    for (let passed = 0; passed < ms; passed += renewMs) {
      const next = living.map(({ looks }) => looks() + 1)
      time.advance(renewMs)
      await haveLooked(next)
    }
  }
  const ticksUntil = (what: string, isSo: () => boolean) =>
    until(what, () => {
      time.advance(1)
      return isSo()
    })
  const hadTurn = (turn: string) => ticksUntil(`a turn: ${turn}`, () => turns.includes(turn))
  const hasMore = (turn: string, more: number) => {
    const wanted = turns.filter((each) => each === turn).length + more
    return ticksUntil(`${more} more turns: ${turn}`, () => turns.filter((each) => each === turn).length >= wanted)
  }

  it('are run by one of them at a time, and by the other when that one is gone', async () => {
    const first = worker('a', ['watch:bsc', 'settle'])
    await hadTurn('a watch:bsc')
    await hadTurn('a settle')
    const second = worker('b', ['watch:bsc', 'settle', 'watch:eth'])
    await hadTurn('b watch:eth')
    await passes(3 * heldMs)
    await hasMore('b watch:eth', 10)
    expect(turns.filter((turn) => turn === 'b settle')).toEqual([])
    first.kill()
    await passes(heldMs / 2)
    expect(turns.filter((turn) => turn === 'b settle')).toEqual([])
    await passes(heldMs)
    await hadTurn('b watch:bsc')
    await hadTurn('b settle')
    const after = turns.length
    await hasMore('b settle', 10)
    expect(turns.slice(after).filter((turn) => turn.startsWith('a'))).toEqual([])
    expect(overlaps).toEqual([])
    expect([first.told, second.told]).toEqual([[], []])
  })

  it('that need no lease are run by all of them at once, and end with them', async () => {
    const shared = (owner: string) => {
      const jobs = () => [{ name: 'both', everyMs: 0, run: async () => void turns.push(`${owner} both`) }]
      const { signal } = stopping
      const options = { db, owner, signal, onError: () => {}, onStuck: () => {}, renewMs: 10, tickMs: 1, time }
      return runLoops([{ name: 'both', isShared: true, jobs }], options).ended
    }
    const ended = [shared('one'), shared('two')]
    await hadTurn('one both')
    await hadTurn('two both')
    expect(await leaseOwners(db)).toEqual([])
    stopping.abort()
    await Promise.all(ended)
    const after = turns.length
    time.advance(heldMs)
    await roundsOfAll()
    expect(turns.length).toBe(after)
  })

  it('need not wait for one that is known to be gone, and are given up at a stop', async () => {
    await takeLeases(db, 'gone', ['settle', 'house'], 3_600_000, time.leaseMoment())
    const { ended } = worker('c', ['settle'], { isGone: (owner) => owner === 'gone' })
    await hadTurn('c settle')
    expect(await leaseOwners(db)).toEqual(['c'])
    stopping.abort()
    await ended
    expect(await leaseOwners(db)).toEqual([])
  })
})

it('a lease is its holder’s until it runs out, by the clock of the database', async () => {
  const db = await testDb()
  expect([...(await takeLeases(db, 'a', ['x', 'y'], 60_000))].sort()).toEqual(['x', 'y'])
  expect([...(await takeLeases(db, 'b', ['y', 'z'], 60_000))]).toEqual(['z'])
  const [ahead] = await db.query(
    `SELECT count(*)::int AS count FROM worker_lease WHERE held_until - clock_timestamp() BETWEEN interval '0' AND interval '60 s'`,
  )
  expect(ahead).toEqual({ count: 3 })
  await db.query(`UPDATE worker_lease SET held_until = clock_timestamp() WHERE name = 'y'`)
  expect([...(await takeLeases(db, 'b', ['x', 'y'], 60_000))]).toEqual(['y'])
  await releaseLeases(db, 'a')
  expect([...(await takeLeases(db, 'b', ['x'], 60_000))]).toEqual(['x'])
  await db.close()
})
