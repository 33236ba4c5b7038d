import { readFileSync } from 'node:fs'
import type { Address } from '#kit/chain/address.ts'
import { eachAtOnce } from '#kit/each.ts'
import { addressWord, type Hex, word } from '../keys/bytes.ts'
import { type Rpc, RpcRefused, RpcUnreachable } from './json-rpc.ts'

/** Addresses per call. Keeps the answer below every chain's contract size limit. */
const askedTogether = 500
const callsAtOnce = 8

type Artefact = { readonly bytecode: Hex }
export const { bytecode: balancesCode } = JSON.parse(
  readFileSync(new URL('../contracts/Balances.json', import.meta.url), 'utf8'),
) as Artefact

/** Init code of a contract that returns the balances, so nothing needs to be deployed. */
const balancesData = (token: Address, owners: readonly Address[]): Hex =>
  `${balancesCode}${addressWord(token)}${word(64n)}${word(BigInt(owners.length))}${owners.map(addressWord).join('')}`

/** Reads hundreds of balances per call. @param one reads a single balance, for nodes that cannot simulate contract creation. */
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

export async function askEach(
  owners: readonly Address[],
  one: (owner: Address) => Promise<bigint>,
): Promise<readonly bigint[]> {
  const found = new Map<Address, bigint>()
  await eachAtOnce(owners, 2 * callsAtOnce, async (owner) => found.set(owner, await one(owner)))
  return owners.map((owner) => found.get(owner) ?? 0n)
}
