import { readFileSync } from 'node:fs'
import type { Address } from '#kit/address.ts'
import { eachAtOnce } from '#kit/each.ts'
import { addressWord, type Hex, word } from './bytes.ts'
import { type Rpc, RpcRefused, RpcUnreachable } from './json-rpc.ts'

/** Balances of one call: the answer is as long as a contract's code may be on any chain, with room to spare. */
const askedTogether = 500
/** Calls under way at once. */
const callsAtOnce = 8

type Artefact = { readonly bytecode: Hex }
/** The code that is tried. */
export const { bytecode: balancesCode } = JSON.parse(
  readFileSync(new URL('./contracts/Balances.json', import.meta.url), 'utf8'),
) as Artefact

/** What a node is asked to try: the creation of a contract that answers with balances, which needs nothing of ours on the chain. */
const balancesData = (token: Address, owners: readonly Address[]): Hex =>
  `${balancesCode}${addressWord(token)}${word(64n)}${word(BigInt(owners.length))}${owners.map(addressWord).join('')}`

/**
 * What addresses hold of a token, hundreds in one call.
 * @param one asks for a single balance: for a node that does not try creations.
 */
export async function evmBalances(
  rpc: Rpc,
  token: Address,
  owners: readonly Address[],
  one: (owner: Address) => Promise<bigint>,
): Promise<readonly bigint[]> {
  const groups = Array.from({ length: Math.ceil(owners.length / askedTogether) }, (_, at) => ({
    owners: owners.slice(at * askedTogether, (at + 1) * askedTogether),
    found: [] as readonly bigint[],
  }))
  await eachAtOnce(groups, callsAtOnce, async (group) => {
    group.found = await askTogether(rpc, token, group.owners).catch((error: unknown) => {
      if (error instanceof RpcRefused) return askEach(group.owners, one)
      throw error
    })
  })
  return groups.flatMap(({ found }) => found)
}

async function askTogether(rpc: Rpc, token: Address, owners: readonly Address[]): Promise<bigint[]> {
  const answer = (await rpc('eth_call', [{ data: balancesData(token, owners) }, 'latest'])) as Hex
  const words = answer.slice(2).match(/.{64}/g) ?? []
  if (words.length !== owners.length || answer.length !== 2 + 64 * owners.length)
    throw new RpcUnreachable('eth_call', 'the node does not name every balance')
  return words.map((digits) => BigInt(`0x${digits}`))
}

/** Balances asked for one by one, some at once. */
export async function askEach(
  owners: readonly Address[],
  one: (owner: Address) => Promise<bigint>,
): Promise<readonly bigint[]> {
  const found = new Map<Address, bigint>()
  await eachAtOnce(owners, 2 * callsAtOnce, async (owner) => found.set(owner, await one(owner)))
  return owners.map((owner) => found.get(owner) ?? 0n)
}
