import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import type { OrderId, SessionId, WalletId } from '#kit/text/ids.ts'
import { type Day, stoppedClock } from '#kit/time/clock.ts'
import type { Contract, OutputOf } from '#kit/wire/contract.ts'
import {
  type Account,
  available,
  company,
  held,
  issued,
  outside,
  poolFree,
  principal,
  promised,
} from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { ledgerOf } from '#ledger/posting/ledger.store.ts'
import { keepValues } from '#market/prices/value.store.ts'
import { balancesCalls } from './balances.api.ts'
import { walletAssets, walletRecord, walletRecords, walletStatement, walletValue } from './balances.contract.ts'
import { runningBalances } from './files/statement.ts'

const ana = 'ANA0000000' as WalletId
const ben = 'BEN0000000' as WalletId
const order = 12 as OrderId
const clock = stoppedClock(new Date('2026-11-21T10:00:00Z'))
const ones = (whole: number) => BigInt(whole) * unitsPerOne

let db: Db
const post = (key: string, postings: readonly Posting[], ref?: string) =>
  ledgerOf(db).submit({ key, at: clock.now(), postings, ...(ref ? { ref } : {}) })

const none = async () => null
const calls = balancesCalls({ transfer: none, exchange: none })

async function call<C extends Contract>(contract: C, walletId: WalletId, input: unknown): Promise<OutputOf<C>> {
  const found = calls.find((item) => item.contract === contract)
  const now = clock.now()
  const secrets = deriveSecrets(new Uint8Array(32))
  const rest = { db, clock, now, wall: now, secrets, walletId, sessionId: 's' as SessionId, requestId: 'r' }
  return found?.run(v.parse(contract.input, input), { ...rest, ip: '', origin: '', userAgent: '' }) as Promise<
    OutputOf<C>
  >
}

beforeAll(async () => {
  db = await testDb()
  await post(
    'd1',
    [{ from: outside('eth'), to: available(ana), asset: 'USDT', units: ones(100), code: 2 }],
    'deposit:1',
  )
  await post('d2', [{ from: outside('eth'), to: available(ana), asset: 'WLD', units: ones(5), code: 2 }], 'deposit:2')
  await post('t1', [{ from: available(ana), to: available(ben), asset: 'USDT', units: ones(10), code: 4 }])
  await post('w1', [{ from: available(ana), to: held(ana), asset: 'USDT', units: ones(20), code: 3 }], 'withdrawal:1')
  await post('w2', [
    { from: held(ana), to: company('fees'), asset: 'USDT', units: ones(5), code: 100 },
    { from: held(ana), to: { owner: 'house', purpose: 'in_flight:eth' }, asset: 'USDT', units: ones(15), code: 3 },
  ])
  await post('o1', [
    { from: available(ana), to: principal(order, ana, 'dual'), asset: 'USDT', units: ones(30), code: 8 },
    { from: issued, to: available(ana), asset: 'POWER', units: ones(2), code: 2 },
  ])
  await post('o2', [
    { from: outside('eth'), to: company('capital'), asset: 'USDT', units: ones(9) },
    { from: company('capital'), to: poolFree('dual'), asset: 'USDT', units: ones(9) },
    { from: poolFree('dual'), to: promised(order, ana, 'dual'), asset: 'USDT', units: ones(4) },
  ])
})
afterAll(() => db.close())

describe('the assets of a wallet', () => {
  it('answers what is available, held, in orders and promised by them, and says when a price is missing', async () => {
    const { items, total, complete } = await call(walletAssets, ana, {})
    expect(items.map(({ coin }) => coin)).toEqual([...coins, 'POWER', 'CREDIT'])
    const rest = { inOrders: '30', promised: '4', inMarkets: '0', value: '70' }
    expect(items[0]).toEqual({ coin: 'USDT', kind: 'coin', available: '40', held: '0', ...rest })
    expect(items[1]).toMatchObject({ available: '5', value: null })
    expect(items[2]).toMatchObject({ available: '0', value: '0' })
    expect(items[coins.length]).toMatchObject({ kind: 'point', available: '2', value: null })
    expect({ total, complete }).toEqual({ total: '70', complete: false })
  })
})

describe('the value of a wallet over time', () => {
  it('tells deposits, transfers and withdrawals from what was gained or paid', async () => {
    expect(await call(walletValue, ana, {})).toEqual({
      days: [
        { day: '2026-11-20', value: '0', moved: '0', gain: '0' },
        { day: '2026-11-21', value: '70', moved: '75', gain: '-5' },
      ],
      complete: false,
    })
    expect(await call(walletValue, 'DAN0000000' as WalletId, { period: 'all' })).toEqual({ days: [], complete: true })
  })

  it('counts coins that join a market as moved out, and those that come back as moved in', async () => {
    const cid = 'CID0000000' as WalletId
    const joined = principal(14 as OrderId, cid, 'liquidity')
    const market = { owner: 'market:USDT-WLD', purpose: 'reserve' } as const
    const usdt = (from: Account, to: Account, whole: number, code?: number): Posting[] => [
      { from, to, asset: 'USDT', units: ones(whole), ...(code === undefined ? {} : { code }) },
    ]
    await post('c1', usdt(outside('eth'), available(cid), 50, 2), 'deposit:3')
    await post('c2', usdt(available(cid), joined, 50, 7), 'order:14')
    await post('c3', usdt(joined, market, 50), 'order:14')
    await post('c4', usdt(market, available(cid), 48, 13), 'order:14')
    const { days } = await call(walletValue, cid, {})
    expect(days.at(-1)).toEqual({ day: '2026-11-21', value: '48', moved: '48', gain: '0' })
  })
})

describe('the records of a wallet', () => {
  it('answers every movement, the newest first, from the side of the wallet', async () => {
    const { items, next } = await call(walletRecords, ana, { cursor: '' })
    expect(next).toBe('')
    expect(items.map(({ coin, code, direction, amount, account }) => [coin, code, direction, amount, account])).toEqual(
      [
        ['POWER', 2, 'in', '2', 'available'],
        ['USDT', 8, 'out', '30', 'available'],
        ['USDT', 3, 'out', '15', 'held'],
        ['USDT', 100, 'out', '5', 'held'],
        ['USDT', 3, 'out', '20', 'available'],
        ['USDT', 4, 'out', '10', 'available'],
        ['WLD', 2, 'in', '5', 'available'],
        ['USDT', 2, 'in', '100', 'available'],
      ],
    )
    expect(items.map(({ counterpart }) => counterpart)).toEqual([
      { kind: 'issued', id: '' },
      { kind: 'order', id: '12', account: 'principal' },
      { kind: 'network', id: 'eth' },
      { kind: 'house', id: 'fees' },
      { kind: 'own', id: 'held' },
      { kind: 'wallet', id: ben },
      { kind: 'network', id: 'eth' },
      { kind: 'network', id: 'eth' },
    ])
    expect(items.at(-1)).toMatchObject({ ref: 'deposit:1', balanceAfter: '100', at: '2026-11-21T10:00:00.000Z' })
  })

  it('answers by coin, by type and page by page', async () => {
    expect((await call(walletRecords, ana, { coin: 'WLD', cursor: '' })).items).toHaveLength(1)
    expect((await call(walletRecords, ana, { code: 3, cursor: '' })).items).toHaveLength(2)
    const transfers = Array.from({ length: 33 }, (_, place) =>
      post(`p${place}`, [{ from: available(ana), to: available(ben), asset: 'WLD', units: 1n, code: 4 }]),
    )
    await Promise.all(transfers)
    const first = await call(walletRecords, ben, { cursor: '' })
    const second = await call(walletRecords, ben, { cursor: first.next })
    expect([first.items.length, second.items.length, second.next]).toEqual([30, 4, ''])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(34)
  })

  it('answers by day, both included, and does not mix the types of POWER with those of coins', async () => {
    const day = '2026-11-21'
    const count = async (input: object) => (await call(walletRecords, ana, input)).items.length
    const all = await count({})
    expect(await count({ from: day, until: day })).toBe(all)
    expect(await count({ from: '2026-11-22' })).toBe(0)
    expect(await count({ until: '2026-11-20' })).toBe(0)
    const [{ at = '' } = {}] = (await call(walletRecords, ana, {})).items
    const next = new Date(Date.parse(at) + 1).toISOString()
    expect([await count({ since: next }), await count({ before: next }), await count({ since: at })]).toEqual([
      0,
      all,
      await count({ since: at, before: next }),
    ])
    expect(await count({ since: at })).toBeGreaterThan(0)
    const { items } = await call(walletRecords, ana, { code: 2, page: 'many' })
    expect(items.map(({ coin }) => coin)).toEqual(['WLD', 'USDT'])
    expect((await call(walletRecords, ana, { coin: 'POWER', code: 2 })).items).toHaveLength(1)
  })

  it('answers one record with what happened beside it', async () => {
    const { items } = await call(walletRecords, ana, { code: 100, cursor: '' })
    const answer = await call(walletRecord, ana, { id: items[0]?.id })
    expect(answer.record).toEqual(items[0])
    expect(answer.together).toMatchObject([{ code: 3, amount: '15', balanceAfter: '0' }])
  })

  it('refuses what is not there and what is someone else’s', async () => {
    const { items } = await call(walletRecords, ana, { code: 100, cursor: '' })
    await expect(call(walletRecord, ben, { id: items[0]?.id })).rejects.toMatchObject({ key: 'request.data_missing' })
    await expect(call(walletRecord, ana, { id: '99999999' })).rejects.toMatchObject({ key: 'request.data_missing' })
  })

  it('knows no record whose number the database could not hold', () => {
    expect(v.is(walletRecord.input, { id: '9'.repeat(18) })).toBe(true)
    expect(v.is(walletRecord.input, { id: '9'.repeat(19) })).toBe(false)
  })
})

describe('the statement of a month', () => {
  const eve = 'EVE0000000' as WalletId
  const on = async (at: string, key: string, postings: readonly Posting[]) => {
    clock.set(new Date(at))
    await post(key, postings)
  }
  const paidIn = (units: bigint): Posting => ({
    from: outside('bsc'),
    to: available(eve),
    asset: 'USDT',
    units,
    code: 2,
  })

  it('opens with what was there, lists what came and went in the order it happened, and closes with what is there', async () => {
    await on('2026-11-29T12:00:00Z', 's1', [paidIn(ones(100))])
    await on('2026-12-01T00:00:10Z', 's2', [paidIn(ones(7))])
    // A late settlement dates this entry at the previous midnight.
    await on('2026-12-01T00:00:00Z', 's3', [
      { from: issued, to: available(eve), asset: 'POWER', units: ones(3), code: 2 },
    ])
    await on('2026-11-30T23:30:00Z', 's4', [
      { from: available(eve), to: available(ben), asset: 'USDT', units: ones(30), code: 4 },
    ])
    await on('2026-12-05T08:00:00Z', 's5', [
      { from: available(eve), to: held(eve), asset: 'USDT', units: ones(20), code: 3 },
    ])
    await on('2026-12-06T08:00:00Z', 's6', [
      { from: available(eve), to: principal(13 as OrderId, eve, 'dual'), asset: 'USDT', units: ones(5), code: 8 },
    ])
    clock.set(new Date('2026-12-10T00:00:00Z'))
    const rate = { numerator: 5n, denominator: 2n }
    await db.transaction((tx) => keepValues(tx, '2026-11-30' as Day, [{ coin: 'WLD', purpose: 'shown', rate }]))
    const december = await call(walletStatement, eve, { cursor: '' })
    expect(december).toMatchObject({
      month: '2026-12',
      months: ['2026-12', '2026-11'],
      from: '2026-12-01T00:00:00.000Z',
      until: '2026-12-10T00:00:00.000Z',
      next: '',
    })
    expect(december.sums).toEqual([
      { coin: 'USDT', opening: '70', received: '7', spent: '25', closing: '52', held: '20', inOrders: '5' },
      { coin: 'POWER', opening: '0', received: '3', spent: '0', closing: '3', held: '0', inOrders: '0' },
    ])
    expect(december.items.map(({ coin, direction, amount }) => [coin, direction, amount])).toEqual([
      ['POWER', 'in', '3'],
      ['USDT', 'in', '7'],
      ['USDT', 'out', '20'],
      ['USDT', 'out', '5'],
    ])
    const november = await call(walletStatement, eve, { month: '2026-11', cursor: '' })
    expect(november.until).toBe('2026-12-01T00:00:00.000Z')
    expect([november.prices, december.prices]).toEqual([[{ day: '2026-11-30', coin: 'WLD', price: '2.5' }], []])
    expect(november.sums).toEqual([
      { coin: 'USDT', opening: '0', received: '100', spent: '30', closing: '70', held: '0', inOrders: '0' },
    ])
    expect(runningBalances(december.sums, december.items)).toEqual({ after: ['3', '77', '57', '52'], adds: true })
  })

  it('goes on where a page ended, and misses nothing', async () => {
    const many = Array.from({ length: 230 }, (_, place) => paidIn(BigInt(place + 1)))
    await on('2026-12-10T00:00:00Z', 's7', many)
    clock.set(new Date('2026-12-11T00:00:00Z'))
    const first = await call(walletStatement, eve, { cursor: '' })
    const second = await call(walletStatement, eve, { cursor: first.next })
    expect([first.items.length, second.items.length, second.next]).toEqual([200, 34, ''])
    expect(runningBalances(first.sums, [...first.items, ...second.items]).adds).toBe(true)
  })

  it('refuses a month before the first movement, or to come', async () => {
    for (const month of ['2026-10', '2027-01'])
      await expect(call(walletStatement, eve, { month, cursor: '' })).rejects.toMatchObject({
        key: 'request.data_missing',
      })
  })
})
