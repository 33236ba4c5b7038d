import { expect, it } from 'vitest'
import { type RecordLine, recordsCsv } from './records-csv.ts'

const line: RecordLine = {
  at: '2026-11-21T10:00:00.000Z',
  coin: 'USDT',
  code: 4,
  direction: 'out',
  amount: '120.5',
  account: 'available',
  balanceAfter: '379.5',
  counterpart: { kind: 'wallet', id: 'GMNYT2D5J7' },
  ref: 'transfer:1',
  id: '77',
}

it('writes every field of each record, signed by its direction, and holds nothing a spreadsheet would run', () => {
  const file = recordsCsv(
    [line, { ...line, direction: 'in', counterpart: { kind: 'issued', id: '' }, ref: '' }],
    () => '=1, "x"',
  )
  expect(file.split('\r\n')).toEqual([
    'time,coin,code,type,amount,account,balance_after,counterpart,reference,record',
    `2026-11-21T10:00:00.000Z,USDT,4,"'=1, ""x""",-120.5,available,379.5,wallet:GMNYT2D5J7,transfer:1,77`,
    `2026-11-21T10:00:00.000Z,USDT,4,"'=1, ""x""",120.5,available,379.5,issued,,77`,
    '',
  ])
})

it('is read by spreadsheets that expect a comma before decimals: semicolons between fields, and no date in place of an amount', () => {
  const file = recordsCsv([{ ...line, amount: '2.5' }], () => 'Transfer; online, 2.5', ',')
  expect(file.split('\r\n')[1]).toBe(
    '2026-11-21T10:00:00.000Z;USDT;4;"Transfer; online, 2.5";-2,5;available;379,5;wallet:GMNYT2D5J7;transfer:1;77',
  )
})
