import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs } from '#kit/time/clock.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import { testWallet } from '../test-wallet.ts'
import {
  bindAuthenticator,
  confirmGoogleCode,
  confirmGoogleCodes,
  confirmWhereBound,
  isGoogleBound,
  setUpAuthenticator,
  takeOffAuthenticator,
  withGoogle,
} from './authenticator.store.ts'
import { codeAt, stepSeconds } from './authenticator.ts'

const start = new Date('2026-11-22T12:00:00Z')
const stepMs = stepSeconds * 1_000
const later = (steps: number) => addMs(start, steps * stepMs)
const secrets = deriveSecrets(new Uint8Array(32))
const given = (text: string): GivenCode => ({ text, share: 'inside', verdict: undefined })

describe('an authenticator', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  const wallet = async () => (await testWallet(db)).walletId
  const asking = (tx: Tx, walletId: WalletId, wall = start) => ({ tx, walletId, wall, secrets })
  const setUp = async (walletId: WalletId) => {
    const { secret } = await db.transaction((tx) => setUpAuthenticator(asking(tx, walletId)))
    return new Uint8Array(Secret.fromBase32(secret).bytes)
  }
  const bind = (walletId: WalletId, code: string) =>
    db.transaction((tx) => bindAuthenticator(asking(tx, walletId), code))
  const bound = async () => {
    const walletId = await wallet()
    const secret = await setUp(walletId)
    await bind(walletId, codeAt(secret, start))
    return { walletId, secret }
  }
  const confirm = (walletId: WalletId, code: GivenCode, wall: Date) =>
    db.transaction((tx) => confirmGoogleCode(asking(tx, walletId, wall), code))

  it('is bound by a code of the secret that was set up last', async () => {
    const walletId = await wallet()
    await expect(bind(walletId, '000000')).rejects.toThrow('identity.google_not_set_up')
    const former = await setUp(walletId)
    const secret = await setUp(walletId)
    await expect(bind(walletId, codeAt(former, start))).rejects.toThrow('identity.code_wrong')
    expect(await isGoogleBound(db, walletId)).toBe(false)
    await bind(walletId, codeAt(secret, start))
    expect(await isGoogleBound(db, walletId)).toBe(true)
    await expect(bind(walletId, codeAt(secret, start))).rejects.toThrow('identity.google_not_set_up')
    expect(await withGoogle(db, [walletId, await wallet()])).toEqual(new Set([walletId]))
  })

  it('serves each code once, the one it was bound with too, and none before one that served', async () => {
    const { walletId, secret } = await bound()
    const code = (step: number) => given(codeAt(secret, later(step)))
    await expect(confirm(walletId, code(0), start)).rejects.toThrow('identity.code_used')
    const right = code(2)
    await confirm(walletId, right, later(2))
    expect(right.verdict).toBe('right')
    for (const step of [1, 2]) {
      const used = code(step)
      await expect(confirm(walletId, used, later(2))).rejects.toThrow('identity.code_used')
      expect(used.verdict).toBeUndefined()
    }
    await confirm(walletId, code(3), later(2))
    const wrong = code(9)
    await expect(confirm(walletId, wrong, later(2))).rejects.toThrow('identity.code_wrong')
    expect(wrong.verdict).toBe('wrong')
  })

  it('is compared for several wallets, each of which has its own answer', async () => {
    const [one, other, none] = [await bound(), await bound(), await wallet()]
    const codes = [codeAt(one.secret, later(1)), codeAt(one.secret, later(1)), '000000'].map(given)
    const asked = [one.walletId, other.walletId, none].map((walletId, place) => ({
      ...{ walletId, wall: later(1), secrets },
      given: codes[place],
    }))
    const refusals = await db.transaction((tx) => confirmGoogleCodes(tx, asked))
    expect(refusals.map((refusal) => refusal?.key)).toEqual([
      undefined,
      'identity.code_wrong',
      'identity.google_not_bound',
    ])
    expect(codes.map(({ verdict }) => verdict)).toEqual(['right', 'wrong', undefined])
    expect(await db.transaction((tx) => confirmGoogleCodes(tx, []))).toEqual([])
    expect(await db.transaction((tx) => confirmGoogleCodes(tx, asked.slice(2)))).toHaveLength(1)
  })

  it('is asked for where it is bound, until it is taken off', async () => {
    const { walletId, secret } = await bound()
    const where = (code?: GivenCode) => db.transaction((tx) => confirmWhereBound(asking(tx, walletId, later(1)), code))
    await expect(where()).rejects.toThrow('identity.code_needed')
    await where(given(codeAt(secret, later(1))))
    const takeOff = () => db.transaction((tx) => takeOffAuthenticator(tx, walletId))
    await setUp(walletId)
    expect([await takeOff(), await takeOff()]).toEqual([true, false])
    expect(await isGoogleBound(db, walletId)).toBe(false)
    expect(await withGoogle(db, [walletId])).toEqual(new Set())
    await where()
    await expect(bind(walletId, '000000')).rejects.toThrow('identity.google_not_set_up')
  })
})
