import type { Sql } from '#kit/store/db.ts'
import type { Flow } from '../flows/flows.ts'
import { type FundingEntry, loadFundings, loadInflows, loadSetAside } from './funding.store.ts'
import { type Inflow, type Node, nodesBehind, originOf, type Shares, sharesOf } from './origins.ts'

/** Number of latest entries listed per inflow. */
const entriesNamed = 5

export type TracedInflow = Inflow & { readonly entries: readonly FundingEntry[] }
export type Trace = {
  readonly nodes: readonly {
    readonly account: string
    readonly coin: string
    readonly inflows: readonly TracedInflow[]
  }[]
  readonly shares: Shares
}
export type Traced = {
  /** `owner` is set for order accounts only. */
  readonly account: string
  readonly owner?: string
  readonly coin: string
  /** The payment's posting. Later postings do not count. */
  readonly upTo: bigint
}

/** A promise originates from the money reserved for its order. */
async function promiseOf(sql: Sql, { account, owner, coin, upTo }: Traced): Promise<TracedInflow[]> {
  if (!owner?.startsWith('order:')) return []
  const rows = await loadSetAside(sql, owner, coin, upTo)
  return rows.map(({ from, units, ...entry }) => {
    const flow: Flow = { from, to: account, coin, code: -1, units, postings: 1 }
    return { ...flow, origin: originOf(flow), entries: [{ ...entry, units }] }
  })
}

export async function trace(sql: Sql, traced: Traced): Promise<Trace> {
  const { account, coin, upTo } = traced
  const promise = await promiseOf(sql, traced)
  const begin = promise.flatMap(({ origin }) => (origin.is === 'through' ? [origin] : []))
  const behind = await nodesBehind(promise.length > 0 ? begin : [{ account, coin }], (of, coinOf) =>
    loadInflows(sql, of, coinOf, upTo),
  )
  const first: Node[] = promise.length > 0 ? [{ account, coin, inflows: promise }] : []
  const nodes: Trace['nodes'][number][] = promise.length > 0 ? [{ account, coin, inflows: promise }] : []
  for (const node of behind) {
    const inflows: TracedInflow[] = []
    for (const inflow of node.inflows) inflows.push({ ...inflow, entries: await entriesOf(sql, inflow, upTo) })
    nodes.push({ ...node, inflows })
  }
  return { nodes, shares: sharesOf([...first, ...behind], { account, coin }) }
}

/** Lists only entries between company accounts, because holders' entries are private. */
async function entriesOf(sql: Sql, inflow: Inflow, upTo: bigint): Promise<FundingEntry[]> {
  const { origin } = inflow
  const isNamed = origin.is === 'through' || (origin.is === 'root' && origin.root !== 'fees')
  return isNamed ? loadFundings(sql, inflow, upTo, entriesNamed) : []
}
