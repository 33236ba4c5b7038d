import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { unitsMax } from '#kit/amount/amount.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { audit } from '../audit.store.ts'
import { available, company, held, outside } from './chart.ts'
import { balanceOf, balancesOf, ledgerOf, post, postMany, walletBalances } from './ledger.store.ts'
import { movementRows } from './movement-rows.ts'

const ana = 'ANA0000000' as WalletId
const ben = 'BEN0000000' as WalletId
const at = new Date('2026-11-21T10:00:00Z')
const deposit = (key: string, wallet: WalletId, units: bigint) => ({
  key,
  at,
  ref: 'deposit:1',
  postings: [{ from: outside('eth'), to: available(wallet), asset: 'USDT', units, code: 2 } as const],
})
const transfer = (key: string, units: bigint) => ({
  key,
  at,
  postings: [{ from: available(ana), to: available(ben), asset: 'USDT', units, code: 4 } as const],
})

describe('the ledger', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  it('has the table of movements the code has', async () => {
    const rows = await db.query('SELECT from_class, to_class, asset, code, bond, action FROM movement')
    const sorted = (all: readonly object[]) => all.map((row) => JSON.stringify(row)).sort()
    expect(sorted(rows)).toEqual(sorted(movementRows()))
  })

  it('posts, repeats without effect, and names conflicts and missing money', async () => {
    const { submit } = ledgerOf(db)
    expect(await submit(deposit('d1', ana, 100n))).toBe('posted')
    expect(await submit(deposit('d1', ana, 100n))).toBe('replayed')
    expect(await submit(deposit('d1', ana, 101n))).toBe('conflict')
    expect(await submit(transfer('t1', 101n))).toBe('insufficient')
    expect(await submit(transfer('t1', 40n))).toBe('posted')
    expect(await balanceOf(db, available(ana), 'USDT')).toBe(60n)
    expect(await balanceOf(db, available(ben), 'USDT')).toBe(40n)
    expect(await balanceOf(db, outside('eth'), 'USDT')).toBe(-100n)
  })

  it('posts with other rows or not at all', async () => {
    await expect(
      db.transaction(async (tx) => {
        await post(tx, transfer('t2', 10n))
        await post(tx, transfer('t3', 51n))
      }),
    ).rejects.toMatchObject({ key: 'balance.insufficient', params: { coin: 'USDT' } })
    expect(await balanceOf(db, available(ana), 'USDT')).toBe(60n)
    expect(await db.transaction((tx) => post(tx, transfer('t2', 10n)))).toBe('posted')
    expect(await db.transaction((tx) => post(tx, transfer('t2', 10n)))).toBe('replayed')
    await expect(db.transaction((tx) => post(tx, transfer('t2', 11n)))).rejects.toMatchObject({
      key: 'request.key_conflict',
    })
  })

  it('posts many entries in one go, each under its own key, or none of them', async () => {
    const coin = (key: string, units: bigint) => ({
      key,
      at,
      postings: [{ from: outside('eth'), to: available(ben), asset: 'WLD', units, code: 2 } as const],
    })
    const many = Array.from({ length: 1_500 }, (_, place) => coin(`many:${place}`, BigInt(place + 1)))
    await db.transaction((tx) => postMany(tx, many))
    await db.transaction((tx) => postMany(tx, many))
    expect(await balanceOf(db, available(ben), 'WLD')).toBe((1_500n * 1_501n) / 2n)
    const broken = [coin('broken:1', 5n), transfer('broken:2', 10n ** 15n)]
    const failed = db.transaction((tx) => postMany(tx, broken))
    await expect(failed).rejects.toMatchObject({ key: 'balance.insufficient', params: { coin: 'USDT' } })
    const other = db.transaction((tx) => postMany(tx, [coin('many:7', 9n)]))
    await expect(other).rejects.toMatchObject({ key: 'request.key_conflict' })
    expect(await balanceOf(db, available(ben), 'WLD')).toBe((1_500n * 1_501n) / 2n)
  })

  it('posts entries of several postings, more than one batch holds, each to its own accounts', async () => {
    const [cid, dan] = ['CID0000000', 'DAN0000000'] as [WalletId, WalletId]
    const pair = (place: number) => {
      const first = { from: outside('eth'), to: available(cid), asset: 'WLD', units: 1n, code: 2 } as const
      return { key: `pair:${place}`, at, postings: [first, { ...first, to: available(dan), units: 2n }] }
    }
    await db.transaction((tx) =>
      postMany(
        tx,
        Array.from({ length: 600 }, (_, place) => pair(place)),
      ),
    )
    expect(await balanceOf(db, available(cid), 'WLD')).toBe(600n)
    expect(await balanceOf(db, available(dan), 'WLD')).toBe(1_200n)
  })

  it('forgets an account that a rollback took away', async () => {
    const eve = 'EVE0000000' as WalletId
    const rollBack = new Error('not this time')
    const gone = db.transaction(async (tx) => {
      await post(tx, deposit('e1', eve, 5n))
      await post(tx, deposit('e2', eve, 5n))
      throw rollBack
    })
    await expect(gone).rejects.toBe(rollBack)
    expect(await balanceOf(db, available(eve), 'USDT')).toBe(0n)
    expect(await ledgerOf(db).submit(deposit('e1', eve, 7n))).toBe('posted')
    expect(await db.transaction((tx) => post(tx, deposit('e2', eve, 5n)))).toBe('posted')
    expect(await balanceOf(db, available(eve), 'USDT')).toBe(12n)
  })

  it('takes linked postings back together', async () => {
    const linked = {
      key: 'w1',
      at,
      postings: [
        { from: available(ana), to: held(ana), asset: 'USDT', units: 50n, code: 3 } as const,
        { from: held(ana), to: company('fees'), asset: 'USDT', units: 51n, code: 100 } as const,
      ],
    }
    expect(await ledgerOf(db).submit(linked)).toBe('insufficient')
    expect(await walletBalances(db, ana)).toEqual([
      { asset: 'USDT', available: 50n, held: 0n, inOrders: 0n, promised: 0n },
    ])
  })

  it('reads many balances in the order asked for, and nothing where nothing was ever posted', async () => {
    const asked = [
      { account: held(ana), asset: 'WLD' },
      { account: available(ben), asset: 'USDT' },
      { account: available(ana), asset: 'USDT' },
    ] as const
    expect(await balancesOf(db, asked)).toEqual([0n, 50n, 50n])
    expect(await balancesOf(db, [])).toEqual([])
  })

  it('refuses to submit inside a transaction, which has to post', async () => {
    const work = db.transaction(() => ledgerOf(db).submit(deposit('i1', ana, 1n)))
    await expect(work).rejects.toThrow('only its tx is asked')
  })

  it('refuses a movement that is not in the table by its name', async () => {
    const wrong = {
      key: 'x',
      at,
      postings: [{ from: available(ana), to: company('capital'), asset: 'USDT', units: 1n } as const],
    }
    await expect(ledgerOf(db).submit(wrong)).rejects.toThrow(
      'wallet:ANA0000000 available → house capital, USDT, code —',
    )
  })

  it('refuses what would not fit the ledger, and no other entry of the batch', async () => {
    const { submit } = ledgerOf(db)
    const rich = 'RICH000000' as WalletId
    expect(await submit(deposit('o1', rich, unitsMax - 1_000n))).toBe('posted')
    const answers = [
      submit(deposit('o2', rich, 1_001n)).catch((error: Error) => error.message),
      submit(transfer('o3', 1n)),
    ]
    expect(await Promise.all(answers)).toEqual(['a balance would not fit the ledger: o2', 'posted'])
    await expect(db.transaction((tx) => post(tx, deposit('o2', rich, 1_001n)))).rejects.toThrow('would not fit')
    expect(await balanceOf(db, available(rich), 'USDT')).toBe(unitsMax - 1_000n)
    expect(await audit(db)).toEqual([])
  })

  it('decides the same key once, however many ask at the same time through either door', async () => {
    const { submit } = ledgerOf(db)
    const same = deposit('s1', ben, 7n)
    const ask = (place: number) => (place % 3 ? submit(same) : db.transaction((tx) => post(tx, same)))
    const answers = await Promise.all(Array.from({ length: 30 }, (_, place) => ask(place)))
    expect(answers.filter((answer) => answer === 'posted')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'replayed')).toHaveLength(29)
  })
})
