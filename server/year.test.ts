import { afterAll, describe, expect, it } from 'vitest'
import { randomBelow } from '#kit/random.ts'
import { testDb } from '#kit/test-db.ts'
import { repeatRandomness } from './test-implementations.ts'
import { simulateYear } from './test-year.ts'

const seed = Number(process.env.SIM_SEED ?? (process.env.LONG ? randomBelow(2 ** 31) : 20_261_121))
const size = { wallets: 8, days: 7, actions: 24 }

describe(`weeks of people who do anything there is to do (SIM_SEED=${seed})`, () => {
  let restore = () => {}
  afterAll(() => restore())

  const run = async () => {
    restore()
    restore = repeatRandomness(seed)
    const db = await testDb()
    const outcome = await simulateYear(db, { seed, ...size })
    await db.close()
    return outcome
  }

  it('break no promise, leave the books in order, and are the same when they are lived again', async () => {
    const first = await run()
    expect(first.faults).toEqual([])
    const second = await run()
    expect([second.digest, second.postings]).toEqual([first.digest, first.postings])
    // The world met what it was made for.
    expect(first.answers.get('buy: done')).toBeGreaterThan(5)
    expect(first.answers.get('trade: done')).toBeGreaterThan(5)
  }, 300_000)
})
