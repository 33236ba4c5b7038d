import { expect, it } from 'vitest'
import type { StatementLine } from './statement.ts'
import { monthsOf, yearHeadings, yearLines, yearsOf } from './year.ts'

const months = ['2027-02', '2027-01', '2026-12', '2026-11']
const line = (changes: Partial<StatementLine>): StatementLine => ({
  at: '2026-12-01T23:59:59.000Z',
  coin: 'WLD',
  code: 4,
  direction: 'in',
  amount: '1.5',
  counterpart: { kind: 'wallet', id: 'ANA0000000' },
  ref: '',
  id: '7',
  ...changes,
})
const prices = [
  { day: '2026-12-01', coin: 'WLD', price: '2.33333333' },
  { day: '2026-12-02', coin: 'WLD', price: '9' },
]
const columns = (lines: readonly StatementLine[]) =>
  yearLines(lines, prices, () => 'Transfer')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))

it('has the years there are months of, and their months in order', () => {
  expect(yearsOf(months)).toEqual(['2027', '2026'])
  expect(monthsOf(months, '2026')).toEqual(['2026-11', '2026-12'])
})

it('values each movement at the price of its own day, rounded down in size', () => {
  const [came, went, coin] = columns([line({}), line({ direction: 'out' }), line({ coin: 'USDT', amount: '20' })])
  expect(came?.slice(4, 7)).toEqual(['1.5', '2.33333333', '3.49999999'])
  expect(went?.slice(4, 7)).toEqual(['-1.5', '2.33333333', '-3.49999999'])
  expect(coin?.slice(4, 7)).toEqual(['20', '1', '20'])
  expect(came).toHaveLength(yearHeadings.length)
  const [smallest, none] = ['0.00000001', '0'].map(
    (amount) => columns([line({ coin: 'USDT', direction: 'out', amount })])[0],
  )
  expect([smallest?.[6], none?.[6]]).toEqual(['-0.00000001', '0'])
})

it('leaves the value empty where no price of that day is known', () => {
  for (const unknown of [line({ at: '2026-12-03T00:00:00.000Z' }), line({ coin: 'POWER' })])
    expect(columns([unknown])[0]?.slice(5, 7)).toEqual(['', ''])
})
