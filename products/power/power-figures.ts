import { unitsPerOne } from '#kit/amount/amount.ts'
import { type PowerOfLine, powerOfLines } from './power-codes.ts'
import type { PowerLine } from './power-log.ts'

/** If `day` is null, `lines` sums all earlier days. */
export type PowerOfDay = { readonly day: string | null; readonly lines: readonly PowerLine[] }

export type PowerFigures = {
  readonly line: PowerOfLine['line']
  readonly daily: bigint
  readonly once: bigint
  readonly back: bigint
  /** POWER per 1,000 USDT per day, to four decimals. `realised`: paid minus taken back. `named`: value in the terms. */
  readonly realised: bigint
  readonly named: bigint
  readonly days: number
  /** Rate of the daily POWER, one per day. */
  readonly course: readonly bigint[]
}

const perUsdt = 1_000n * unitsPerOne
/** Four decimals hide the rounding of each order, which is below 10⁻⁸ POWER. */
const step = unitsPerOne / 10_000n
const rate = (units: bigint, value: bigint): bigint =>
  value > 0n ? ((2n * units * perUsdt + value * step) / (2n * value * step)) * step : 0n
const paidOf = ({ paid }: PowerLine, code: number | undefined): bigint =>
  paid.reduce((sum, each) => (each.code === code ? sum + each.units : sum), 0n)

/** Compound takes back POWER from the initial grant, so only other lines subtract it from daily POWER. */
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
