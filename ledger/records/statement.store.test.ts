import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { available, held, issued, outside, principal } from '../posting/chart.ts'
import type { Posting } from '../posting/entry.ts'
import { post } from '../posting/ledger.store.ts'
import { firstMonth, statementRecords, statementSums } from './statement.store.ts'

const [ana, ben, eve] = ['STATEANA01', 'STATEBEN01', 'STATEEVE01'] as [WalletId, WalletId, WalletId]
const [october, november, december] = ['2026-10-01', '2026-11-01', '2026-12-01'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
]
let db: Db
let keys = 0
const move = (at: string, ...postings: readonly Posting[]) => {
  keys += 1
  return db.transaction((tx) => post(tx, { key: `statement:${keys}`, at: new Date(at), postings }))
}
const deposit = (units: bigint): Posting => ({
  ...{ from: outside('eth'), to: available(ana), asset: 'USDT', units, code: 2 },
})
const pay = (units: bigint): Posting => ({ from: available(ana), to: available(ben), asset: 'USDT', units, code: 4 })

beforeAll(async () => {
  db = await testDb()
  await move(
    '2026-10-31T23:59:59.999Z',
    deposit(100n),
    { from: available(ana), to: held(ana), asset: 'USDT', units: 10n, code: 3 },
    { from: available(ana), to: principal(9_003 as OrderId, ana, 'dual'), asset: 'USDT', units: 20n, code: 8 },
  )
  await move('2026-11-01T00:00:00Z', deposit(5n))
  await move('2026-11-30T23:59:59.999Z', pay(3n), pay(1n))
  await move('2026-12-01T00:00:00Z', deposit(1n))
  await move('2026-10-01T00:00:00Z', { from: issued, to: available(eve), asset: 'CREDIT', units: 9n, code: 117 })
})
afterAll(() => db.close())

it('adds up a month from its opening balance, with what was locked and invested at its end', async () => {
  const usdt = { asset: 'USDT', held: 10n, inOrders: 20n }
  expect(await statementSums(db, ana, october)).toEqual([
    { ...usdt, opening: 0n, received: 100n, spent: 30n, closing: 70n },
  ])
  expect(await statementSums(db, ana, november)).toEqual([
    { ...usdt, opening: 70n, received: 5n, spent: 4n, closing: 71n },
  ])
  expect(await statementSums(db, ana, december)).toEqual([
    { ...usdt, opening: 71n, received: 1n, spent: 0n, closing: 72n },
  ])
  expect(await statementSums(db, ben, october)).toEqual([])
})

it('lists the records of a span oldest first, page by page', async () => {
  const units = async (span: readonly [Date, Date], rest: Parameters<typeof statementRecords>[3]) =>
    (await statementRecords(db, ana, { from: span[0], until: span[1] }, rest)).map((record) => record.units)
  expect(await units([november, december], { limit: 9 })).toEqual([5n, 3n, 1n])
  expect(await units([november, december], { limit: 2 })).toEqual([5n, 3n])
  const [, place] = await statementRecords(db, ana, { from: november, until: december }, { limit: 2 })
  expect(await units([november, december], { limit: 2, after: place })).toEqual([1n])
  expect(await units([october, november], { limit: 9 })).toEqual([100n, 10n, 20n])
})

it('begins with the month of the first coin, and not with points', async () => {
  expect(await firstMonth(db, ana)).toEqual(october)
  expect(await firstMonth(db, ben)).toEqual(november)
  expect(await firstMonth(db, eve)).toBeUndefined()
})
