import { expect, it } from 'vitest'
import { doFall, findUnrecorded, movedByRecords, type OwnRecord, type Unrecorded } from './moved-since.ts'

const record = (change: Partial<OwnRecord>): OwnRecord => ({
  id: '11',
  coin: 'USDT',
  direction: 'in',
  amount: '1',
  account: 'available',
  counterpart: { kind: 'network', id: 'bsc' },
  ...change,
})

it('adds up what came and went after the cut, coin by coin and account by account', () => {
  const records = [
    record({ amount: '5' }),
    record({ direction: 'out', amount: '2', counterpart: { kind: 'own', id: 'held' } }),
    record({ direction: 'out', amount: '0.5', account: 'held', counterpart: { kind: 'house', id: 'fees' } }),
    record({ direction: 'out', amount: '0.00000001', counterpart: { kind: 'order', id: '7' } }),
    record({ coin: 'WLD', amount: '9' }),
    record({ id: '10', amount: '100' }),
  ]
  expect(movedByRecords(records, 10n, 'USDT', 'available')).toBe(2_99999999n)
  expect(movedByRecords(records, 10n, 'USDT', 'held')).toBe(1_50000000n)
  expect(movedByRecords(records, 10n, 'WLD', 'available')).toBe(9_00000000n)
  expect(movedByRecords([], 10n, 'WLD', 'held')).toBe(0n)
})

it('takes numbers that fall, each told once', () => {
  const lists = [['12', '11'], ['12', '12'], ['11', '12'], ['12', 'x'], ['12'], []]
  expect(lists.map((ids) => doFall(ids.map((id) => ({ id }))))).toEqual([true, false, false, false, true, true])
})

it('finds what moved without a record, by a single unit', () => {
  const silent = (change: Partial<Unrecorded>): Unrecorded => ({
    ...{ id: '11', kind: 'promised', coin: 'USDT', amount: '1' },
    ...change,
  })
  const find = (
    moved: bigint,
    unrecorded: readonly Unrecorded[],
    records: readonly OwnRecord[] = [],
    of = 'promised',
  ) =>
    findUnrecorded(
      (coin, kind) => (coin === 'USDT' && kind === of ? moved : 0n),
      { records, unrecorded },
      { cut: 10n, coins: ['USDT', 'WLD'] },
    )
  expect(find(1_00000000n, [silent({})])).toBeUndefined()
  expect(find(1_00000001n, [silent({})])).toBe('since promised USDT')
  expect(find(2_00000000n, [silent({ id: '12' }), silent({})])).toBeUndefined()
  expect(find(1_00000000n, [silent({}), silent({ id: '10' })])).toBe('promised USDT without a record')
  expect(find(0n, [silent({ kind: 'principal', amount: '0' })])).toBe('principal USDT without a record')
  expect(find(-1n, [silent({ kind: 'principal', amount: '-0.00000001' })], [], 'principal')).toBeUndefined()
  expect(find(1_00000000n, [], [record({})], 'available')).toBeUndefined()
  const twice = 'records out of their order'
  expect(find(2_00000000n, [silent({}), silent({})])).toBe(twice)
  expect(find(2_00000000n, [], [record({}), record({})], 'available')).toBe(twice)
})
