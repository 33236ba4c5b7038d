import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { dayPrices } from './day-prices.store.ts'
import { type KeptValue, keepValues } from './value.store.ts'

let db: Db
beforeAll(async () => {
  db = await testDb()
})
afterAll(() => db.close())

it('tells the shown price of each day of a span, rounded down, and no price of another purpose', async () => {
  const at = (coin: 'WLD' | 'ATMC', numerator: bigint, denominator: bigint): KeptValue[] => [
    { coin, purpose: 'shown', rate: { numerator, denominator } },
    { coin, purpose: 'limits', rate: { numerator: 9n, denominator: 1n } },
  ]
  const days: [string, KeptValue[]][] = [
    ['2026-10-31', at('WLD', 7n, 1n)],
    ['2026-11-01', [...at('WLD', 5n, 2n), ...at('ATMC', 2n, 3n)]],
    ['2026-11-30', at('WLD', 3n, 1n)],
    ['2026-12-01', at('WLD', 8n, 1n)],
  ]
  for (const [day, values] of days) await db.transaction((tx) => keepValues(tx, day as Day, values))
  expect(await dayPrices(db, { from: '2026-11-01' as Day, before: '2026-12-01' as Day })).toEqual([
    { day: '2026-11-01', coin: 'ATMC', price: 66_666_666n },
    { day: '2026-11-01', coin: 'WLD', price: 250_000_000n },
    { day: '2026-11-30', coin: 'WLD', price: 300_000_000n },
  ])
})
