import { csvOf, type DecimalSign } from './csv.ts'

export type RecordLine = {
  readonly at: string
  readonly coin: string
  readonly code: number
  readonly direction: 'in' | 'out'
  readonly amount: string
  readonly account: string
  readonly balanceAfter: string
  readonly counterpart: { readonly kind: string; readonly id: string }
  readonly ref: string
  readonly id: string
}

const headings = [
  'time',
  'coin',
  'code',
  'type',
  'amount',
  'account',
  'balance_after',
  'counterpart',
  'reference',
  'record',
]

export const recordsCsv = <Line extends RecordLine>(
  lines: readonly Line[],
  nameOf: (line: Line) => string,
  decimal: DecimalSign = '.',
): string =>
  csvOf(
    [
      headings,
      ...lines.map((line) => [
        line.at,
        line.coin,
        String(line.code),
        nameOf(line),
        { amount: line.direction === 'out' ? `-${line.amount}` : line.amount },
        line.account,
        { amount: line.balanceAfter },
        [line.counterpart.kind, line.counterpart.id].filter(Boolean).join(':'),
        line.ref,
        line.id,
      ]),
    ],
    decimal,
  )
