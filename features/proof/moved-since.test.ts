import { expect, it } from 'vitest'
import { movedByRecords, type OwnRecord } from './moved-since.ts'

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
    // Counted by the statement.
    record({ id: '10', amount: '100' }),
  ]
  expect(movedByRecords(records, 10n, 'USDT', 'available')).toBe(2_99999999n)
  expect(movedByRecords(records, 10n, 'USDT', 'held')).toBe(1_50000000n)
  expect(movedByRecords(records, 10n, 'WLD', 'available')).toBe(9_00000000n)
  expect(movedByRecords([], 10n, 'WLD', 'held')).toBe(0n)
})
