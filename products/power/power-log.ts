import { publicCount } from '#kit/privacy.ts'

/** The POWER that moved in the name of a line under one record code: units of 10⁻⁸, and how many postings. */
export type PowerPaid = { readonly code: number; readonly units: bigint; readonly postings: number }

/** A line on a day, or on all days of a span. */
export type PowerLine = {
  readonly line: string
  /** Orders that ran the whole day before, which this day's midnight pays; in a span each counts once a day. */
  readonly orders: number
  /** What they had put in, in 10⁻⁸ USDT, at its value when it was; and the POWER of a day that their terms name for it. */
  readonly value: bigint
  readonly named: bigint
  readonly paid: readonly PowerPaid[]
}
/** The lines of a day. `previous` is the digest of the text of the day before. */
export type PowerDay = { readonly day: string; readonly previous: string; readonly lines: readonly PowerLine[] }

type Row = readonly [
  line: string,
  orders: number,
  value: string,
  named: string,
  paid: readonly (readonly [code: number, units: string, postings: number])[],
]

/** Lines as they stand in such a text. Counts below five are 0 there. */
export const rowsOfPower = (lines: readonly PowerLine[]): Row[] =>
  lines
    .toSorted((one, other) => (one.line < other.line ? -1 : 1))
    .map(({ line, orders, value, named, paid }) => [
      line,
      publicCount(orders),
      `${value}`,
      `${named}`,
      paid
        .toSorted((one, other) => one.code - other.code)
        .map(({ code, units, postings }) => [code, `${units}`, publicCount(postings)] as const),
    ])

/** A day as the text whose SHA-256 the next day, or a statement, names. The same books make the same text. */
export const powerText = ({ day, previous, lines }: PowerDay): string =>
  JSON.stringify({ v: 'POWER1', day, previous, lines: rowsOfPower(lines) })

/** Reads such a text. @throws where it is another one */
export function readPower(text: string): PowerDay {
  const said = JSON.parse(text) as { v: string; day: string; previous: string; lines: readonly Row[] }
  if (said.v !== 'POWER1') throw new Error('power')
  return { day: said.day, previous: said.previous, lines: said.lines.map(toLine) }
}

/** Reads such rows alone. @throws where one is none */
export const powerOfRows = (text: string): PowerLine[] => (JSON.parse(text) as readonly Row[]).map(toLine)

const toLine = ([line, orders, value, named, paid]: Row): PowerLine => ({
  line,
  orders,
  value: unitsOf(value),
  named: unitsOf(named),
  paid: paid.map(([code, units, postings]) => ({ code, units: unitsOf(units), postings })),
})

function unitsOf(text: string): bigint {
  if (!/^(0|[1-9][0-9]{0,38})$/.test(text)) throw new Error('power')
  return BigInt(text)
}
