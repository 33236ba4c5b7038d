import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { csvOf, type DecimalSign } from './csv.ts'

/** In UTC. */
export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`)
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
export function monthAfter(month: string): string {
  const at = startOfMonth(month)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return monthOf(at)
}

/** Five years. */
const monthsMax = 60

/** Newest first. */
export function monthsSince(first: Date, now: Date): string[] {
  const months: string[] = []
  for (let month = monthOf(first); month <= monthOf(now); month = monthAfter(month)) months.unshift(month)
  return months.slice(0, monthsMax)
}

/** @throws request.data_missing for a month without a statement */
export const chosenMonth = (months: readonly string[], asked: string | undefined): string => {
  const month = asked ?? months[0]
  return month !== undefined && months.includes(month) ? month : fail('request.data_missing')
}

/** A page cursor: time and number of its last record. */
export const placeText = ({ at, id }: { readonly at: Date; readonly id: bigint }): string => `${at.getTime()}.${id}`
export function readPlace(text: string): { at: Date; id: bigint } | undefined {
  const [, ms, id] = /^(\d{1,15})\.(\d{1,18})$/.exec(text) ?? []
  return ms && id ? { at: new Date(Number(ms)), id: BigInt(id) } : undefined
}

export type StatementLine = {
  readonly at: string
  readonly coin: string
  readonly code: number
  readonly direction: 'in' | 'out'
  readonly amount: string
  readonly counterpart: { readonly kind: string; readonly id: string }
  readonly ref: string
  readonly id: string
}
type Opening = { readonly coin: string; readonly opening: string; readonly closing: string }

const signed = ({ direction, amount }: StatementLine): bigint => {
  const units = parseUnits(amount) ?? 0n
  return direction === 'out' ? -units : units
}

/** The balance after each line, and whether every coin ends at its closing balance. */
export function runningBalances(
  sums: readonly Opening[],
  lines: readonly StatementLine[],
): { readonly after: readonly string[]; readonly adds: boolean } {
  const now = new Map(sums.map(({ coin, opening }) => [coin, parseUnits(opening) ?? 0n]))
  const after = lines.map((line) => {
    const balance = (now.get(line.coin) ?? 0n) + signed(line)
    now.set(line.coin, balance)
    return showUnits(balance)
  })
  return { after, adds: sums.every(({ coin, closing }) => showUnits(now.get(coin) ?? 0n) === closing) }
}

/** RFC 4180. @param nameOf the name of a record type */
export function statementCsv<Line extends StatementLine>(
  sums: readonly Opening[],
  lines: readonly Line[],
  nameOf: (line: Line) => string,
  decimal: DecimalSign = '.',
): string {
  const { after } = runningBalances(sums, lines)
  const rows = lines.map((line, place) => [
    line.at,
    line.coin,
    String(line.code),
    nameOf(line),
    { amount: showUnits(signed(line)) },
    { amount: after[place] ?? '' },
    [line.counterpart.kind, line.counterpart.id].filter(Boolean).join(':'),
    line.ref,
    line.id,
  ])
  const headings = ['time', 'coin', 'code', 'type', 'amount', 'balance', 'counterpart', 'reference', 'record']
  return csvOf([headings, ...rows], decimal)
}
