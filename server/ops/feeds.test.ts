import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoFaults, feedAlarms } from '#features/market/feed-settings.ts'
import { readFeeds } from '#features/market/feeds.job.ts'
import { openClock } from '#kit/clock.store.ts'
import type { Db } from '#kit/db.ts'
import { operations } from '#kit/operator-log.store.ts'
import { readSetting } from '#kit/settings.store.ts'
import { testDb } from '#kit/test-db.ts'
import { keepFeedState, loadFeedState } from '#outside/feeds/feed.store.ts'
import { readCommand, runCommand } from './command-line.ts'

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
  const run = async (words: readonly string[], demo = true) => {
    const said: string[] = []
    const rest = { db, clock, demo, say: (line: string) => said.push(line), confirm: async () => true }
    const code = await runCommand(readCommand(words), rest)
    return [code, said.join('\n')] as const
  }
  const look = () => readFeeds(db, { now: clock.now(), demo: true })

  it('say what they agree on, who was left out and why, and that they are simulated', async () => {
    expect((await run(['feed', 'show']))[1]).toContain('nobody asked the feeds yet')
    expect(await run(['feed', 'spoil', 'Demo 2', 'decimal_slip'])).toEqual([0, expect.stringContaining('decimal_slip')])
    await look()
    const [code, said] = await run(['feed', 'show'])
    expect(code).toBe(0)
    expect(said).toMatch(/WLD {2}1\.2\d+ of .* from Demo 1, Demo 3, Demo 4 · without Demo 2 off · simulated/)
    expect(said).toContain('Nothing is to be looked at.')
    await run(['feed', 'spoil', 'Demo 2', 'none'])
    expect(await readSetting(db, demoFaults)).toEqual({})
  })

  it('are halted by a jump, said so, and released with a line in the log', async () => {
    const state = await loadFeedState(db, 'WLD')
    if (!state?.standing) throw new Error('the feeds agreed before')
    await keepFeedState(db, 'WLD', { ...state, standing: { ...state.standing, price: state.standing.price * 2n } })
    expect(await look()).toMatchObject([{ coin: 'WLD', kind: 'halted' }])
    expect((await run(['feed', 'show']))[1]).toMatch(/HALTED[\s\S]*alarm since .* WLD {2}halted/)
    expect((await run(['feed', 'release', 'USDT']))[1]).toContain('not halted')
    expect((await run(['feed', 'release', 'WLD']))[0]).toBe(0)
    await look()
    expect((await run(['feed', 'show']))[1]).toContain('Nothing is to be looked at.')
    expect((await operations(db, 1))[0]).toMatchObject({ verb: 'feed release' })
  })

  it('have limits that can be set, and faults only in the demo', async () => {
    expect((await run(['feed', 'limit', '0.05', '10']))[0]).toBe(0)
    expect(await readSetting(db, feedAlarms)).toEqual({ deviation: '0.05', silentMinutes: 10 })
    for (const wrong of [
      ['feed', 'limit', '0', '10'],
      ['feed', 'limit', '0.1', 'x'],
      ['feed', 'spoil', 'Demo 1', 'sleepy'],
    ])
      expect((await run(wrong))[0], wrong.join(' ')).toBe(2)
    expect((await run(['feed', 'spoil', 'Demo 1', 'stale'], false))[1]).toContain('Only the feeds of the demo')
  })
})
