import type { Day } from '#kit/clock.ts'
import { publicCount } from '#kit/privacy.ts'

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

/** Reads such a text. @throws where it is another one */
export function readFlows(text: string): FlowDay {
  const said = JSON.parse(text) as { v: string; day: string; previous: string; flows: readonly Row[] }
  if (said.v !== 'FLOWS1') throw new Error('flows')
  return { day: said.day, previous: said.previous, flows: said.flows.map(toFlow) }
}

/** Reads such rows alone. @throws where one is none */
export const flowsOfRows = (text: string): Flow[] => (JSON.parse(text) as readonly Row[]).map(toFlow)

function toFlow([from, to, coin, code, units, postings]: Row): Flow {
  if (!/^[1-9][0-9]{0,38}$/.test(units)) throw new Error('flows')
  return { from, to, coin, code, units: BigInt(units), postings }
}
