import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRows } from '#db/seed-demo.ts'
import { testDb } from '#engine/test/test-db.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import type { Db } from '#kit/store/db.ts'
import { openClock } from '#kit/time/clock.store.ts'
import { loadProduct } from '#products/orders/products.store.ts'
import { operate } from '../../test/test-operator.ts'

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
  const type = (line: string) => operate({ db, clock }, line)

  it('is a quota of a product, or none, and its way of sale', async () => {
    expect(await type('product quota 1 5000 what its pool can pay')).toEqual({
      code: 0,
      text: expect.stringContaining('5000 USDT a day'),
    })
    expect(await loadProduct(db, 1)).toMatchObject({
      quotaUnits: 500_000_000_000n,
      needsReservation: false,
      termsVersion: 1,
    })
    await type('product reservation 1 on its pool is short')
    await type('product quota 1 none its pool was filled')
    expect(await loadProduct(db, 1)).toMatchObject({ quotaUnits: undefined, needsReservation: true, termsVersion: 1 })
    expect((await type('product reservation 3 on its pool is short')).text).toContain('Only dual')
  })

  it('is a region and a feature, with a reason that is kept', async () => {
    expect((await type('region set FR earn on')).text).toContain('reason')
    expect(await type('region set FR earn on licensed')).toEqual({
      code: 0,
      text: expect.stringContaining('FR: earn on'),
    })
    expect((await type('region list')).text).toContain('FR  earn on · referral unknown · otc unknown')
    expect((await type('region set XX all off why')).text).toContain('two letters')
    expect((await operations(db, 1))[0]).toMatchObject({ verb: 'region set' })
  })
})
