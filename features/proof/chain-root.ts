import { readDay } from '#kit/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { askNode } from './ask-node.ts'
import type { listStatements } from './proof.contract.ts'

export type Writing = OutputOf<typeof listStatements>['items'][number]['written'][number]

/** The first four bytes of a call of `lines(uint256)` (docs/proof-format.md): nothing of chains is loaded for it. */
const linesOf = '0x1c86bc85'

/**
 * Asks a node, which is not the house, what the contract keeps of a day. @returns the digest; undefined where no node is named or it
 * does not answer, or nothing is written
 */
export async function askChain({ node, contract }: Pick<Writing, 'node' | 'contract'>, day: string) {
  if (!node) return undefined
  const number = readDay(day)
  const data = `${linesOf}${number.toString(16).padStart(64, '0')}`
  const result = await askNode(node, 'eth_call', [{ to: contract, data }, 'latest'])
  if (typeof result !== 'string' || !/^0x[0-9a-f]{128}$/.test(result) || /^0x0+$/.test(result)) return undefined
  return result.slice(2, 66)
}

/** SHA-256 of a text, hexadecimal. The verifier does the same; a screen that only asks a chain need not load it. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** read: this device read the digest on the chain · said: nobody but the house says so · wrong: the chain has another one. */
export type ChainWord = { readonly is: 'read' | 'said' | 'wrong'; readonly writing: Writing }

/** What a chain says of a statement. @param digest of its text; undefined: it is not written anywhere yet */
export async function wordOfChain(
  written: readonly Writing[],
  day: string,
  digest: string,
): Promise<ChainWord | undefined> {
  const [writing] = written
  if (!writing) return undefined
  const read = await askChain(writing, day)
  if ((read ?? writing.digest) !== digest) return { is: 'wrong', writing }
  return { is: read === undefined ? 'said' : 'read', writing }
}
