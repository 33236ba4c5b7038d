import { isDay, readJson, readWhole, Unreadable } from '#kit/amount/exact.ts'
import { isPublicCount, publicCount } from '#kit/text/privacy.ts'

export type PowerPaid = { readonly code: number; readonly units: bigint; readonly postings: number }

export type PowerLine = {
  readonly line: string
  /** Orders that ran the whole previous day. In a range of days, each counts once per day. */
  readonly orders: number
  /** Invested value in 10⁻⁸ USDT, and its POWER per day under the terms. */
  readonly value: bigint
  readonly named: bigint
  readonly paid: readonly PowerPaid[]
}
/** `previous` is the digest of the previous day's text. */
export type PowerDay = { readonly day: string; readonly previous: string; readonly lines: readonly PowerLine[] }

type Row = readonly [
  line: string,
  orders: number,
  value: string,
  named: string,
  paid: readonly (readonly [code: number, units: string, postings: number])[],
]

/** Counts below five become 0. */
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

/** The next day's text or a statement contains this text's SHA-256. */
export const powerText = ({ day, previous, lines }: PowerDay): string =>
  JSON.stringify({ v: 'POWER1', day, previous, lines: rowsOfPower(lines) })

/** @throws Unreadable for any other text */
export function readPower(text: string): PowerDay {
  const { v, day, previous, lines } = (readJson(text) ?? {}) as Partial<
    Record<'v' | 'day' | 'previous' | 'lines', unknown>
  >
  if (v !== 'POWER1' || !isDay(day) || typeof previous !== 'string' || !/^[0-9a-f]{64}$/.test(previous))
    throw new Unreadable('power')
  return { day, previous, lines: linesOf(lines) }
}

/** @throws Unreadable for an invalid row */
export const powerOfRows = (text: string): PowerLine[] => linesOf(readJson(text))

const isCode = (value: unknown): value is number => Number.isSafeInteger(value)

function linesOf(rows: unknown): PowerLine[] {
  if (!Array.isArray(rows)) throw new Unreadable('power')
  const lines = rows.map(toLine)
  if (lines.some(({ line }, place) => line <= (lines[place - 1]?.line ?? ''))) throw new Unreadable('order of power')
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
