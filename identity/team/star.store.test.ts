import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { testWallet } from '../test-wallet.ts'
import { anyStars, setStar, setStars, starHeld, starOf, starsOf } from './star.store.ts'
import { type Standing, standingAfter } from './star-level.ts'

const monday = new Date('2026-11-23T00:00:00Z')
const sunday = '2026-11-22' as Day

describe('a standing', () => {
  it('rises on any day, at once', () => {
    expect(standingAfter({ star: 0 }, 3, '2026-11-25' as Day)).toEqual({ star: 3 })
  })
  it('gets notice on a Monday, a week before it falls, and keeps its star until then', () => {
    const told: Standing = { star: 3, notice: { to: 1, at: new Date('2026-11-30T00:00:00Z') } }
    expect(standingAfter({ star: 3 }, 1, '2026-11-20' as Day)).toEqual({ star: 3 })
    expect(standingAfter({ star: 3 }, 1, sunday)).toEqual(told)
    expect(standingAfter(told, 1, '2026-11-24' as Day)).toEqual(told)
    expect(standingAfter(told, 2, '2026-11-29' as Day)).toEqual({ star: 2 })
  })
  it('that is earned again takes the notice back', () => {
    const told: Standing = { star: 3, notice: { to: 1, at: new Date('2026-11-30T00:00:00Z') } }
    expect(standingAfter(told, 3, '2026-11-25' as Day)).toEqual({ star: 3 })
    expect(standingAfter(told, 4, '2026-11-29' as Day)).toEqual({ star: 4 })
  })
})

describe('the stars of wallets', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  it('are none until one is set, then that one, since the moment it was set', async () => {
    const { walletId } = await testWallet(db)
    expect(await anyStars(db)).toBe(false)
    expect(await starOf(db, walletId)).toBe(0)
    await db.transaction((tx) => setStar(tx, walletId, 2, monday))
    expect(await starOf(db, walletId)).toBe(2)
    expect(await anyStars(db)).toBe(true)
    expect(await starHeld(db, walletId)).toEqual({ star: 2, highest: 2, since: monday })
  })

  it('keep their beginning while only a notice changes, and their highest when they fall', async () => {
    const { walletId } = await testWallet(db)
    const later = new Date('2026-11-30T00:00:00Z')
    await db.transaction((tx) => setStar(tx, walletId, 4, monday))
    const notice = { to: 1 as const, at: new Date('2026-12-07T00:00:00Z') }
    await db.transaction((tx) => setStars(tx, [{ walletId, star: 4, notice }], later))
    expect(await starHeld(db, walletId)).toEqual({ star: 4, highest: 4, since: monday, notice })
    await db.transaction((tx) => setStar(tx, walletId, 1, later))
    expect(await starHeld(db, walletId)).toEqual({ star: 1, highest: 4, since: later })
    const other = await testWallet(db)
    expect(await starsOf(db, [walletId, other.walletId])).toEqual(new Map([[walletId, 1]]))
    const changes = await db.query('SELECT star::text, was::text FROM star_change WHERE wallet_id = $1 ORDER BY id', [
      walletId,
    ])
    expect(changes).toEqual([
      { star: '4', was: '0' },
      { star: '1', was: '4' },
    ])
    await expect(db.query('DELETE FROM star_change')).rejects.toThrow()
  })
})
