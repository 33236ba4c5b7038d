import { isDay, readJson, readWhole, Unreadable } from '#kit/exact.ts'
import { isPublicCount, publicCount } from '#kit/privacy.ts'

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

/** Reads such a text. @throws Unreadable where it is another one, or in another form */
export function readPower(text: string): PowerDay {
  const { v, day, previous, lines } = (readJson(text) ?? {}) as Partial<
    Record<'v' | 'day' | 'previous' | 'lines', unknown>
  >
  if (v !== 'POWER1' || !isDay(day) || typeof previous !== 'string' || !/^[0-9a-f]{64}$/.test(previous))
    throw new Unreadable('power')
  return { day, previous, lines: linesOf(lines) }
}

/** Reads such rows alone. @throws Unreadable where one is none */
export const powerOfRows = (text: string): PowerLine[] => linesOf(readJson(text))

const isCode = (value: unknown): value is number => Number.isSafeInteger(value)

/** Each line once, in the order of the text. */
function linesOf(rows: unknown): PowerLine[] {
  if (!Array.isArray(rows)) throw new Unreadable('power')
  const lines = rows.map(toLine)
  if (lines.some(({ line }, place) => place > 0 && (lines[place - 1]?.line ?? '') >= line))
    throw new Unreadable('order of power')
  return lines
}

function toLine(row: unknown): PowerLine {
  if (!Array.isArray(row) || row.length !== 5) throw new Unreadable('power')
  const [line, orders, value, named, paid] = row as readonly unknown[]
  if (typeof line !== 'string' || !/^[a-z0-9_]{1,40}$/.test(line) || !isPublicCount(orders) || !Array.isArray(paid))
    throw new Unreadable('power')
  return { line, orders, value: readWhole(value), named: readWhole(named), paid: paid.map(toPaid) }
}

function toPaid(row: unknown): PowerPaid {
  if (!Array.isArray(row) || row.length !== 3) throw new Unreadable('power')
  const [code, units, postings] = row as readonly unknown[]
  if (!isCode(code) || !isPublicCount(postings)) throw new Unreadable('power')
  return { code, units: readWhole(units), postings }
}
