import { unitsPerOne } from '#kit/amount.ts'
import { type PowerOfLine, powerOfLines } from './power-codes.ts'
import type { PowerLine } from './power-log.ts'

/** A day's lines, or with day null those of all days before. */
export type PowerOfDay = { readonly day: string | null; readonly lines: readonly PowerLine[] }

/** What a line paid in POWER since the first day, in units. */
export type PowerFigures = {
  readonly line: PowerOfLine['line']
  readonly daily: bigint
  readonly once: bigint
  readonly back: bigint
  /** For 1,000 USDT put in, a day: what came of the daily POWER less what was taken back of it, and what the terms name; to four decimals. */
  readonly realised: bigint
  readonly named: bigint
  /** Days told on which any order ran. */
  readonly days: number
  /** What each of them paid for 1,000 USDT. */
  readonly course: readonly bigint[]
}

const perUsdt = 1_000n * unitsPerOne
/** Four decimals. Each order rounds its POWER down by less than 10⁻⁸, which would else look like a course, and like less than the terms. */
const step = unitsPerOne / 10_000n
/** To the nearest step. */
const rate = (units: bigint, value: bigint): bigint =>
  value > 0n ? ((2n * units * perUsdt + value * step) / (2n * value * step)) * step : 0n
const paidOf = ({ paid }: PowerLine, code: number | undefined): bigint =>
  paid.reduce((sum, each) => (each.code === code ? sum + each.units : sum), 0n)

/**
 * The figures of each line of which any order ever ran. What compound takes back is of what its start gave; everywhere else it is of what
 * the days did.
 */
export function powerFigures(days: readonly PowerOfDay[]): PowerFigures[] {
  return powerOfLines.flatMap(({ line, daily, once, back }) => {
    const own = days.flatMap(({ day, lines }) =>
      lines.filter((each) => each.line === line).map((each) => ({ day, each })),
    )
    const sum = (of: (each: PowerLine) => bigint) => own.reduce((total, { each }) => total + of(each), 0n)
    const value = sum((each) => each.value)
    if (value === 0n) return []
    const [given, taken] = [sum((each) => paidOf(each, daily)), sum((each) => paidOf(each, back))]
    const ran = own.filter(({ day, each }) => day !== null && each.value > 0n)
    return [
      {
        line,
        daily: given,
        once: sum((each) => paidOf(each, once)),
        back: taken,
        realised: rate(once === undefined ? given - taken : given, value),
        named: rate(
          sum((each) => each.named),
          value,
        ),
        days: ran.length,
        course: ran.map(({ each }) => rate(paidOf(each, daily), each.value)),
      },
    ]
  })
}
