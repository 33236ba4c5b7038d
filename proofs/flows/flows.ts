import { isDay, readJson, readList, readWhole, Unreadable } from '#kit/amount/exact.ts'
import { isPublicCount, publicCount } from '#kit/text/privacy.ts'
import type { Day } from '#kit/time/clock.ts'

/**
 * Sum moved from one account class to another (`pool.dual.free`, `wallet.available`) under one record code, in units of 10⁻⁸, and the
 * number of postings, given as 0 if fewer than five. Code -1 marks postings without a record.
 */
export type Flow = {
  readonly from: string
  readonly to: string
  readonly coin: string
  readonly code: number
  readonly units: bigint
  readonly postings: number
}
/** `previous` is the digest of the previous day's text. */
export type FlowDay = { readonly day: string; readonly previous: string; readonly flows: readonly Flow[] }

export type PaidOnDay = Pick<Flow, 'from' | 'coin' | 'units'> & { readonly day: Day }

/** Movements among a holder's accounts are private. */
export const isHolders = (accountClass: string): boolean => /^(wallet\.|order\..*\.principal$)/.test(accountClass)

const orderOf = ({ from, to, coin, code }: Flow): string => `${from} ${to} ${coin} ${code}`

/** The statement contains this text's SHA-256. The same ledger always gives the same text. */
export function flowsText({ day, previous, flows }: FlowDay): string {
  const sorted = flows.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return JSON.stringify({ v: 'FLOWS1', day, previous, flows: rowsOf(sorted) })
}

export const rowsOf = (flows: readonly Flow[]): Row[] =>
  flows.map(({ from, to, coin, code, units, postings }) => [from, to, coin, code, `${units}`, publicCount(postings)])

type Row = readonly [from: string, to: string, coin: string, code: number, units: string, postings: number]

/** @throws Unreadable for any other text */
export function readFlows(text: string): FlowDay {
  const { v, day, previous, flows } = (readJson(text) ?? {}) as Partial<
    Record<'v' | 'day' | 'previous' | 'flows', unknown>
  >
  if (v !== 'FLOWS1' || !isDay(day) || typeof previous !== 'string' || !/^[0-9a-f]{64}$/.test(previous))
    throw new Unreadable('flows')
  if (!Array.isArray(flows)) throw new Unreadable('flows')
  return { day, previous, flows: inOrder(flows.map(toFlow)) }
}

/** @throws Unreadable for an invalid row */
export function flowsOfRows(text: string): Flow[] {
  const flows = readList(text).map(toFlow)
  if (new Set(flows.map(orderOf)).size !== flows.length) throw new Unreadable('flow twice')
  return flows
}

/** Each kind of flow may occur only once, in sorted order. */
function inOrder(flows: Flow[]): Flow[] {
  for (const [place, flow] of flows.entries()) {
    const before = flows[place - 1]
    if (before && orderOf(before) >= orderOf(flow)) throw new Unreadable('order of flows')
  }
  return flows
}

const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9._-]{1,60}$/.test(value)
const isCode = (value: unknown): value is number => Number.isSafeInteger(value)

function toFlow(row: unknown): Flow {
  if (!Array.isArray(row) || row.length !== 6) throw new Unreadable('flow')
  const [from, to, coin, code, units, postings] = row as readonly unknown[]
  if (!isName(from) || !isName(to) || !isName(coin) || !isCode(code) || !isPublicCount(postings))
    throw new Unreadable('flow')
  const read = readWhole(units)
  if (read === nothing) throw new Unreadable('flow')
  return { from, to, coin, code, units: read, postings }
}
const nothing = 0n
