import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRows } from '#db/seed-demo.ts'
import { loadProduct } from '#features/investing/products/products.store.ts'
import { openClock } from '#kit/clock.store.ts'
import type { Db } from '#kit/db.ts'
import { operations } from '#kit/operator-log.store.ts'
import { testDb } from '#kit/test-db.ts'
import { readCommand, runCommand } from './command-line.ts'

describe('what is sold, and where', () => {
  let db: Db
  let clock: Awaited<ReturnType<typeof openClock>>
  beforeAll(async () => {
    db = await testDb()
    clock = await openClock(db)
    await seedRows(db, clock)
  })
  afterAll(async () => {
    await clock.close()
    await db.close()
  })
  const run = async (...words: string[]) => {
    const said: string[] = []
    const rest = { db, clock, demo: true, say: (line: string) => said.push(line), confirm: async () => true }
    const code = await runCommand(readCommand(words), rest)
    return [code, said.join('\n')] as const
  }

  it('is a quota of a product, or none, and its way of sale', async () => {
    expect(await run('product', 'quota', '1', '5000')).toEqual([0, expect.stringContaining('5000 USDT a day')])
    expect(await loadProduct(db, 1)).toMatchObject({
      quotaUnits: 500_000_000_000n,
      needsReservation: false,
      termsVersion: 1,
    })
    await run('product', 'reservation', '1', 'on')
    await run('product', 'quota', '1', 'none')
    expect(await loadProduct(db, 1)).toMatchObject({ quotaUnits: undefined, needsReservation: true, termsVersion: 1 })
    expect((await run('product', 'reservation', '3', 'on'))[1]).toContain('Only dual')
  })

  it('is a region and a feature, with a reason that is kept', async () => {
    expect((await run('region', 'set', 'FR', 'earn', 'on'))[1]).toContain('reason')
    expect(await run('region', 'set', 'FR', 'earn', 'on', 'licensed')).toEqual([
      0,
      expect.stringContaining('FR: earn on'),
    ])
    expect((await run('region', 'list'))[1]).toContain('FR  earn on · referral unknown · otc unknown')
    expect((await run('region', 'set', 'XX', 'all', 'off', 'why'))[1]).toContain('two letters')
    expect((await operations(db, 1))[0]).toMatchObject({ verb: 'region set' })
  })
})
