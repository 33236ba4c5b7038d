import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { available, company, held, outside, poolFree, principal, promised } from '../posting/chart.ts'
import type { Posting } from '../posting/entry.ts'
import { post } from '../posting/ledger.store.ts'
import { keepSome, lateMost } from './history.store.ts'
import {
  loadRecord,
  type RecordsQuery,
  recordsOf,
  recordsOfEntry,
  type WalletRecord,
  walletRecordsByIds,
} from './records.store.ts'

const one = 100_000_000n
const [ana, ben, cid] = ['RECORDANA1', 'RECORDBEN1', 'RECORDCID1'] as [WalletId, WalletId, WalletId]
const order = 9_001 as OrderId
const [ofOrder, interest] = [principal(order, ana, 'dual'), promised(order, ana, 'dual')]
const noon = new Date('2026-11-22T12:00:00.000Z')
const pay = (from: WalletId, to: WalletId, units: bigint): Posting => ({
  ...{ from: available(from), to: available(to), asset: 'USDT', units, code: 4 },
})
let db: Db
let keys = 0
const move = (postings: readonly Posting[], at = noon) => {
  keys += 1
  return db.transaction((tx) => post(tx, { key: `records:${keys}`, at, ref: `test:${keys}`, postings }))
}
const all = (walletId: WalletId) => recordsOf(db, { walletId, limit: 50 })
const newest = async (walletId: WalletId) => (await recordsOf(db, { walletId, limit: 1 }))[0] as WalletRecord

beforeAll(async () => {
  db = await testDb()
  await move([{ from: outside('eth'), to: company('capital'), asset: 'USDT', units: 1_000n * one }])
  await move([{ from: company('capital'), to: poolFree('dual'), asset: 'USDT', units: 100n * one }])
  for (const wallet of [ana, ben, cid])
    await move([{ from: outside('eth'), to: available(wallet), asset: 'USDT', units: 1_000n * one, code: 2 }])
  await move([{ from: outside('bsc'), to: available(ana), asset: 'ATMC', units: 50n * one, code: 2 }])
})
afterAll(() => db.close())

it('shows both sides of a payment, each with its own balance', async () => {
  await move([pay(ana, ben, 10n * one)])
  const [sent, received] = [await newest(ana), await newest(ben)]
  const same = {
    id: sent.id,
    entry: sent.id,
    at: noon,
    asset: 'USDT',
    code: 4,
    purpose: 'available',
    ref: `test:${keys}`,
  }
  expect(sent).toEqual({
    ...{ ...same, direction: 'out', units: 10n * one, balance: 990n * one },
    other: { owner: `wallet:${ben}`, purpose: 'available', own: false },
  })
  expect(received).toEqual({
    ...{ ...same, direction: 'in', units: 10n * one, balance: 1_010n * one },
    other: { owner: `wallet:${ana}`, purpose: 'available', own: false },
  })
})

it('shows a movement between accounts of one holder from the account closest to the available balance', async () => {
  const shown = async (posting: Pick<Posting, 'from' | 'to' | 'code'>) => {
    await move([{ ...posting, asset: 'USDT', units: 20n * one }])
    const { purpose, direction, balance, other } = await newest(ana)
    return `${purpose} ${direction} ${balance / one}, ${other.own ? 'own' : 'other'} ${other.purpose}`
  }
  expect([
    await shown({ from: available(ana), to: ofOrder, code: 8 }),
    await shown({ from: ofOrder, to: available(ana), code: 9 }),
    await shown({ from: available(ana), to: held(ana), code: 15 }),
    await shown({ from: held(ana), to: ofOrder, code: 8 }),
  ]).toEqual([
    'available out 970, own principal',
    'available in 990, own principal',
    'available out 970, own held',
    'held out 0, own principal',
  ])
  await move([{ from: poolFree('dual'), to: interest, asset: 'USDT', units: 20n * one }])
  expect(await shown({ from: interest, to: ofOrder, code: 112 })).toBe('principal in 40, own promised')
})

it('hides postings without a code, and a wallet from everybody else', async () => {
  await move([
    { from: poolFree('dual'), to: interest, asset: 'USDT', units: one },
    { from: interest, to: available(ana), asset: 'USDT', units: one, code: 112 },
  ])
  const record = await newest(ana)
  const hidden = record.id - 1n
  expect(record.entry).toBe(hidden)
  expect((await all(ana)).map(({ id }) => id)).not.toContain(hidden)
  expect(await loadRecord(db, ana, hidden)).toBeUndefined()
  expect(await recordsOfEntry(db, ana, hidden)).toEqual([record])
  expect(await loadRecord(db, ana, record.id)).toEqual(record)
  expect(await loadRecord(db, cid, record.id)).toBeUndefined()
  expect(await recordsOfEntry(db, cid, record.entry)).toEqual([])
})

it.each([
  ['keeps', lateMost - 1, lateMost],
  ['closes', lateMost, 1],
])('%s the accounts of %i finished orders beside the wallet’s own', async (_, count, left) => {
  const dan = `RECORD${count}D`.padEnd(10, '0') as WalletId
  const orders = Array.from({ length: count }, (_each, nth) =>
    principal((20_000 + count * 1_000 + nth) as OrderId, dan, 'dual'),
  )
  const own = async () => (await db.query('SELECT 1 FROM own_account WHERE holder = $1', [dan])).length
  await move([{ from: outside('eth'), to: available(dan), asset: 'USDT', units: one, code: 2 }])
  await move(orders.map((to) => ({ from: available(dan), to, asset: 'USDT', units: 1n, code: 8 })))
  await move(orders.map((from) => ({ from, to: available(dan), asset: 'USDT', units: 1n, code: 9 })))
  expect(await own()).toBe(count + 1)
  await recordsOf(db, { walletId: dan, limit: 1 })
  expect(await own()).toBe(left)
})

it('lists an entry by posting, and records by the IDs asked for', async () => {
  await move([pay(ana, ben, 3n), pay(ben, cid, 2n), pay(ben, ana, 1n)])
  await move([pay(ana, ben, 5n)])
  const [after, last, first] = await recordsOf(db, { walletId: ana, limit: 3 })
  const entry = await recordsOfEntry(db, ana, first?.id ?? 0n)
  expect(entry).toEqual([first, last])
  expect(entry.map(({ units }) => units)).toEqual([3n, 1n])
  const ids = [last, after, first].map((record) => record?.id ?? 0n)
  expect(await walletRecordsByIds(db, ana, ids)).toEqual([last, after, first])
  expect((await walletRecordsByIds(db, cid, ids)).length).toBe(0)
})

it('pages by ID, by moment, by coin and by type, before and after the history is stored', async () => {
  const days = [0, 1, 1, 2, 2, 3].map((back) => new Date(noon.getTime() - back * dayMs))
  const [, newer = noon, , older = noon, , oldest = noon] = days
  for (const [place, at] of days.entries()) await move([pay(cid, ben, BigInt(100 + place))], at)
  const units = async (query: Omit<RecordsQuery, 'walletId'>) =>
    (await recordsOf(db, { walletId: cid, ...query })).map((record) => record.units)
  const sent = (await all(cid)).filter(({ direction }) => direction === 'out')
  const idOf = (amount: bigint) => sent.find((record) => record.units === amount)?.id
  const pages = async () => ({
    byId: await units({ limit: 2 }),
    nextById: await units({ limit: 2, before: idOf(104n) }),
    from: await units({ from: older, codes: [4], limit: 9 }),
    until: await units({ until: older, codes: [4], limit: 9 }),
    span: await units({ from: oldest, until: newer, limit: 9 }),
    nextOfSpan: await units({ from: oldest, until: newer, before: idOf(104n), limit: 9 }),
    nextFrom: await units({ from: oldest, before: idOf(103n), limit: 9 }),
    beforeTheEnd: await units({ until: newer, before: idOf(102n), limit: 9 }),
    unknown: await units({ from: oldest, until: newer, before: 1n, limit: 9 }),
    unknownFrom: await units({ from: newer, codes: [4], before: 1n, limit: 2 }),
    deposits: await units({ codes: [2], limit: 9 }),
    otherCoin: await units({ assets: ['ATMC'], limit: 9 }),
    otherType: await units({ assets: ['USDT'], codes: [5], limit: 9 }),
  })
  const late = await pages()
  expect(late).toEqual({
    byId: [105n, 104n],
    nextById: [103n, 102n],
    from: [100n, 2n, 102n, 101n, 104n, 103n],
    until: [105n],
    span: [104n, 103n, 105n],
    nextOfSpan: [103n, 105n],
    nextFrom: [105n],
    beforeTheEnd: [104n, 103n, 105n],
    unknown: [104n, 103n, 105n],
    unknownFrom: [100n, 2n],
    deposits: [1_000n * one],
    otherCoin: [],
    otherType: [],
  })
  await keepSome(db, cid, { least: 0, most: 3 })
  expect(await pages()).toEqual(late)
  while (await keepSome(db, cid, { least: 0, most: 50 }));
  expect(await pages()).toEqual(late)
})
