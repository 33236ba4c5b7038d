import type { OutputOf } from '#kit/wire/contract.ts'
import { type ReservePart, readReserveText } from '#proofs/reserves/reserves.ts'
import { NoAnswer, readChain } from '../../../docs/proof/verify-reserves.mjs'
import type { NetworkReading, ReservesFound } from '../answer/reserves-found.ts'
import { checkApart } from '../checks/check-apart.tsx'
import { isOtherKey } from '../checks/kept-key.tsx'
import type { proofReserves } from '../reserves.contract.ts'
import { readHot } from '../status/read-hot.ts'
import { coversNow, otherFigure, type UnitsNow } from './reserve-figures.ts'

type Reserves = OutputOf<typeof proofReserves>
type Latest = NonNullable<Reserves['latest']>

const nodeOf = (nodes: Reserves['nodes'], chain: string): string =>
  nodes.find((each) => each.chain === chain)?.node ?? ''

/** @throws Unreadable */
export function reservesBegun({ reserves }: Latest, nodes: Reserves['nodes']): ReservesFound {
  const networks = readReserveText(reserves.text).chains.map(({ chain }): readonly [string, NetworkReading] => [
    chain,
    nodeOf(nodes, chain) ? { is: 'waiting' } : { is: 'said', why: 'node' },
  ])
  return { sums: { is: 'waiting' }, networks: new Map(networks) }
}

async function checkSums({ reserves, owing }: Latest, items: Reserves['items']) {
  if (await isOtherKey(reserves.publicKey)) return { is: 'wrong', detail: 'another key' } as const
  const checked = await checkApart({ reserves, owing }).catch(() => undefined)
  if (!checked) return { is: 'open' } as const
  if (checked.is === 'wrong') return checked
  const odd = otherFigure(items, checked.coins)
  return odd ? ({ is: 'wrong', detail: odd } as const) : checked
}

type Read = NetworkReading | { readonly is: 'units'; readonly units: UnitsNow }

/** If the node lacks the state of the statement's block, reads the current balances. */
async function readNetwork(part: ReservePart, node: string, payers: Readonly<Record<string, string>>): Promise<Read> {
  try {
    await readChain(part, node, payers)
    return { is: 'read' }
  } catch (error) {
    if (!(error instanceof NoAnswer)) return { is: 'wrong', detail: (error as Error).message }
  }
  const now = await readHot(part, node, payers)
  if (now.is === 'wrong') return now
  return now.is === 'read' ? { is: 'units', units: now.units } : { is: 'said', why: 'answer' }
}

/** Checks keys and sums, then each reachable network. @param tell receives partial results */
export async function readByThisDevice(
  latest: Latest,
  { items, nodes }: Pick<Reserves, 'items' | 'nodes'>,
  tell: (found: ReservesFound) => void,
): Promise<void> {
  let found = reservesBegun(latest, nodes)
  const change = (next: Partial<ReservesFound>): void => {
    found = { ...found, ...next }
    tell(found)
  }
  const sums = await checkSums(latest, items)
  // Addresses in unsigned data cannot be trusted.
  if (sums.is !== 'right') {
    const networks = new Map([...found.networks].map(([chain]) => [chain, { is: 'said', why: 'answer' }] as const))
    return change({ sums, networks })
  }
  change({ sums })
  const { chains } = readReserveText(latest.reserves.text)
  const now = new Map<string, UnitsNow>()
  const set = (chain: string, reading: NetworkReading) =>
    change({ networks: new Map([...found.networks, [chain, reading]]) })
  await Promise.all(
    chains.map(async (part) => {
      const node = nodeOf(nodes, part.chain)
      if (!node) return
      const read = await readNetwork(part, node, sums.payers)
      if (read.is === 'units') now.set(part.chain, read.units)
      else set(part.chain, read)
    }),
  )
  const is = coversNow(sums.coins, chains, now) ? 'now' : 'less'
  for (const chain of now.keys()) set(chain, { is })
}
