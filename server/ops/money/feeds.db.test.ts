import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import type { Db } from '#kit/store/db.ts'
import { readSetting, settingChanges } from '#kit/store/settings.store.ts'
import { openClock } from '#kit/time/clock.store.ts'
import { demoFaults, feedAlarms } from '#market/feeds/feed-settings.ts'
import { readFeeds } from '#market/feeds/feeds.job.ts'
import { readFiats } from '#market/prices/fiats.job.ts'
import { keepFeedState, loadFeedState } from '#outside/feeds/feed.store.ts'
import { operate } from '../../test/test-operator.ts'

describe('the price feeds, as an operator sees them', () => {
  let db: Db
  let clock: Awaited<ReturnType<typeof openClock>>
  beforeAll(async () => {
    db = await testDb()
    clock = await openClock(db)
  })
  afterAll(async () => {
    clock.close()
    await db.close()
  })
  const type = (line: string | readonly string[], demo = true) => operate({ db, clock }, line, { demo })
  const look = () => readFeeds(db, { now: clock.now(), demo: true })

  it('say what they agree on, who was left out and why, and that they are simulated', async () => {
    expect((await type('feed show')).text).toContain('nobody asked the feeds yet')
    expect(await type(['feed', 'spoil', 'Demo 2', 'decimal_slip'])).toEqual({
      code: 0,
      text: expect.stringContaining('decimal_slip'),
    })
    await look()
    const { code, text } = await type('feed show')
    expect(code).toBe(0)
    expect(text).toMatch(/WLD {2}1\.2\d+ of .* from Demo 1, Demo 3, Demo 4 · without Demo 2 off · simulated/)
    expect(text).toContain('Nothing is to be looked at.')
    expect(await readFiats(db, { now: clock.now(), wall: clock.now() }, true)).toBe(true)
    expect((await type('feed show')).text).toMatch(
      /EUR {2}1\.1\d+ of .* from Demo 1, Demo 3 · without Demo 2 off · simulated/,
    )
    await type(['feed', 'spoil', 'Demo 2', 'none'])
    expect(await readSetting(db, demoFaults)).toEqual({})
  })

  it('are halted by a jump, said so, and released with a line in the log', async () => {
    const state = await loadFeedState(db, 'WLD')
    if (!state?.standing) throw new Error('the feeds agreed before')
    await keepFeedState(db, 'WLD', { ...state, standing: { ...state.standing, price: state.standing.price * 2n } })
    expect(await look()).toMatchObject([{ coin: 'WLD', kind: 'halted' }])
    expect((await type('feed show')).text).toMatch(/HALTED[\s\S]*alarm since .* WLD {2}halted/)
    expect((await type('feed release USDT looked at it')).text).toContain('not halted')
    expect((await type('feed release WLD the price is right')).code).toBe(0)
    await look()
    expect((await type('feed show')).text).toContain('Nothing is to be looked at.')
    expect((await operations(db, 1))[0]).toMatchObject({ verb: 'feed release' })
  })

  it('have limits that can be set, and faults only in the demo', async () => {
    expect((await type('feed limit 0.05 10 a slow feed')).code).toBe(0)
    expect(await readSetting(db, feedAlarms)).toEqual({ deviation: '0.05', silentMinutes: 10 })
    expect((await settingChanges(db, 1))[0]).toMatchObject({ name: feedAlarms.name, reason: 'a slow feed' })
    for (const wrong of [
      ['feed', 'limit', '0', '10', 'a slow feed'],
      ['feed', 'limit', '0.1', 'x', 'a slow feed'],
      ['feed', 'limit', '0.1', '5'],
      ['feed', 'spoil', 'Demo 1', 'sleepy'],
    ])
      expect((await type(wrong)).code, wrong.join(' ')).toBe(2)
    expect((await type(['feed', 'spoil', 'Demo 1', 'stale'], false)).text).toContain('Only the feeds of the demo')
  })
})
