import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { type Fiat, fiatNames } from '#kit/amount/fiats.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { faults } from '#outside/feeds/demo-feed.ts'
import { keepFeedState, loadFeedState, loadFiats } from '#outside/feeds/feed.store.ts'
import { demoRate } from '#outside/feeds/fiat/demo-rates.ts'
import type { FiatFeed } from '#outside/feeds/fiat/port.ts'
import { fiatPrice } from '#outside/feeds/fiat/price.ts'
import { feedScale } from '#outside/feeds/port.ts'
import { demoFaults } from '../feeds/feed-settings.ts'
import { fiatRounds } from './fiat-rounds.ts'
import { createFiatReader, readFiats, readFiatsFrom } from './fiats.job.ts'

const start = new Date('2026-11-22T12:00:00Z')
const business = new Date('2027-03-01T00:00:00Z')
const later = (ms: number) => addMs(start, ms)
const thousandths = (count: bigint) => (feedScale * count) / 1_000n

describe('what currencies cost', () => {
  let db: Db
  beforeEach(async () => {
    db = await testDb()
    await usdtIs(1_000n)
  })
  afterEach(() => db.close())

  /** `count` is in thousandths of a dollar. */
  const usdtIs = (count: bigint, at = business) =>
    keepFeedState(db, 'USDT', {
      standing: { price: thousandths(count), at, jump: undefined, isHalted: false },
      feeds: [],
      dropped: [],
      demo: false,
      lookedAt: at,
    })
  /** `euros` per dollar, in thousandths. */
  const saying = (name: string, euros: bigint, age = 0): FiatFeed => ({
    name,
    demo: false,
    read: async (wall) => new Map([['EUR', { perDollar: thousandths(euros), at: addMs(wall, -age) }]]),
  })
  const dead: FiatFeed = { name: 'dead', demo: false, read: () => Promise.reject(new Error('no answer')) }
  const read = (feeds: readonly FiatFeed[], wall = start) => readFiatsFrom(db, feeds, { now: business, wall })
  const told = async (wall = start, fiat: Fiat = 'EUR') =>
    (await loadFiats(db, wall)).find((each) => each.fiat === fiat)
  const tell = (value: Record<string, string>) =>
    db.transaction((tx) => changeSetting(tx, demoFaults, { value, reason: 'a test', at: start }))

  it('is the middle of what the sources say, by what USDT itself is worth', async () => {
    await read([saying('a', 800n), saying('b', 802n), saying('c', 801n)])
    expect(await told()).toEqual({ fiat: 'EUR', price: 1_248_439_450_686n, at: start, feeds: ['a', 'b', 'c'] })
    await usdtIs(990n)
    await read([saying('a', 800n), saying('b', 802n), saying('c', 801n)], later(hourMs))
    expect((await told())?.price).toBe(1_261_049_950_188n)
    expect(1_261_049_950_188n).toBe(feedScale ** 3n / ((feedScale * 801n * 990n * feedScale) / 1_000_000n))
  })

  it('survives one source that lies and one that is dead, not both', async () => {
    await read([saying('a', 800n), saying('liar', 900n), saying('c', 801n)])
    expect(await told()).toMatchObject({ feeds: ['a', 'c'], at: start })
    await read([saying('a', 800n), dead, saying('c', 801n)], later(hourMs))
    expect(await told()).toMatchObject({ feeds: ['a', 'c'], at: later(hourMs) })
    await read([saying('a', 800n), dead, saying('liar', 900n)], later(2 * hourMs))
    expect(await told()).toMatchObject({ feeds: ['a', 'c'], at: later(hourMs) })
    expect((await loadFeedState(db, 'EUR'))?.dropped).toEqual([
      { feed: 'dead', why: 'silent' },
      { feed: 'a', why: 'off' },
      { feed: 'liar', why: 'off' },
    ])
  })

  it('counts what was said before a long weekend, and nothing older or of next week', async () => {
    await read([saying('a', 800n, 4 * dayMs), saying('old', 801n, 6 * dayMs), saying('c', 801n, -hourMs)])
    expect(await told()).toMatchObject({ feeds: ['a', 'c'] })
    await read([saying('a', 800n), saying('next', 801n, -7 * dayMs)], later(hourMs))
    expect((await told())?.at).toEqual(start)
  })

  it('is told for a day and then no more', async () => {
    await read([saying('a', 800n), saying('b', 801n)])
    expect(await told(later(dayMs))).toBeDefined()
    expect(await told(later(dayMs + 1))).toBeUndefined()
  })

  it('takes a jump when it was said three times, and one of more than a fifth not before a day has passed', async () => {
    const both = (euros: bigint) => [saying('a', euros), saying('b', euros)]
    const priceAt = async (minutes: number, euros: bigint) => {
      await read(both(euros), later(minutes * minuteMs))
      return (await told(later(minutes * minuteMs)))?.price
    }
    const before = await priceAt(0, 800n)
    expect([await priceAt(10, 900n), await priceAt(20, 900n)]).toEqual([before, before])
    const jumped = await priceAt(30, 900n)
    expect(jumped).toBe((feedScale * 1_000n) / 900n)
    expect(await priceAt(40, 9_000n)).toBeUndefined()
    expect(await priceAt(50, 900n)).toBeUndefined()
    expect(await priceAt(29 + 24 * 60, 9_000n)).toBeUndefined()
    expect(await priceAt(31 + 24 * 60, 9_000n)).toBe((feedScale * 1_000n) / 9_000n)
  })

  it('is not known while nobody knows what USDT is worth', async () => {
    await usdtIs(1_000n, addMs(business, -2 * minuteMs))
    expect(await read([saying('a', 800n), saying('b', 801n)])).toBe(false)
    expect(await told()).toBeUndefined()
  })

  it('is right in the demo while one source is wrong, whatever it gets wrong, and says whose it is', async () => {
    let wall = start
    for (const fault of faults) {
      wall = addMs(wall, hourMs)
      await tell({ 'Demo 2': fault })
      expect(await readFiats(db, { now: business, wall }, true)).toBe(true)
      const all = await loadFiats(db, wall)
      expect(
        all
          .filter(({ at }) => at.getTime() === wall.getTime())
          .map(({ fiat }) => fiat)
          .toSorted(),
      ).toEqual(fiatNames.toSorted())
      const { price, feeds } = all.find(({ fiat }) => fiat === 'EUR') ?? { price: 0n, feeds: [] }
      expect(feeds, fault).toEqual(['Demo 1', 'Demo 3'])
      const right = fiatPrice(demoRate(1, 'EUR', wall), feedScale)
      expect(price * 1_000n > right * 999n && price * 1_000n < right * 1_001n).toBe(true)
      await tell({ 'Demo 2': fault, 'Demo 3': fault === 'down' ? 'lying' : 'down' })
      await readFiats(db, { now: business, wall: addMs(wall, minuteMs) }, true)
      expect(await told(wall)).toMatchObject({ price, at: wall })
    }
    expect((await loadFeedState(db, 'EUR'))?.demo).toBe(true)
  })

  it('holds nothing up in the schedule: sources are asked each ten minutes, and kept when USDT is known', async () => {
    const reader = createFiatReader({ db, demo: true })
    const turn = (seconds: number) => reader.run({ now: business, wall: later(seconds * 1_000) })
    await usdtIs(1_000n, addMs(business, -hourMs))
    await turn(0)
    await turn(15)
    expect(await told()).toBeUndefined()
    await usdtIs(1_000n)
    await turn(30)
    expect((await told())?.at).toEqual(start)
    await turn(590)
    await turn(605)
    expect((await told())?.at).toEqual(start)
    await turn(620)
    expect((await told())?.at).toEqual(later(605_000))
  })
})

it('is sent in as few rounds as it was said in', () => {
  const said = (fiat: Fiat, at: Date, feeds: string[]) => ({ fiat, price: feedScale / 4n, at, feeds })
  expect(
    fiatRounds([said('EUR', start, ['a', 'b']), said('THB', start, ['a', 'b']), said('KHR', start, ['a'])]),
  ).toEqual([
    { at: start.toISOString(), from: ['a', 'b'], prices: { EUR: '0.25', THB: '0.25' } },
    { at: start.toISOString(), from: ['a'], prices: { KHR: '0.25' } },
  ])
  expect(fiatRounds([])).toEqual([])
})
