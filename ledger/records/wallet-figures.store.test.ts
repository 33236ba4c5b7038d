import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { available, company, held, outside, poolFree, principal, promised } from '../posting/chart.ts'
import type { Posting } from '../posting/entry.ts'
import { post } from '../posting/ledger.store.ts'
import { lateMost } from './history.store.ts'
import { figuresOfWallets, readFigures, versionsOfWallets } from './wallet-figures.store.ts'

const [ana, ben, eve] = ['FIGUREANA1', 'FIGUREBEN1', 'FIGUREEVE1'] as [WalletId, WalletId, WalletId]
const order = 9_002 as OrderId
let db: Db
let keys = 0
const move = (...postings: readonly Posting[]) => {
  keys += 1
  return db.transaction((tx) => post(tx, { key: `figures:${keys}`, at: new Date('2026-11-22T12:00:00Z'), postings }))
}

beforeAll(async () => {
  db = await testDb()
  await move(
    { from: outside('eth'), to: available(ana), asset: 'USDT', units: 100n, code: 2 },
    { from: outside('bsc'), to: available(ana), asset: 'ATMC', units: 7n, code: 2 },
    { from: outside('eth'), to: available(ben), asset: 'USDT', units: 5n, code: 2 },
    { from: outside('eth'), to: company('capital'), asset: 'USDT', units: 50n },
    { from: company('capital'), to: poolFree('dual'), asset: 'USDT', units: 50n },
    { from: available(ana), to: held(ana), asset: 'USDT', units: 10n, code: 3 },
    { from: available(ana), to: principal(order, ana, 'dual'), asset: 'USDT', units: 20n, code: 8 },
    { from: poolFree('dual'), to: promised(order, ana, 'dual'), asset: 'USDT', units: 3n },
  )
})
afterAll(() => db.close())

it('keeps what a wallet can spend, has locked, has invested and is promised apart, by coin', async () => {
  const [figures = '', ofBen = '', ofEve] = await figuresOfWallets(db, [ana, ben, eve])
  expect(readFigures(figures)).toEqual([
    { asset: 'USDT', available: 70n, held: 10n, inOrders: 20n, promised: 3n },
    { asset: 'ATMC', available: 7n, held: 0n, inOrders: 0n, promised: 0n },
  ])
  expect(readFigures(ofBen)).toEqual([{ asset: 'USDT', available: 5n, held: 0n, inOrders: 0n, promised: 0n }])
  expect(ofEve).toBe('')
  expect(readFigures('')).toEqual([])
  expect(() => readFigures('1 retired 5')).toThrow('only these purposes')
})

it.each([
  ['keeps', lateMost - 1, lateMost],
  ['closes', lateMost, 1],
])('%s the accounts of %i finished orders beside the wallet’s own', async (_, count, left) => {
  const dan = `FIGURE${count}D`.padEnd(10, '0') as WalletId
  const orders = Array.from({ length: count }, (_each, nth) =>
    principal((20_000 + count * 1_000 + nth) as OrderId, dan, 'dual'),
  )
  const own = async () => (await db.query('SELECT 1 FROM own_account WHERE holder = $1', [dan])).length
  await move({ from: outside('eth'), to: available(dan), asset: 'USDT', units: 500n, code: 2 })
  await move(...orders.map((to): Posting => ({ from: available(dan), to, asset: 'USDT', units: 1n, code: 8 })))
  await move(...orders.map((from): Posting => ({ from, to: available(dan), asset: 'USDT', units: 1n, code: 9 })))
  await figuresOfWallets(db, [ana, dan])
  expect(await own()).toBe(left)
})

it('changes the version of a wallet with every posting to its accounts, and of no other', async () => {
  const before = await versionsOfWallets(db, [ana, ben, eve])
  await move({ from: poolFree('dual'), to: promised(order, ana, 'dual'), asset: 'USDT', units: 1n })
  const after = await versionsOfWallets(db, [ana, ben, eve])
  expect(after[0]).not.toBe(before[0])
  expect(after.slice(1)).toEqual(before.slice(1))
  expect(after[2]).toBe('')
})
