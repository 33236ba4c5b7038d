import { readDay } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { listStatements } from '../proof.contract.ts'
import { askNode } from './ask-node.ts'

export type Writing = OutputOf<typeof listStatements>['items'][number]['written'][number]

/** Selector of `lines(uint256)` (docs/proof-format.md), so no chain library is loaded. */
const linesOf = '0x1c86bc85'

/** Reads the contract's digest of a day from an independent node. @returns undefined without a node, an answer or a digest */
export async function askChain({ node, contract }: Pick<Writing, 'node' | 'contract'>, day: string) {
  if (!node) return undefined
  const number = readDay(day)
  const data = `${linesOf}${number.toString(16).padStart(64, '0')}`
  const result = await askNode(node, 'eth_call', [{ to: contract, data }, 'latest'])
  if (typeof result !== 'string' || !/^0x[0-9a-f]{128}$/.test(result) || /^0x0+$/.test(result)) return undefined
  return result.slice(2, 66)
}

export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** read: read on the chain by this device · said: only reported by us · wrong: the chain has another digest. */
export type ChainWord = { readonly is: 'read' | 'said' | 'wrong'; readonly writing: Writing }

/** @param digest of the statement's text @returns undefined if the statement is not on any chain yet */
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
