import type { Flow } from '../flows/flows.ts'

export const roots = ['company', 'fees', 'profit'] as const
export type Root = (typeof roots)[number]

export type Origin =
  | { readonly is: 'root'; readonly root: Root }
  /** Tracing continues at this account. */
  | { readonly is: 'through'; readonly account: string; readonly coin: string }
  /** An unused promise or unused capital was returned. */
  | { readonly is: 'returned' }
  | { readonly is: 'unknown' }

export const paysIncome = (accountClass: string): boolean =>
  /^(pool\..*\.free|order\..*\.promised|house\.(referral|capital))$/.test(accountClass)

const isPool = (name: string) => /^pool\..*\.free$/.test(name)
const isPromise = (name: string) => /^order\..*\.promised$/.test(name)

/** Flows not listed here are unknown. A correct ledger has none. */
export function originOf({ from, to, coin }: Pick<Flow, 'from' | 'to' | 'coin'>): Origin {
  if (from === 'outside.network' && to === 'house.capital') return { is: 'root', root: 'company' }
  if (from === 'outside.network' && to === 'pool.fund.free') return { is: 'root', root: 'profit' }
  // Coins from the company's own market share.
  if (from.startsWith('market.') && to === 'house.capital') return { is: 'root', root: 'company' }
  if (to === 'house.fees' && /^(wallet\.|order\..*\.principal$)/.test(from)) return { is: 'root', root: 'fees' }
  if (isPromise(from) && (isPool(to) || to === 'house.capital')) return { is: 'returned' }
  if (isPool(from) && to === 'house.capital') return { is: 'returned' }
  // The same entry moved the fees that bought these coins into the market.
  if (from === 'market.USDT-ATMC.reserve' && to === 'pool.compute.free')
    return { is: 'through', account: 'house.fees', coin: 'USDT' }
  if (isPool(from) && to === 'house.fees') return { is: 'through', account: from, coin }
  if (isPromise(to) && isPool(from)) return { is: 'through', account: from, coin }
  if (from === 'house.capital' || from === 'house.fees') return { is: 'through', account: from, coin }
  return { is: 'unknown' }
}

export type Inflow = Flow & { readonly origin: Origin }
export type Node = { readonly account: string; readonly coin: string; readonly inflows: readonly Inflow[] }

/** Each node once, nearest first. */
export async function nodesBehind(
  begin: readonly Pick<Node, 'account' | 'coin'>[],
  load: (account: string, coin: string) => Promise<readonly Flow[]>,
): Promise<Node[]> {
  const nodes: Node[] = []
  const waiting = [...begin]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { account, coin } = next
    if (nodes.some((node) => node.account === account && node.coin === coin)) continue
    const inflows = (await load(account, coin)).map((flow) => ({ ...flow, origin: originOf(flow) }))
    nodes.push({ account, coin, inflows })
    for (const { origin } of inflows) if (origin.is === 'through') waiting.push(origin)
  }
  return nodes
}

const one = 100_000_000n
/** In 10⁻⁸, rounded down. `unknown` has no traceable origin. */
export type Shares = Readonly<Record<Root | 'unknown', bigint>>
const nothing: Shares = { company: 0n, fees: 0n, profit: 0n, unknown: 0n }

/** Coins in one account are fungible, so all inflows count in proportion. Excludes circular flows. */
export function sharesOf(
  nodes: readonly Node[],
  begin: Pick<Node, 'account' | 'coin'>,
  above: readonly Node[] = [],
): Shares {
  const node = nodes.find(({ account, coin }) => account === begin.account && coin === begin.coin)
  if (!node || above.includes(node)) return nothing
  const sums = { ...nothing }
  let counted = 0n
  for (const { origin, units } of node.inflows) {
    if (origin.is === 'returned') continue
    const parts =
      origin.is === 'through'
        ? sharesOf(nodes, origin, [...above, node])
        : { ...nothing, [origin.is === 'root' ? origin.root : 'unknown']: one }
    if (parts.company + parts.fees + parts.profit + parts.unknown === 0n) continue
    counted += units
    for (const root of [...roots, 'unknown'] as const) sums[root] += units * parts[root]
  }
  if (counted === 0n) return nothing
  for (const root of [...roots, 'unknown'] as const) sums[root] /= counted
  return sums
}
