import { divide, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { isQuantity, readHeld, readQuantity, readWhole } from '#kit/amount/exact.ts'
import { type ReservePart, unitsOf } from '#proofs/reserves/reserves.ts'
import { askNode } from '../checks/ask-node.ts'

/** Selectors of `balanceOf(address)` and of the payout contract's `payer()`. */
const [balanceOf, payerOf] = ['0x70a08231', '0x123119cd']

const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
const isWord = (result: unknown): result is string => typeof result === 'string' && /^0x[0-9a-f]{64}$/.test(result)

/** Units by coin. */
export type HotReading =
  | { readonly is: 'read'; readonly units: ReadonlyMap<string, bigint> }
  /** No node answers, so only our report exists. */
  | { readonly is: 'said' }
  | { readonly is: 'wrong'; readonly detail: string }

/**
 * Balances at the latest block. An address counts only with proof. A hot wallet's key must have signed the statement, and a payout contract
 * must name the signer as payer.
 */
export async function readHot(
  { evmChainId, tokens, addresses }: ReservePart,
  node: string,
  payers: Readonly<Record<string, string>>,
): Promise<HotReading> {
  const number = await askNode(node, 'eth_chainId', [])
  if (typeof number !== 'string' || addresses.length === 0) return { is: 'said' }
  if (!isQuantity(number, 16) || readQuantity(number, 16) !== readWhole(evmChainId))
    return { is: 'wrong', detail: 'another chain' }
  const read = async (to: string, data: string) => {
    const result = await askNode(node, 'eth_call', [{ to, data }, 'latest'])
    return isWord(result) ? result : undefined
  }
  for (const { address, role } of addresses) {
    if (role !== 'payout') continue
    const payer = await read(address, payerOf)
    if (payer === undefined) return { is: 'said' }
    if (payer.slice(26) !== payers[address]?.slice(2)) return { is: 'wrong', detail: 'another payer' }
  }
  const units = new Map<string, bigint>()
  for (const [coin, token] of Object.entries(tokens)) {
    let base = 0n
    for (const { address } of addresses) {
      const there = await read(token.address, `${balanceOf}${word(address)}`)
      if (there === undefined) return { is: 'said' }
      base += readQuantity(there, 64)
    }
    units.set(coin, unitsOf(base, token.decimals))
  }
  return { is: 'read', units }
}

type SaidHot = { readonly there: string; readonly owed: string }

/**
 * Amount read here, otherwise reported, and its ratio to the debt, rounded down; null without debt. The debt is only reported. `isOther`:
 * the report differs from the reading.
 */
export function hotOf({ there, owed }: SaidHot, read: bigint | undefined) {
  const [said, due] = [readHeld(there), readHeld(owed)]
  const units = read ?? said
  const ratio = due > 0n ? showUnits(divide(units * unitsPerOne, due, 'down')) : null
  return { there: showUnits(units), ratio, isOther: read !== undefined && read !== said }
}
