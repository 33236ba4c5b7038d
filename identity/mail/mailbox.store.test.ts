import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs } from '#kit/time/clock.ts'
import { testWallet } from '../test-wallet.ts'
import {
  bindMailbox,
  digestOf,
  findMailbox,
  loadMailbox,
  noteHeard,
  releaseOf,
  releases,
  setRelease,
  takeUntold,
} from './mailbox.store.ts'

const start = new Date('2026-11-22T12:00:00Z')
const later = (ms: number) => addMs(start, ms)
const secrets = deriveSecrets(new Uint8Array(32))

describe('mailboxes', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  const wallet = async () => (await testWallet(db)).walletId
  const bind = (walletId: WalletId, address: string, wall = start) =>
    db.transaction((tx) => bindMailbox(tx, walletId, { address, language: 'de', wall, secrets }))
  const release = (walletId: WalletId, from: Date | null) => db.transaction((tx) => setRelease(tx, walletId, from))
  const untold = () => db.transaction((tx) => takeUntold(tx, start))

  it('are of one wallet each, and the last one that was bound counts', async () => {
    const [ana, ben] = [await wallet(), await wallet()]
    expect(await findMailbox(db, ana, secrets)).toBeUndefined()
    await expect(loadMailbox(db, ana, secrets)).rejects.toThrow('identity.mail_not_bound')
    await bind(ana, 'ana@example.org')
    await expect(bind(ben, 'ana@example.org')).rejects.toThrow('identity.mail_taken')
    await bind(ana, 'ana@example.org', later(1))
    await bind(ana, 'other@example.org', later(2))
    expect(await loadMailbox(db, ana, secrets)).toEqual({
      address: 'other@example.org',
      digest: digestOf(secrets, 'other@example.org'),
      language: 'de',
      boundAt: later(2),
      heardAt: later(2),
      releasedFrom: null,
    })
    await bind(ben, 'ana@example.org')
  })

  it('that are released are told once, until they are released again, heard of or bound anew', async () => {
    const ana = await wallet()
    expect([await releaseOf(db, ana), await untold()]).toEqual([undefined, undefined])
    await bind(ana, 'a@example.org')
    expect([await releaseOf(db, ana), await untold()]).toEqual([null, undefined])
    await release(ana, later(5))
    expect(await releaseOf(db, ana)).toEqual(later(5))
    expect([await untold(), await untold()]).toEqual([ana, undefined])
    await release(ana, later(6))
    expect(await untold()).toBe(ana)
    await db.transaction((tx) => noteHeard(tx, ana, later(7)))
    expect(await loadMailbox(db, ana, secrets)).toMatchObject({ heardAt: later(7), releasedFrom: null })
    await release(ana, later(8))
    await bind(ana, 'a@example.org', later(9))
    expect([await releaseOf(db, ana), await untold()]).toEqual([null, undefined])
  })

  it('that are released are listed, the next first', async () => {
    const [ana, ben, eva] = [await wallet(), await wallet(), await wallet()]
    for (const [walletId, from] of [
      [ana, later(2)],
      [ben, later(1)],
      [eva, null],
    ] as const) {
      await bind(walletId, `${walletId}@example.org`)
      await release(walletId, from)
    }
    const [first, second] = [
      { walletId: ben, from: later(1) },
      { walletId: ana, from: later(2) },
    ]
    expect(await releases(db, 9)).toEqual([first, second])
    expect(await releases(db, 1)).toEqual([first])
  })
})
