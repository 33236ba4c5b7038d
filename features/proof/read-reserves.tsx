import type { OutputOf } from '#kit/wire/contract.ts'
import { readReserveText } from '#proofs/reserves/reserves.ts'
import { NoAnswer, readChain } from '../../docs/proof/verify-reserves.mjs'
import { checkApart } from './check-apart.tsx'
import { otherFigure } from './check-reserves.ts'
import { isOtherKey } from './kept-key.tsx'
import type { proofReserves } from './reserves.contract.ts'

type Reserves = OutputOf<typeof proofReserves>

export type Reading =
  | { readonly is: 'checking' | 'unchecked' }
  | { readonly is: 'wrong'; readonly detail: string }
  /** `read`: chains whose balances this device asked a node for, which said the same · `said`: chains of which only the house speaks. */
  | { readonly is: 'right'; readonly read: readonly string[]; readonly said: readonly string[] }

/** Checks a statement of reserves as far as this device can: keys and sums, then the chains that it can ask. */
export async function readByThisDevice(
  { reserves, owing }: NonNullable<Reserves['latest']>,
  items: Reserves['items'],
  nodes: Reserves['nodes'],
): Promise<Reading> {
  if (await isOtherKey(reserves.publicKey)) return { is: 'wrong', detail: 'another key' }
  const checked = await checkApart({ reserves, owing }).catch(() => undefined)
  if (!checked) return { is: 'unchecked' }
  if (checked.is === 'wrong') return checked
  const odd = otherFigure(items, checked.coins)
  if (odd) return { is: 'wrong', detail: odd }
  const read: string[] = []
  const said: string[] = []
  for (const part of readReserveText(reserves.text).chains) {
    const node = nodes.find(({ chain }) => chain === part.chain)?.node
    try {
      if (node) await readChain(part, node, checked.payers)
      ;(node ? read : said).push(part.chain)
    } catch (error) {
      // A node that is away, or keeps no balances of that block any more, says nothing.
      if (!(error instanceof NoAnswer)) return { is: 'wrong', detail: `${part.chain}: ${(error as Error).message}` }
      said.push(part.chain)
    }
  }
  return { is: 'right', read, said }
}
