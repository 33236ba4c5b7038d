import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { randomBelow } from '#kit/text/random.ts'
import { simulate } from './test-simulation.ts'

/** Set GLASSHOUSE_SEED to repeat a run. */
const seed = Number(process.env.GLASSHOUSE_SEED ?? randomBelow(2 ** 31))

const operations = process.env.TEST_DATABASE_URL ? 10_000 : 50_000

describe('the ledger under random operations', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  it(`answers ${operations} operations as a plain model does, seed ${seed}`, async () => {
    const { answers, differences, findings, ...done } = await simulate(db, { seed, operations })
    expect(differences.slice(0, 5)).toEqual([])
    expect(findings).toEqual([])
    expect(done.operations).toBeGreaterThanOrEqual(operations)
    for (const answer of ['posted', 'replayed', 'conflict', 'insufficient', 'no movement'])
      expect(answers[answer], answer).toBeGreaterThan(100)
  })
})
