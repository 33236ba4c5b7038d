import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { audit } from '../audit.store.ts'
import { available, outside, principal } from '../posting/chart.ts'
import type { Posting } from '../posting/entry.ts'
import { ledgerOf, post } from '../posting/ledger.store.ts'
import { keepSome, keepUp, lateMost } from './history.store.ts'
import { recordsOf } from './records.store.ts'
import { statementRecords, statementSums } from './statement.store.ts'
import { figuresOfWallets } from './wallet-figures.store.ts'

const one = 100_000_000n
const [ana, ben, cid] = ['HISTANA001', 'HISTBEN001', 'HISTCID001'] as [WalletId, WalletId, WalletId]
const [month, next] = [new Date('2026-11-01T00:00:00.000Z'), new Date('2026-12-01T00:00:00.000Z')]
const noon = new Date('2026-11-22T12:00:00.000Z')
let db: Db
let keys = 0
const move = (postings: readonly Posting[], at = noon) => {
  keys += 1
  const key = `history:${keys}`
  return db.transaction((tx) => post(tx, { key, at, ref: 'test', postings }))
}
const pay = (from: WalletId, to: WalletId, units = one): Posting => ({
  ...{ from: available(from), to: available(to), asset: 'USDT', units, code: 4 },
})
const kept = async () => (await db.query<{ id: bigint }>('SELECT id FROM own_record WHERE holder = $1', [ana])).length
const ids = async (query: Parameters<typeof recordsOf>[1]) => (await recordsOf(db, query)).map(({ id }) => id)

beforeAll(async () => {
  db = await testDb()
  for (const wallet of [ana, ben, cid])
    await move([{ from: outside('eth'), to: available(wallet), asset: 'USDT', units: 1_000n * one, code: 2 }])
})
afterAll(() => db.close())

it('keeps nothing of a short history, and each posting of a long one once, whatever the pieces', async () => {
  await keepUp(db, ana)
  expect(await kept()).toBe(0)
  for (let nth = 0; nth < 20; nth += 1) await move([nth % 3 === 0 ? pay(ben, ana) : pay(ana, ben)])
  const before = { sums: await statementSums(db, ana, month), all: await ids({ walletId: ana, limit: 50 }) }
  for (const most of [1, 3, 7]) expect(await keepSome(db, ana, { least: 0, most })).toBe(true)
  expect(await kept()).toBe(11)
  await move([pay(ana, ben)], new Date('2026-11-22T00:00:00.000Z'))
  while (await keepSome(db, ana, { least: 0, most: 4 }));
  expect(await kept()).toBe(22)
  expect(await keepSome(db, ana, { least: 0, most: 4 })).toBe(false)
  const [was] = before.sums
  expect(await statementSums(db, ana, month)).toEqual([
    { ...was, spent: (was?.spent ?? 0n) + one, closing: (was?.closing ?? 0n) - one },
  ])
  expect((await ids({ walletId: ana, limit: 50 })).slice(1)).toEqual(before.all)
  expect(await audit(db)).toEqual([])
})

it('answers the same pages whether records are kept or not, by type, by day and page by page', async () => {
  for (let nth = 0; nth < 12; nth += 1)
    await move([pay(nth % 2 === 0 ? cid : ben, nth % 2 === 0 ? ben : cid)], new Date(noon.getTime() - nth * 86_400_000))
  const day = { from: new Date('2026-11-15T00:00:00.000Z'), until: new Date('2026-11-20T00:00:00.000Z') }
  const pages = async () => {
    const first = await ids({ walletId: cid, ...day, limit: 2 })
    return {
      first,
      next: await ids({ walletId: cid, ...day, before: first[1], limit: 2 }),
      byCode: await ids({ walletId: cid, codes: [4], limit: 5 }),
      afterThat: await ids({
        walletId: cid,
        codes: [4],
        before: (await ids({ walletId: cid, codes: [4], limit: 5 }))[4],
        limit: 5,
      }),
      ofCoin: await ids({ walletId: cid, assets: ['USDT'], limit: 50 }),
      statement: (await statementRecords(db, cid, { from: month, until: next }, { limit: 50 })).map(({ id }) => id),
    }
  }
  const before = await pages()
  expect(before.first).toHaveLength(2)
  expect(before.next).toHaveLength(2)
  await keepSome(db, cid, { least: 0, most: 6 })
  expect(await pages()).toEqual(before)
  while (await keepSome(db, cid, { least: 0, most: 50 }));
  expect(await pages()).toEqual(before)
})

it('passes over accounts of orders that are over, and finds them again as soon as something is posted to them', async () => {
  const order = principal(7_001 as OrderId, ana, 'dual')
  const own = async () =>
    (await db.query('SELECT id FROM own_account WHERE holder = $1 AND purpose = $2', [ana, 'principal'])).length
  await move([{ from: available(ana), to: order, asset: 'USDT', units: one, code: 8 }])
  await move([{ from: order, to: available(ana), asset: 'USDT', units: one, code: 9 }])
  expect(await own()).toBe(1)
  while (await keepSome(db, ana, { least: 0, most: 50 }));
  expect(await own()).toBe(0)
  await move([{ from: available(ana), to: order, asset: 'USDT', units: one, code: 8 }])
  expect(await own()).toBe(1)
  expect((await figuresOfWallets(db, [ana]))[0]).toContain(`principal ${one}`)
  expect(await audit(db)).toEqual([])
})

it('is asked by many at once, while others post', async () => {
  const { submit } = ledgerOf(db)
  const posting = Array.from({ length: 2 * lateMost }, (_, nth) =>
    submit({ key: `many:${nth}`, at: noon, postings: [nth % 2 === 0 ? pay(ben, cid, 1n) : pay(cid, ben, 1n)] }),
  )
  await Promise.all([...posting, ...Array.from({ length: 8 }, () => keepUp(db, ben)), keepUp(db, cid)])
  await Promise.all(Array.from({ length: 8 }, () => keepUp(db, ben)))
  const [late] = await db.query<{ count: bigint }>('SELECT count(*) AS count FROM late_leg WHERE holder = $1', [ben])
  expect(Number(late?.count)).toBeLessThanOrEqual(lateMost)
  expect(await audit(db)).toEqual([])
})
