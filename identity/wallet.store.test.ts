import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { testWallet } from './test-wallet.ts'
import {
  activateWallet,
  endBans,
  findWallet,
  holdWithdrawals,
  isUpline,
  isYoung,
  loadWallet,
  lockWallet,
  mayHoldAfterFreeze,
  refuseWhileStopped,
  setBan,
  setFrozen,
  setWarning,
  setWithdrawalBan,
  stoppedWallets,
} from './wallet.store.ts'
import { newWalletId } from './wallet-id.ts'

describe('wallets', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  it('stand in a tree where every ancestor is found, however far above', async () => {
    const line: WalletId[] = []
    for (let depth = 0; depth < 40; depth++) {
      const sponsor = line.at(-1)
      line.push((await testWallet(db, sponsor ? { sponsor } : {})).walletId)
    }
    const { walletId: stranger } = await testWallet(db)
    const lowest = line.at(-1) ?? stranger
    for (const [depth, id] of line.entries()) {
      expect((await loadWallet(db, id)).depth).toBe(depth)
      expect(await isUpline(db, id, lowest)).toBe(id !== lowest)
      expect(await isUpline(db, lowest, id)).toBe(false)
      expect(await isUpline(db, stranger, id)).toBe(false)
    }
    expect(await isUpline(db, newWalletId(), lowest)).toBe(false)
  })

  it('reach any ancestor in few jumps', async () => {
    const rows = await db.query<{ depth: number; jump: number }>(
      'SELECT w.depth, j.depth AS jump FROM wallet w JOIN wallet j ON j.id = w.jump_id',
    )
    const jumps = new Map(rows.map(({ depth, jump }) => [depth, jump]))
    for (const target of [0, 1, 7, 20]) {
      let [depth, steps] = [39, 0]
      while (depth > target) {
        const jump = jumps.get(depth) ?? depth - 1
        depth = jump >= target ? jump : depth - 1
        steps++
      }
      expect(steps).toBeLessThanOrEqual(11)
    }
  })

  it('keep their place for good, in the database too', async () => {
    const { walletId } = await testWallet(db)
    const { walletId: other } = await testWallet(db)
    for (const change of [`sponsor_id = '${other}', depth = 1`, `jump_id = '${other}'`, `id = '${newWalletId()}'`])
      await expect(db.query(`UPDATE wallet SET ${change} WHERE id = $1`, [walletId])).rejects.toThrow(/place|sponsor/)
  })

  it('refuse sponsors that are unknown or not activated', async () => {
    const idle = await testWallet(db, { activated: false })
    for (const sponsor of [idle.walletId, newWalletId()])
      await expect(testWallet(db, { sponsor })).rejects.toThrow('identity.inviter_wrong')
  })

  it('are activated once', async () => {
    const { walletId } = await testWallet(db, { activated: false })
    const at = new Date('2026-11-22T12:00:00Z')
    expect(await db.transaction((tx) => activateWallet(tx, walletId, at))).toBe(true)
    expect(await db.transaction((tx) => activateWallet(tx, walletId, new Date(0)))).toBe(false)
    expect((await loadWallet(db, walletId)).activatedAt).toEqual(at)
  })

  it('wait with withdrawals for the longest reason', async () => {
    const { walletId } = await testWallet(db)
    const hold = (ms: number, reason: 'restore' | 'password') =>
      db.transaction((tx) => holdWithdrawals(tx, walletId, new Date(ms), reason))
    expect(await hold(2 * dayMs, 'restore')).toEqual(new Date(2 * dayMs))
    expect(await hold(dayMs, 'password')).toEqual(new Date(2 * dayMs))
    expect(await loadWallet(db, walletId)).toMatchObject({ holdReason: 'restore' })
    await hold(3 * dayMs, 'password')
    expect(await loadWallet(db, walletId)).toMatchObject({
      holdReason: 'password',
      withdrawalsHeldUntil: new Date(3 * dayMs),
    })
  })

  it('wait again after a freeze only when the last such wait ended seven days ago, or was for another reason', () => {
    const until = new Date(0)
    const now = new Date(7 * dayMs)
    const justBefore = addMs(now, -1)
    expect(mayHoldAfterFreeze({ holdReason: 'unfreeze', withdrawalsHeldUntil: until }, now)).toBe(true)
    expect(mayHoldAfterFreeze({ holdReason: 'unfreeze', withdrawalsHeldUntil: until }, justBefore)).toBe(false)
    expect(mayHoldAfterFreeze({ holdReason: 'password', withdrawalsHeldUntil: until }, justBefore)).toBe(true)
    expect(mayHoldAfterFreeze({ holdReason: 'unfreeze', withdrawalsHeldUntil: null }, justBefore)).toBe(true)
  })

  it('say why their money stands still', async () => {
    const { walletId } = await testWallet(db)
    await db.transaction(async (tx) => {
      const until = new Date(dayMs)
      await setWithdrawalBan(tx, walletId, { until, reason: 'court order 7' })
      expect(await lockWallet(tx, walletId)).toMatchObject({
        withdrawalBanUntil: until,
        withdrawalBanReason: 'court order 7',
      })
      await setFrozen(tx, walletId, until)
      await expect(lockWallet(tx, walletId).then(refuseWhileStopped)).rejects.toThrow('identity.frozen')
      await setBan(tx, walletId, { at: until, until: addMs(until, dayMs), reason: 'stolen' })
      await expect(lockWallet(tx, walletId).then(refuseWhileStopped)).rejects.toThrow('identity.banned')
    })
  })

  it('are suspended until the moment that was named', async () => {
    const { walletId } = await testWallet(db)
    const [at, until] = [new Date(0), new Date(dayMs)]
    await db.transaction((tx) => setBan(tx, walletId, { at, until, reason: 'stolen' }))
    await endBans(db, addMs(until, -1))
    expect(await loadWallet(db, walletId)).toMatchObject({ bannedUntil: until })
    await endBans(db, until)
    expect(await loadWallet(db, walletId)).toMatchObject({ bannedUntil: null })
  })

  it('are listed while they are stopped, the latest suspension first', async () => {
    const [first, last, warned, noMore] = await Promise.all(
      [1, 2, 3, 4].map(async () => (await testWallet(db)).walletId),
    )
    if (!first || !last || !warned || !noMore) throw new Error('four wallets')
    const [at, until] = [new Date(100 * dayMs), new Date(200 * dayMs)]
    await db.transaction(async (tx) => {
      await setBan(tx, first, { at, until, reason: 'a' })
      await setBan(tx, last, { at: addMs(at, 1), until, reason: 'b' })
      await setWarning(tx, warned, { at, reason: 'c' })
      await setWithdrawalBan(tx, noMore, { until, reason: 'd' })
    })
    const stopped = async (now: Date, limit = 50) => (await stoppedWallets(db, now, limit)).map(({ id }) => id)
    const ours = new Set<string>([first, last, warned, noMore])
    expect((await stopped(addMs(until, -1))).filter((id) => ours.has(id))).toEqual([
      ...[last, first],
      ...[warned, noMore].toSorted(),
    ])
    expect((await stopped(until)).filter((id) => ours.has(id))).toEqual([last, first, warned])
    expect(await stopped(until, 1)).toEqual([last])
  })

  it('are young until their seventh day is over', async () => {
    const [row] = await db.query<{ now: Date }>('SELECT business_now() AS now')
    const now = row?.now ?? expect.unreachable('the business clock stands')
    const aged = async (ms: number) => (await testWallet(db, { at: addMs(now, -ms) })).walletId
    expect(await isYoung(db, await aged(7 * dayMs - hourMs))).toBe(true)
    expect(await isYoung(db, await aged(7 * dayMs))).toBe(false)
    expect(await isYoung(db, newWalletId())).toBe(false)
  })

  it('that do not exist are refused', async () => {
    expect(await findWallet(db, newWalletId())).toBeUndefined()
    await expect(db.transaction((tx) => lockWallet(tx, newWalletId()))).rejects.toThrow('identity.wallet_unknown')
  })
})
