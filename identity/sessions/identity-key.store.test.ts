import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { type TestWallet, testWallet } from '../test-wallet.ts'
import { handOverKey } from './identity-key.store.ts'
import { identityKeyOf, newPhrase } from './identity-key.ts'

const at = new Date('2026-11-22T12:00:00Z')

describe('a key that is handed over', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  const handOver = ({ walletId, key }: TestWallet, newPub: string, oldPub = key.publicText) =>
    db.transaction((tx) =>
      handOverKey(tx, { walletId, oldPub, newPub, at, message: 'm', oldSignature: 'o', newSignature: 'n' }),
    )

  it('is followed by a new one once, and by none that a wallet has or had', async () => {
    const [ana, ben] = [await testWallet(db), await testWallet(db)]
    const next = await identityKeyOf(newPhrase())
    if (!next) throw new Error('a new phrase is a phrase')
    expect(await handOver(ana, next.publicText, ben.key.publicText)).toBe(false)
    expect(await handOver(ana, ben.key.publicText)).toBe(false)
    expect(await handOver(ben, next.publicText)).toBe(true)
    expect(await handOver(ben, ana.key.publicText)).toBe(false)
  })
})
