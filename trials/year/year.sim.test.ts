import { afterAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import { randomBelow } from '#kit/text/random.ts'
import { repeatRandomness } from '#server/test/test-implementations.ts'
import { simulateYear, type YearOptions } from './test-year.ts'

const seed = Number(process.env.SIM_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const size = sizeOf(import.meta.url, {
  least: { wallets: 10, days: 6, actions: 36, traces: 40 },
  turn: { wallets: 10, days: 6, actions: 36, traces: 40 },
  all: { wallets: 60, days: 30, actions: 60, traces: 1_000 },
})

describe(`weeks of people who do anything there is to do (SIM_SEED=${seed})`, () => {
  let restore = () => {}
  afterAll(() => restore())

  const run = async (more: Partial<YearOptions> = {}) => {
    restore()
    // Created before randomness is seeded, because creation may use randomness.
    const db = await testDb()
    restore = repeatRandomness(seed)
    const outcome = await simulateYear(db, { seed, ...size, ...more })
    await db.close()
    return outcome
  }

  it('break no promise, leave the books in order, and are the same when they are lived again', async () => {
    const first = await run()
    expect(first.faults).toEqual([])
    expect(first.traced).toBeGreaterThan(30)
    expect(first.proven).toBeGreaterThanOrEqual(size.days - 1)
    const second = await run()
    expect([second.digest, second.postings]).toEqual([first.digest, first.postings])
    for (const kind of ['buy', 'trade', 'reserve', 'payBalance', 'compensate', 'withdraw', 'leave'])
      expect(first.answers.get(`${kind}: done`), kind).toBeGreaterThan(2)
    expect(first.answers.get('ops pool fund: done')).toBeGreaterThan(2)
  })

  it('come to the same books when nine midnights are settled late, together', async () => {
    // Excludes reservations, because a late call would also move their payment deadlines.
    const quiet = { without: ['reserve'], rest: { days: 10, late: 9 } }
    const late = await run(quiet)
    const onTime = await run({ ...quiet, rest: { days: 10, late: 0 } })
    expect([...late.faults, ...onTime.faults]).toEqual([])
    expect(late.proven).toBe(onTime.proven)
    expect([late.digest, late.postings]).toEqual([onTime.digest, onTime.postings])
  })
})
