import { describe, expect, it } from 'vitest'
import type { OwnRecord } from '../checks/moved-since.ts'
import { findNeverSo, findOtherRow, type ShownFigures } from './shown-figures.ts'

const record = (id: string, amount: string, change: Partial<OwnRecord> = {}): OwnRecord => ({
  id,
  coin: 'USDT',
  direction: 'in',
  amount,
  account: 'available',
  counterpart: { kind: 'network', id: 'bsc' },
  ...change,
})
const records = [
  record('12', '3', { direction: 'out', counterpart: { kind: 'own', id: 'held' } }),
  record('11', '2'),
  record('9', '1'),
]
const now = (_: string, kind: string): bigint =>
  kind === 'available' ? 400_000_000n : kind === 'held' ? 300_000_000n : 0n
const history = { cut: 10n, coins: ['USDT'], records, unrecorded: [] }
const shown = (when: ShownFigures['when'], available: string, held: string): ShownFigures => ({
  from: '/wallet/assets',
  when,
  coins: [
    { coin: 'USDT', kind: 'available', amount: available },
    { coin: 'USDT', kind: 'held', amount: held },
  ],
})
const find = (...figures: ShownFigures[]) => findNeverSo(figures, now, history)

describe('figures on a screen', () => {
  it('may be those of any moment, where they were shown before', () => {
    for (const [available, held] of [
      ['4', '3'],
      ['7', '0'],
      ['5', '0'],
      ['4', '0'],
    ] as const)
      expect(find(shown('before', available, held))).toBeUndefined()
  })

  it('are a finding where the balances never were so', () => {
    for (const [available, held] of [
      ['1000', '3'],
      ['4.00000001', '3'],
      ['7', '3'],
      ['4', '1'],
    ] as const)
      expect(find(shown('before', available, held)), `${available} ${held}`).toBe('shown by /wallet/assets')
  })

  it('have to be those of now on a form', () => {
    expect(find(shown('now', '4', '3'))).toBeUndefined()
    for (const available of ['7', '5', '4.00000001', '3']) expect(find(shown('now', available, '3'))).toBeDefined()
  })

  it('are unreadable in any other spelling, never a match', () => {
    for (const amount of ['4e0', '0x4', ' 4', '4 ', '+4', '04', '４', '-4', '', 'NaN'])
      for (const when of ['now', 'before'] as const)
        expect(() => find(shown(when, amount, '3')), amount).toThrow('unreadable')
  })

  it('of an earlier moment say nothing where not all movements could be read', () => {
    const { cut, coins } = history
    expect(findNeverSo([shown('before', '1000', '0')], now, { cut, coins })).toBeUndefined()
    expect(findNeverSo([shown('now', '1000', '0')], now, { cut, coins })).toBeDefined()
  })
})

it('a record on the screen is one of the holder’s, as it is, from the cut on', () => {
  const of = (...rows: OwnRecord[]) => findOtherRow(rows, records, history)
  expect(of(...records)).toBeUndefined()
  expect(of(record('5', '1000'))).toBeUndefined()
  expect(of(record('11', '2.0'))).toBeUndefined()
  for (const row of [
    record('11', '2000'),
    record('11', '2', { direction: 'out' }),
    record('11', '2', { account: 'held' }),
    record('11', '2', { counterpart: { kind: 'wallet', id: 'BEN' } }),
    record('13', '1'),
  ])
    expect(of(row)).toBe(`record ${row.id} on the screen`)
})
