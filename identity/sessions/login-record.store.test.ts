import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { testWallet } from '../test-wallet.ts'
import { countFailedLogin, noteLogin, recentLogins } from './login-record.store.ts'

const start = new Date('2026-11-22T12:00:00Z')
const from = (deviceId: string, wall = start) => ({ deviceId, userAgent: 'a browser', ip: '203.0.113.7', wall })

let db: Db
let walletId: WalletId
beforeAll(async () => {
  db = await testDb()
  walletId = (await testWallet(db)).walletId
})
afterAll(() => db.close())
const rows = async () => (await db.query('SELECT 1 FROM login_failure')).length

describe('the login history', () => {
  it('counts a hundred wrong guesses under a hundred names in nine rows, none of which is lost', async () => {
    await noteLogin(db, walletId, { ...from('mine'), kind: 'password' })
    await Promise.all(Array.from({ length: 100 }, (_, i) => countFailedLogin(db, walletId, from(`guess ${i}`))))
    expect(await rows()).toBe(9)
    const [sum] = await db.query<{ times: bigint }>('SELECT sum(times)::bigint AS times FROM login_failure')
    expect(sum?.times).toBe(100n)
    for (let i = 0; i < 5; i++) await countFailedLogin(db, walletId, from('mine'))
    expect(await rows()).toBe(9)
  })

  it("never pushes the holder's own sign-ins out, however many hours somebody guesses", async () => {
    for (let hour = 1; hour <= 30; hour++)
      await countFailedLogin(db, walletId, from('a guess', addMs(start, hour * hourMs)))
    const shown = await recentLogins(db, walletId, 20, addMs(start, 31 * hourMs))
    expect(shown.filter(({ ok }) => !ok)).toHaveLength(20)
    expect(shown.filter(({ ok }) => ok)).toMatchObject([{ at: start, times: 1 }])
    expect(shown.map(({ at }) => at.getTime())).toEqual(shown.map(({ at }) => at.getTime()).sort((a, b) => b - a))
  })

  it('counts the tries of one device in one hour together', async () => {
    const { walletId: other } = await testWallet(db)
    for (let i = 0; i < 7; i++) await countFailedLogin(db, other, from('the same', addMs(start, i * 1_000)))
    expect(await recentLogins(db, other, 20, addMs(start, hourMs))).toMatchObject([
      { ok: false, times: 7, at: addMs(start, 6_000) },
    ])
  })
})
