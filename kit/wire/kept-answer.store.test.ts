import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { clearSpent } from '#kit/store/partitions.store.ts'
import { until } from '#kit/test/test-until.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import {
  ClaimedTwice,
  claimKey,
  closeKey,
  fingerprintOf,
  formerAnswers,
  keepAnswer,
  keepAnswers,
  keptAnswers,
} from './kept-answer.store.ts'

const walletId = '0000000000' as WalletId
const sealKey = new Uint8Array(32)
let db: Db
beforeAll(async () => {
  db = await testDb()
})
afterAll(() => db.close())

const claimed = (key: string, at: Date, fingerprint = 'the same') => ({ walletId, key, fingerprint, at, sealKey })
const once = (key: string, at: Date, meanwhile = async () => {}) =>
  db.transaction(async (tx) => {
    const kept = await claimKey(tx, claimed(key, at))
    if (kept) return kept.data
    await meanwhile()
    await keepAnswer(tx, claimed(key, at), `done at ${at.toISOString()}`)
    return 'done'
  })

describe('a request with a key', () => {
  it('is another one with other words, however they are put together, and the same whenever it is sent', () => {
    const print = (params: Readonly<Record<string, unknown>>) => fingerprintOf('/wallet/conver', params)
    const asked = { real: 'a&target=ANA&x=z', target: 'BEN' }
    for (const other of [
      { real: 'a', target: 'ANA', x: 'z&target=BEN' },
      { real: 'a&target=ANA&x=z&target=BEN' },
      { real: 'a&target=ANA', 'x=z&target': 'BEN' },
      { ...asked, number: 7 },
    ])
      expect(print(other), JSON.stringify(other)).not.toBe(print(asked))
    expect(print({ number: 7 })).not.toBe(print({ number: '7' }))
    expect(print({ list: ['a'] })).not.toBe(print({ list: '["a"]' }))
    const sent = { lang: 'en', source: 'web', timestamp: 1, sign: 'A', code: '', ...asked }
    expect(print({ target: 'BEN', timestamp: 2, sign: 'B', real: asked.real })).toBe(print(sent))
    expect(fingerprintOf('/otc/take', asked)).not.toBe(print(asked))
  })

  it('is done once in seven days, whatever the hour and with clearing every hour', async () => {
    for (const start of ['2026-11-22T00:20:00Z', '2026-11-22T12:00:00Z', '2026-11-22T23:40:00Z'].map(
      (at) => new Date(at),
    )) {
      const key = `from ${start.toISOString()}`
      expect(await once(key, start)).toBe('done')
      for (let hour = 1; hour <= 7 * 24; hour++) {
        const now = addMs(start, hour * hourMs)
        await clearSpent(db, keptAnswers, now)
        if (hour % 6 === 0 || hour === 1)
          expect(await once(key, now), now.toISOString()).toBe(`done at ${start.toISOString()}`)
      }
    }
  })

  it('is done once when it is sent again over midnight while the first is under way', async () => {
    const midnight = new Date('2026-12-03T00:00:00Z')
    let go = () => {}
    let begun = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const started = new Promise<void>((resolve) => {
      begun = resolve
    })
    const first = once('over midnight', addMs(midnight, -1), async () => {
      begun()
      await gate
    })
    await started
    let isOver = false
    const second = once('over midnight', addMs(midnight, 1)).finally(() => {
      isOver = true
    })
    await until('the second waits for the first, or is over', async () => {
      const waiting = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted`
      return isOver || (await db.query(waiting)).length > 0
    })
    go()
    expect([await first, await second]).toEqual(['done', `done at ${addMs(midnight, -1).toISOString()}`])
  })

  it('is a conflict with another request under it, that day and the next', async () => {
    const at = new Date('2026-12-05T10:00:00Z')
    await once('taken', at)
    for (const later of [minuteMs, dayMs, 15 * hourMs])
      await expect(db.transaction((tx) => claimKey(tx, claimed('taken', addMs(at, later), 'another')))).rejects.toThrow(
        'request.key_conflict',
      )
  })

  it('of which twenty come at once is done once', async () => {
    const at = new Date('2026-12-07T10:00:00Z')
    const answers = await Promise.all(Array.from({ length: 20 }, () => once('at once', at)))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['done', `done at ${at.toISOString()}`]))
  })

  it('is done again on the eighth day', async () => {
    const at = new Date('2026-12-20T10:00:00Z')
    await once('eighth', at)
    expect(await once('eighth', addMs(at, 7 * dayMs))).toBe(`done at ${at.toISOString()}`)
    expect(await once('eighth', addMs(at, 8 * dayMs))).toBe('done')
  })

  it('is done no more once its key is closed, and is not closed once it was done', async () => {
    const at = new Date('2027-01-10T10:00:00Z')
    const close = (key: string) => db.transaction((tx) => closeKey(tx, claimed(key, at)))
    expect([await close('shut'), await close('shut')]).toEqual(['never', 'never'])
    await expect(once('shut', at)).rejects.toThrow('request.key_conflict')
    await once('carried out', at)
    expect(await close('carried out')).toBe('done')
  })
})

describe('the answers of several keys', () => {
  const keep = (keys: readonly string[], at: Date) =>
    db.transaction((tx) =>
      keepAnswers(
        tx,
        keys.map((key) => ({ claim: claimed(key, at, `print of ${key}`), data: `answer of ${key}` })),
      ),
    )
  const former = (keys: readonly string[], at: Date) =>
    db.transaction((tx) =>
      formerAnswers(
        tx,
        keys.map((key) => claimed(key, at)),
      ),
    )
  const rowsOf = async (key: string) => (await db.query('SELECT FROM kept_answer WHERE key = $1', [key])).length

  it('are found in the order of their keys, and nothing for a key without one', async () => {
    const at = new Date('2027-02-10T10:00:00Z')
    await keep(['b', 'a'], at)
    const [a, b] = ['a', 'b'].map((key) => ({ fingerprint: `print of ${key}`, data: `answer of ${key}` }))
    expect(await former(['none', 'a', 'b'], at)).toEqual([undefined, a, b])
    expect(await former(['b', 'none', 'a'], addMs(at, 7 * dayMs))).toEqual([b, undefined, a])
    expect(await former(['a'], addMs(at, 8 * dayMs))).toEqual([undefined])
    expect(await former([], at)).toEqual([])
    await keep([], at)
  })

  it('are kept for yesterday too in the first hour of a day', async () => {
    const one = new Date('2027-03-10T01:00:00Z')
    await keep(['early', 'as early'], addMs(one, -1))
    await keep(['late'], one)
    expect(await Promise.all(['early', 'as early', 'late'].map(rowsOf))).toEqual([2, 2, 1])
  })

  it('are not kept where one of the keys is taken', async () => {
    const at = new Date('2027-04-10T10:00:00Z')
    await once('taken before', at)
    await expect(keep(['new', 'taken before'], at)).rejects.toThrow(ClaimedTwice)
    expect(await rowsOf('new')).toBe(0)
  })
})
