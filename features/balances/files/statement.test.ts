import { describe, expect, it } from 'vitest'
import {
  monthAfter,
  monthsSince,
  placeText,
  readPlace,
  runningBalances,
  type StatementLine,
  statementCsv,
} from './statement.ts'

const line = (changes: Partial<StatementLine>): StatementLine => ({
  at: '2026-12-01T00:00:00.000Z',
  coin: 'USDT',
  code: 4,
  direction: 'in',
  amount: '1.5',
  counterpart: { kind: 'wallet', id: 'ANA0000000' },
  ref: '',
  id: '7',
  ...changes,
})

describe('months', () => {
  it('follow one another over the end of a year, the newest first', () => {
    expect(monthAfter('2026-12')).toBe('2027-01')
    expect(monthsSince(new Date('2026-11-30T23:59:59Z'), new Date('2027-01-01T00:00:00Z'))).toEqual([
      '2027-01',
      '2026-12',
      '2026-11',
    ])
  })
})

describe('the place a page ends at', () => {
  it('is read as it was written, and nothing else is', () => {
    const place = { at: new Date('2026-12-01T00:00:00.123Z'), id: 99n }
    expect(readPlace(placeText(place))).toEqual(place)
    for (const text of ['', '12', '1.2.3', 'x.1', '1.x']) expect(readPlace(text)).toBeUndefined()
  })
})

describe('the balances of a statement', () => {
  it('run from the opening to the closing of each coin, and say when they do not', () => {
    const sums = [{ coin: 'USDT', opening: '10', closing: '8.5' }]
    const lines = [line({}), line({ direction: 'out', amount: '3' })]
    expect(runningBalances(sums, lines)).toEqual({ after: ['11.5', '8.5'], adds: true })
    expect(runningBalances(sums, lines.slice(1)).adds).toBe(false)
  })
})

describe('the file of a statement', () => {
  it('has a line each, quotes what must be, and holds nothing a spreadsheet would run', () => {
    const lines = [line({ direction: 'out', ref: '=cmd|calc', counterpart: { kind: 'house', id: '' } })]
    const file = statementCsv([{ coin: 'USDT', opening: '10', closing: '8.5' }], lines, () => 'Transfer, "online"')
    expect(file).toBe(
      'time,coin,code,type,amount,balance,counterpart,reference,record\r\n' +
        `2026-12-01T00:00:00.000Z,USDT,4,"Transfer, ""online""",-1.5,8.5,house,'=cmd|calc,7\r\n`,
    )
  })
})
