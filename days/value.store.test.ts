import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Rate } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { addDays, addMs, type Day, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { seedMarket, trade } from '#market/market.store.ts'
import { priceScale } from '#market/market.ts'
import { keepReference } from '#market/prices/reference.store.ts'
import { isRising, rateFor, valuesAtSnapshot, worthFor } from '#market/prices/value.store.ts'
import { type Purpose, purposes } from '#market/prices/value.ts'
import { takeSnapshot } from './snapshot.store.ts'

const one = 100_000_000n
const start = new Date('2026-11-01T00:00:00Z')
const later = (ms: number) => addMs(start, ms)

/** The price is in thousandths of the base coin. */
const traded = (db: Db, pair: PairId, thousandths: number, at: Date) =>
  db.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, 1, 1, $3)', [
    pair,
    at,
    (BigInt(thousandths) * priceScale) / 1_000n,
  ])
/** In thousandths of a USDT. */
const valueAt = async (db: Db, purpose: Purpose, coin: Coin, at: Date) => {
  const rate = await rateFor(db, purpose, coin, at)
  return rate && Number((rate.numerator * 1_000n) / rate.denominator)
}
const valuesAt = async (db: Db, coin: Coin, at: Date) => {
  const values: (number | undefined)[] = []
  for (const purpose of purposes) values.push(await valueAt(db, purpose, coin, at))
  return values
}
const cut = (db: Db, day: Day) => db.transaction((tx) => takeSnapshot(tx, day))

describe('the value of a coin, read from what was traded', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  it('counts points and untraded coins as nothing, and USDT as itself', async () => {
    expect(await valuesAt(db, 'ATMC', start)).toEqual(purposes.map(() => undefined))
    for (const purpose of purposes) {
      expect(await worthFor(db, purpose, 'USDT', 5n, start)).toBe(5n)
      expect(await worthFor(db, purpose, 'POWER', 5n, start)).toBeUndefined()
      expect(await worthFor(db, purpose, 'ATM', 5n, start)).toBeUndefined()
    }
  })

  it('values ATMX through WLD while its own market has no trade, and then on both ways', async () => {
    await traded(db, 'USDT-WLD', 1_250, start)
    await traded(db, 'WLD-ATMX', 16, start)
    expect(await valuesAt(db, 'ATMX', later(hourMs))).toEqual([20, 20, 20, 20, 20])
    await traded(db, 'USDT-ATMX', 30, later(hourMs))
    expect(await valuesAt(db, 'ATMX', later(hourMs))).toEqual([30, 30, 20, 30, 30])
    expect(await worthFor(db, 'handedOut', 'ATMX', 1_000n * one, later(hourMs))).toBe(30n * one)
  })

  it('is not pressed by who sells at midnight and buys back before the next: an average of a week stands against it', async () => {
    await traded(db, 'USDT-ATMC', 200, start)
    const night = later(9 * dayMs)
    await traded(db, 'USDT-ATMC', 140, addMs(night, 2 * minuteMs))
    // The guide price contains 40 more fair minutes, and the week's average six fair days.
    const evening = addMs(night, dayMs - 40 * minuteMs)
    const [handedOut, , earns, , guide] = await valuesAt(db, 'ATMC', evening)
    expect([handedOut, earns, guide]).toEqual([191, 140, 141])
  })

  it('lets a price lapse after seven days, but never for limits', async () => {
    const at = later(9 * dayMs + 2 * minuteMs + 7 * dayMs)
    expect(await valuesAt(db, 'ATMC', at)).toEqual([140, 140, 140, 140, 140])
    expect(await valuesAt(db, 'ATMC', addMs(at, 1))).toEqual([undefined, undefined, undefined, 140, undefined])
    expect(await valuesAt(db, 'ATMC', addMs(at, 365 * dayMs))).toEqual([
      undefined,
      undefined,
      undefined,
      140,
      undefined,
    ])
  })
})

describe('the value of a coin beside feeds and cuts', () => {
  it('takes the feed where it is dearer for what is handed out and for limits, and where it is cheaper for what earns', async () => {
    const db = await testDb()
    await traded(db, 'USDT-WLD', 1_000, start)
    await keepReference(db, 'WLD', (1_200n * priceScale) / 1_000n, later(hourMs))
    expect(await valuesAt(db, 'WLD', later(hourMs))).toEqual([1_200, 1_200, 1_000, 1_200, 1_000])
    await keepReference(db, 'WLD', (900n * priceScale) / 1_000n, later(hourMs + 5 * minuteMs))
    expect(await valuesAt(db, 'WLD', later(hourMs + 5 * minuteMs))).toEqual([1_000, 1_000, 900, 1_000, 1_000])
    await keepReference(db, 'WLD', (1_500n * priceScale) / 1_000n, later(2 * hourMs))
    expect(await valueAt(db, 'earns', 'WLD', later(hourMs + 50 * minuteMs))).toBe(900)
    expect(await valueAt(db, 'limits', 'WLD', later(2 * hourMs + 59 * minuteMs))).toBe(1_500)
    expect(await valueAt(db, 'limits', 'WLD', later(3 * hourMs))).toBe(1_000)
    await db.close()
  })

  it('moves a tenth a day from cut to cut, and the same whenever a day is settled', async () => {
    const db = await testDb()
    const day = '2026-11-01' as Day
    await traded(db, 'USDT-ATMC', 1_000, start)
    await cut(db, day)
    await traded(db, 'USDT-ATMC', 100, later(dayMs + hourMs))
    expect(await valuesAt(db, 'ATMC', later(dayMs + 12 * hourMs))).toEqual([900, 725, 100, 900, 587])
    const next = later(2 * dayMs + 12 * hourMs)
    const fallen = await valuesAt(db, 'ATMC', next)
    expect([fallen[0], fallen[2], fallen[3]]).toEqual([810, 100, 810])
    await cut(db, addDays(day, 1))
    expect(await valuesAt(db, 'ATMC', next)).toEqual(fallen)
    await traded(db, 'USDT-ATMC', 50_000, next)
    const evening = later(2 * dayMs + 23 * hourMs)
    expect(await valuesAt(db, 'ATMC', evening)).toEqual([990, 50_000, 990, 50_000, 22_970])
    await db.close()
  })

  it('counts a coin that really rises at once for limits, and sells nothing of it until the bound has caught up', async () => {
    const db = await testDb()
    await traded(db, 'USDT-ATMC', 1_000, start)
    await cut(db, '2026-11-01' as Day)
    const at = later(dayMs + hourMs)
    await traded(db, 'USDT-ATMC', 1_100, at)
    expect(await isRising(db, 'ATMC', at)).toBe(false)
    await traded(db, 'USDT-ATMC', 1_600, at)
    expect(await isRising(db, 'ATMC', at)).toBe(true)
    expect(await valueAt(db, 'limits', 'ATMC', at)).toBe(1_600)
    let day = '2026-11-02' as Day
    for (let days = 0; days < 4; days += 1) {
      await cut(db, day)
      day = addDays(day, 1)
    }
    expect(await isRising(db, 'ATMC', later(5 * dayMs + hourMs))).toBe(false)
    await db.close()
  })

  it('is not moved by a trade that stands for the last seconds before a cut', async () => {
    for (const pressed of [500, 2_000]) {
      const db = await testDb()
      await traded(db, 'USDT-ATMC', 1_000, start)
      await cut(db, '2026-11-01' as Day)
      const midnight = later(2 * dayMs)
      await traded(db, 'USDT-ATMC', pressed, addMs(midnight, -10_000))
      await cut(db, '2026-11-02' as Day)
      await traded(db, 'USDT-ATMC', 1_000, addMs(midnight, 1_000))
      const values = await valuesAtSnapshot(db, '2026-11-02' as Day)
      for (const purpose of purposes) {
        const { numerator, denominator } = values('ATMC', purpose) as Rate
        const thousandths = Number((numerator * 1_000n) / denominator)
        expect(Math.abs(thousandths - 1_000), purpose).toBeLessThanOrEqual(3)
      }
      await db.close()
    }
  })

  it('is what a market asks for after a trade: a large one and its way back leave no price behind', async () => {
    const db = await testDb()
    const pair = 'USDT-ATMC'
    const walletId = 'ANA0000000' as WalletId
    const from = outside('bsc')
    const postings = [
      { from, to: company('capital'), asset: 'USDT', units: 250_000n * one },
      { from, to: company('capital'), asset: 'ATMC', units: 1_250_000n * one },
      { from, to: available(walletId), asset: 'ATMC', units: 300_000n * one, code: 2 },
    ] as const
    await db.transaction((tx) => post(tx, { key: 'bring', at: start, postings }))
    const opening = { pair, baseUnits: 250_000n * one, quotedUnits: 1_250_000n * one, key: 'seed', at: start } as const
    await db.transaction((tx) => seedMarket(tx, opening))
    const swap = (give: Coin, units: bigint, at: Date) =>
      db.transaction((tx) => trade(tx, { walletId, pair, give, units, minimum: 0n, key: `${at.getTime()}`, at }))
    const { received } = await swap('ATMC', 250_000n * one, later(0))
    await swap('USDT', received, later(1_000))
    // Two fees of 0.3 % are less than a thousandth of the price.
    for (const value of await valuesAt(db, 'ATMC', later(dayMs))) expect(value).toBeGreaterThanOrEqual(199)
    await db.close()
  })
})
