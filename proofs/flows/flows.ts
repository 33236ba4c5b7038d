import type { Day } from '#kit/clock.ts'
import { isDay, readJson, readList, readWhole, Unreadable } from '#kit/exact.ts'
import { isPublicCount, publicCount } from '#kit/privacy.ts'

/**
 * What went from accounts of one kind to accounts of another under one record code: the sum of a coin, in 10⁻⁸, and how many postings
 * there were, where 0 stands for fewer than five. Accounts are named by their class: `pool.dual.free`, `wallet.available`. Code -1 shows in no record.
 */
export type Flow = {
  readonly from: string
  readonly to: string
  readonly coin: string
  readonly code: number
  readonly units: bigint
  readonly postings: number
}
/** The sums of a day. `previous` is the digest of the text of the day before. */
export type FlowDay = { readonly day: string; readonly previous: string; readonly flows: readonly Flow[] }

/** What accounts of some kind paid to wallets on a day, in a coin. */
export type PaidOnDay = Pick<Flow, 'from' | 'coin' | 'units'> & { readonly day: Day }

/** Kinds of account whose coins are a holder's own: what moves among them is nobody else's business, and is not summed. */
export const isHolders = (accountClass: string): boolean => /^(wallet\.|order\..*\.principal$)/.test(accountClass)

const orderOf = ({ from, to, coin, code }: Flow): string => `${from} ${to} ${coin} ${code}`

/** A day's sums as the text whose SHA-256 the statement names. The same books make the same text. */
export function flowsText({ day, previous, flows }: FlowDay): string {
  const sorted = flows.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return JSON.stringify({ v: 'FLOWS1', day, previous, flows: rowsOf(sorted) })
}

/** Flows as they stand in such a text. */
export const rowsOf = (flows: readonly Flow[]): Row[] =>
  flows.map(({ from, to, coin, code, units, postings }) => [from, to, coin, code, `${units}`, publicCount(postings)])

type Row = readonly [from: string, to: string, coin: string, code: number, units: string, postings: number]

/** Reads such a text. @throws Unreadable where it is another one, or in another form */
export function readFlows(text: string): FlowDay {
  const { v, day, previous, flows } = (readJson(text) ?? {}) as Partial<
    Record<'v' | 'day' | 'previous' | 'flows', unknown>
  >
  if (v !== 'FLOWS1' || !isDay(day) || typeof previous !== 'string' || !/^[0-9a-f]{64}$/.test(previous))
    throw new Unreadable('flows')
  if (!Array.isArray(flows)) throw new Unreadable('flows')
  return { day, previous, flows: inOrder(flows.map(toFlow)) }
}

/** Reads such rows alone. @throws Unreadable where one is none */
export function flowsOfRows(text: string): Flow[] {
  const flows = readList(text).map(toFlow)
  if (new Set(flows.map(orderOf)).size !== flows.length) throw new Unreadable('flow twice')
  return flows
}

/** Each kind of flow once, in the order of the text. */
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
