import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { testWallet } from '../test-wallet.ts'
import { setFrozen, setPasswordHash } from '../wallet.store.ts'
import {
  endAllSessions,
  endOneSession,
  endSession,
  endSessions,
  findSessions,
  isOver,
  isUnnoted,
  newSessionId,
  noteSeen,
  openSession,
  recentSessions,
  type Shown,
  sessionEnds,
  sessionSecret,
  stillOpen,
  takeNonces,
} from './session.store.ts'
import { openWalletToken } from './wallet-token.store.ts'

const start = new Date('2026-11-22T12:00:00Z')
const later = (ms: number) => addMs(start, ms)
const secrets = deriveSecrets(new Uint8Array(32))
const secret = new Uint8Array(32).fill(7)

it('is over a day after its last use, and seven days after it began', () => {
  const seen = (ms: number) => ({ createdAt: start, seenAt: later(ms) })
  expect([isOver(seen(0), later(dayMs)), isOver(seen(0), later(dayMs + 1))]).toEqual([false, true])
  expect([isOver(seen(7 * dayMs), later(7 * dayMs)), isOver(seen(7 * dayMs), later(7 * dayMs + 1))]).toEqual([
    ...[false, true],
  ])
})

it('has its use noted a minute after the last note, not before', () => {
  expect(isUnnoted({ seenAt: start }, later(minuteMs - 1))).toBe(false)
  expect(isUnnoted({ seenAt: start }, later(minuteMs))).toBe(true)
})

describe('sessions', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  const wallet = async () => (await testWallet(db)).walletId
  const open = async (walletId: WalletId, wall = start) => {
    const id = newSessionId()
    const caller = { deviceId: 'a device', userAgent: 'a browser', ip: '203.0.113.7' }
    const token = await db.transaction((tx) => openSession(tx, { ...caller, walletId, id, secret, wall, secrets }))
    return { id, token }
  }
  const listed = async (walletId: WalletId, limit = 9) =>
    (await recentSessions(db, walletId, limit)).map(({ id, endReason, endedAt }) => ({ id, endReason, endedAt }))
  const find = async (shown: Omit<Shown, 'walletToken'> & { readonly walletToken?: string }) =>
    (await findSessions(db, [{ walletToken: undefined, ...shown }]))[0]

  it('are one for a wallet: another ends it, and the newest is listed first', async () => {
    const [walletId, other] = [await wallet(), await wallet()]
    const [first, others] = [await open(walletId), await open(other)]
    const second = await open(walletId, later(1))
    const ended = { id: first.id, endReason: 'logged_in_elsewhere', endedAt: later(1) }
    const going = { id: second.id, endReason: null, endedAt: null }
    expect(await listed(walletId)).toEqual([going, ended])
    expect(await listed(walletId, 1)).toEqual([going])
    expect(await listed(other)).toEqual([{ ...going, id: others.id }])
  })

  it('keep the reason and the moment they ended with first', async () => {
    const walletId = await wallet()
    const { id } = await open(walletId)
    await endSession(db, id, 'restored', later(1))
    await endSession(db, id, 'signed_out', later(2))
    expect(await db.transaction((tx) => endSessions(tx, walletId, 'expired', later(3)))).toBe(0)
    expect(await listed(walletId)).toEqual([{ id, endReason: 'restored', endedAt: later(1) }])
  })

  it('are ended but for one that is named, by their holder alone, or all', async () => {
    const walletId = await wallet()
    const { id } = await open(walletId)
    const end = (except: string) =>
      db.transaction((tx) => endSessions(tx, walletId, 'password_changed', later(1), except))
    expect(await end(id)).toBe(0)
    expect(await end('another')).toBe(1)
    const again = await open(walletId, later(2))
    expect(await endOneSession(db, await wallet(), again.id, later(3))).toBe(false)
    expect(await endOneSession(db, walletId, again.id, later(3))).toBe(true)
    expect(await endOneSession(db, walletId, again.id, later(4))).toBe(false)
    await open(walletId, later(5))
    const left = (await db.query('SELECT FROM session WHERE ended_at IS NULL')).length
    expect(await db.transaction((tx) => endAllSessions(tx, 'expired', later(6)))).toBe(left)
    expect(await db.query('SELECT FROM session WHERE ended_at IS NULL')).toEqual([])
  })

  it('are open until they are unused for a day or seven days old, and not once they ended', async () => {
    const walletId = await wallet()
    const { id } = await open(walletId)
    const isOpen = async (ms: number) => (await stillOpen(db, [id], later(ms))).has(id)
    expect([await isOpen(dayMs), await isOpen(dayMs + 1)]).toEqual([true, false])
    await noteSeen(db, [
      { id, wall: later(7 * dayMs) },
      { id, wall: later(6 * dayMs) },
    ])
    expect((await recentSessions(db, walletId, 1))[0]?.seenAt).toEqual(later(7 * dayMs))
    expect([await isOpen(7 * dayMs), await isOpen(7 * dayMs + 1)]).toEqual([true, false])
    await endSession(db, id, 'signed_out', later(1))
    expect(await isOpen(7 * dayMs)).toBe(false)
  })

  it('say how they ended, or that they are open until they are seven days old', async () => {
    const [{ id }, ended] = [await open(await wallet()), await open(await wallet())]
    await endSession(db, ended.id, 'restored', later(1))
    const endsAt = (ms: number) => sessionEnds(db, [id, ended.id, 'none' as SessionId], later(ms))
    const restored = [ended.id, 'restored'] as const
    expect(await endsAt(7 * dayMs)).toEqual(new Map([[id, 'open'], restored]))
    expect(await endsAt(7 * dayMs + 1)).toEqual(new Map([[id, 'expired'], restored]))
  })

  it('are found by their tokens, in the order of the tokens, with their secret', async () => {
    const [one, other] = [await open(await wallet()), await open(await wallet())]
    const found = await findSessions(
      db,
      [other.token, 'no token', one.token].map((token) => ({ token, walletToken: undefined, wall: start })),
    )
    expect(found.map((session) => session?.id)).toEqual([other.id, undefined, one.id])
    expect(found.map((session) => session?.isProved)).toEqual([false, undefined, false])
    expect(found[0] && sessionSecret(found[0], secrets)).toEqual(secret)
  })

  it('are proved by a wallet token for five minutes, while the password is the one it was made with', async () => {
    const walletId = await wallet()
    const [{ id, token }, stranger] = [await open(walletId), await open(await wallet())]
    const setHash = (hash: string) => db.transaction((tx) => setPasswordHash(tx, walletId, hash))
    const { token: walletToken, expiresAt } = await openWalletToken(db, {
      sessionId: id,
      provedHash: 'h1',
      wall: start,
    })
    expect(expiresAt).toEqual(later(5 * minuteMs))
    const isProved = async (wall: Date, by = walletToken) => (await find({ token, walletToken: by, wall }))?.isProved
    expect(await isProved(start)).toBe(false)
    await setHash('h1')
    expect([await isProved(addMs(expiresAt, -1)), await isProved(expiresAt)]).toEqual([true, false])
    expect(await isProved(start, 'another')).toBe(false)
    expect((await find({ token: stranger.token, walletToken, wall: start }))?.isProved).toBe(false)
    await db.transaction((tx) => setFrozen(tx, walletId, start))
    expect(await isProved(start)).toBe(true)
    await setHash('h2')
    expect(await isProved(start)).toBe(false)
  })

  it('take a nonce once each, and each session its own', async () => {
    const [one, other] = ['s1', 's2'] as SessionId[] as [SessionId, SessionId]
    const nonce = (sessionId: SessionId, text: string) => ({ sessionId, nonce: { text, signedAt: start } })
    expect(await takeNonces(db, [nonce(one, 'a'), nonce(one, 'a'), nonce(other, 'a')])).toEqual([true, false, true])
    expect(await takeNonces(db, [nonce(one, 'b'), nonce(one, 'a')])).toEqual([true, false])
    const hourLater = { sessionId: one, nonce: { text: 'a', signedAt: later(hourMs / 6) } }
    expect(await takeNonces(db, [hourLater])).toEqual([true])
  })
})
