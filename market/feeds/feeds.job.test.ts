import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import { demoPrice, faults } from '#outside/feeds/demo-feed.ts'
import { loadFeedState, openAlarms, releaseFeed } from '#outside/feeds/feed.store.ts'
import { coinsAsked, type Feed, feedScale } from '#outside/feeds/port.ts'
import { demoFaults } from './feed-settings.ts'
import { createFeedReader, readFeeds, readFrom } from './feeds.job.ts'

const start = new Date('2026-11-22T12:00:00Z')
const later = (minutes: number) => addMs(start, minutes * minuteMs)

describe('reading the feeds', () => {
  let db: Db
  beforeEach(async () => {
    db = await testDb()
  })
  afterEach(() => db.close())

  const stateOf = (coin: Coin = 'WLD') => loadFeedState(db, coin)
  const kindsOpen = async () => (await openAlarms(db)).map(({ coin, kind }) => `${coin} ${kind}`)
  const look = (at: Date) => readFeeds(db, { now: at, demo: true })
  const tell = (value: Record<string, string>) =>
    db.transaction((tx) => changeSetting(tx, demoFaults, { value, reason: 'a test', at: start }))
  /** `thousandths` of USDT. */
  const traded = (thousandths: bigint, at: Date) =>
    db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-WLD', $1, $2, 1000, $3)`,
      [at, thousandths, (thousandths * feedScale) / 1_000n],
    )
  const saying = (wld: bigint, usdt = 1_000n): Feed[] =>
    ['a', 'b', 'c'].map((name) => ({
      name,
      demo: false,
      coins: coinsAsked,
      read: async (coin, at) => {
        const price = (({ USDT: usdt, WLD: wld }[coin as string] ?? 1_000n) * feedScale) / 1_000n
        return { bid: price, ask: price, at }
      },
    }))

  it('keeps what they agree on, and says that they are the demo’s', async () => {
    expect(await look(start)).toEqual([])
    const state = await stateOf()
    expect(state).toMatchObject({ demo: true, feeds: ['Demo 1', 'Demo 2', 'Demo 3', 'Demo 4'], dropped: [] })
    const price = state?.standing?.price ?? 0n
    expect(
      price > (demoPrice(1, 'WLD', start) * 998n) / 1_000n && price < (demoPrice(1, 'WLD', start) * 1_002n) / 1_000n,
    ).toBe(true)
    expect((await stateOf('USDT'))?.standing?.price).toBe(feedScale)
  })

  it('is right while one feed is wrong, and silent, not wrong, while two are, whatever they get wrong', async () => {
    let minutes = 0
    const next = (): number => {
      minutes += 1
      return minutes
    }
    for (const fault of faults) {
      await tell({ 'Demo 2': fault })
      expect(await look(later(next())), fault).toEqual([])
      const right = await stateOf()
      expect(right?.dropped.map(({ feed }) => feed)).toEqual(['Demo 2'])
      await tell({ 'Demo 2': fault, 'Demo 3': fault })
      expect(await look(later(next()))).toEqual([])
      expect((await stateOf())?.standing).toEqual(right?.standing)
      minutes += 5
      expect(await look(later(minutes))).toMatchObject(coinsAsked.map((coin) => ({ coin, kind: 'silent' })))
      await tell({})
      await look(later(next()))
      expect(await kindsOpen()).toEqual([])
    }
  })

  it('tells once when our market is further from them than the limit, and ends it when it is not', async () => {
    await traded(1_250n, start)
    expect(await readFrom(db, saying(1_250n), later(1))).toEqual([])
    // 13.6 % above the feeds' price.
    expect(await readFrom(db, saying(1_100n), later(5))).toMatchObject([
      { coin: 'WLD', kind: 'deviation', detail: { market: '1.25', feeds: '1.1', limit: '0.1' } },
    ])
    expect(await readFrom(db, saying(1_100n), later(6))).toEqual([])
    expect(await kindsOpen()).toEqual(['WLD deviation'])
    await readFrom(db, saying(1_200n), later(10))
    expect(await kindsOpen()).toEqual([])
  })

  it('stands still after a jump of more than a fifth until an operator has looked', async () => {
    await readFrom(db, saying(1_250n), start)
    expect(await readFrom(db, saying(1_600n), later(1))).toMatchObject([{ coin: 'WLD', kind: 'halted' }])
    await readFrom(db, saying(1_600n), later(2))
    expect((await stateOf())?.standing).toMatchObject({ price: (feedScale * 125n) / 100n, isHalted: true })
    expect(await releaseFeed(db, 'USDT')).toBe(false)
    expect(await releaseFeed(db, 'WLD')).toBe(true)
    await readFrom(db, saying(1_600n), later(3))
    expect((await stateOf())?.standing).toMatchObject({ price: (feedScale * 16n) / 10n, isHalted: false })
    expect(await kindsOpen()).toEqual([])
  })

  it('tells when USDT leaves its worth', async () => {
    expect(await readFrom(db, saying(1_250n, 970n), start)).toMatchObject([
      { coin: 'USDT', kind: 'reference', detail: { price: '0.97' } },
    ])
  })

  it('holds nothing up in the schedule: what was answered is kept a turn later', async () => {
    const reader = createFeedReader({ db, demo: true })
    await reader.run(start)
    expect(await stateOf()).toBeUndefined()
    await reader.run(later(1))
    expect((await stateOf())?.lookedAt).toEqual(start)
    await reader.run(later(2))
    expect((await stateOf())?.lookedAt).toEqual(later(1))
  })
})
