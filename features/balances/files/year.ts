import { multiply, parseUnits, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { csvOf, type DecimalSign } from './csv.ts'
import type { StatementLine } from './statement.ts'

export type DayPrice = { readonly day: string; readonly coin: string; readonly price: string }

/** Newest first. */
export const yearsOf = (months: readonly string[]): string[] => [...new Set(months.map((month) => month.slice(0, 4)))]
/** Oldest first, as in the file. */
export const monthsOf = (months: readonly string[], year: string): string[] =>
  months.filter((month) => month.startsWith(`${year}-`)).sort()

export const yearHeadings: readonly string[] = [
  'time',
  'coin',
  'code',
  'type',
  'amount',
  'usdt_price',
  'usdt_value',
  'counterpart',
  'reference',
  'record',
]

/**
 * Adds each day's closing price and the value, rounded toward zero. Both are empty without a price and for points. @param nameOf the name
 * of a record type
 */
export function yearLines<Line extends StatementLine>(
  lines: readonly Line[],
  prices: readonly DayPrice[],
  nameOf: (line: Line) => string,
  decimal: DecimalSign = '.',
): string {
  const known = new Map(prices.map(({ day, coin, price }) => [`${day} ${coin}`, price]))
  return csvOf(
    lines.map((line) => {
      const sign = line.direction === 'out' ? '-' : ''
      const price = line.coin === 'USDT' ? '1' : (known.get(`${line.at.slice(0, 10)} ${line.coin}`) ?? '')
      const numerator = parseUnits(price)
      const units = parseUnits(line.amount)
      const isKnown = numerator !== undefined && units !== undefined
      const value = isKnown ? multiply(units, { numerator, denominator: unitsPerOne }, 'down') : undefined
      return [
        line.at,
        line.coin,
        String(line.code),
        nameOf(line),
        { amount: sign + line.amount },
        { amount: price },
        { amount: value === undefined ? '' : (value === 0n ? '' : sign) + showUnits(value) },
        [line.counterpart.kind, line.counterpart.id].filter(Boolean).join(':'),
        line.ref,
        line.id,
      ]
    }),
    decimal,
  )
}
