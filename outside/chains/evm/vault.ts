import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ChainId } from '#kit/chain/chains.ts'
import { addressWord, fromHex, type Hex, toHex, word } from '../keys/bytes.ts'

const selector = (signature: string): Hex => toHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4))

const selectors = {
  pay: selector('pay(bytes32,address,address,uint256)'),
  headroom: selector('headroom(address)'),
  caps: selector('caps(address)'),
  paid: selector('paid(bytes32)'),
  setCap: selector('setCap(address,uint128,uint128)'),
  sweepAll: selector('sweepAll(address[],address)'),
  takeOut: selector('takeOut(address,uint256)'),
  setRoles: selector('setRoles(address,address)'),
}

/** keccak256("Paid(bytes32,address,address,uint256)"). */
export const paidTopic: Hex = toHex(keccak_256(utf8ToBytes('Paid(bytes32,address,address,uint256)')))

/** Includes the chain, so that one contract can serve two of our chains. @param key unique across all databases. */
export const paymentId = (chain: ChainId, evmChainId: number, key: string): Hex =>
  toHex(keccak_256(utf8ToBytes(['wd', evmChainId, chain, key].join('\n'))))

export const payData = (id: Hex, token: string, to: string, baseUnits: bigint): Hex =>
  `${selectors.pay}${id.slice(2)}${addressWord(token)}${addressWord(to)}${word(baseUnits)}`

export const headroomData = (token: string): Hex => `${selectors.headroom}${addressWord(token)}`

export const capsData = (token: string): Hex => `${selectors.caps}${addressWord(token)}`

export const vaultData: Hex = selector('vault()')

export const paidData = (id: Hex): Hex => `${selectors.paid}${id.slice(2)}`

/** Owner only. */
export const setCapData = (token: string, atOnce: bigint, inDay: bigint): Hex =>
  `${selectors.setCap}${addressWord(token)}${word(atOnce)}${word(inDay)}`

/** Owner only. */
export const setRolesData = (payer: string, guardian: string): Hex =>
  `${selectors.setRoles}${addressWord(payer)}${addressWord(guardian)}`

/** Sends to the owner's address. Owner only. */
export const takeOutData = (token: string, baseUnits: bigint): Hex =>
  `${selectors.takeOut}${addressWord(token)}${word(baseUnits)}`

/** `pause()` for guardian and owner, `unpause()` for the owner only. */
export const pauseData: Hex = selector('pause()')
export const unpauseData: Hex = selector('unpause()')

/** Moves these addresses' whole balances of a token to the payout contract. */
export const sweepAllData = (accounts: readonly string[], token: string): Hex =>
  `${selectors.sweepAll}${[word(64n), addressWord(token), word(BigInt(accounts.length))].join('')}${accounts.map(addressWord).join('')}`

/** Code of a delegated address (EIP-7702). */
export const delegationTo = (contract: string): Hex => `0xef0100${contract.slice(2).toLowerCase()}`

/** In base units: per payment, per 24 hours, and left now (0 while paused). */
export type VaultHeadroom = { readonly atOnce: bigint; readonly inDay: bigint; readonly left: bigint }

export function readHeadroom(caps: Hex, headroom: Hex): VaultHeadroom {
  const wordAt = (answer: Hex, index: number): bigint =>
    BigInt(toHex(fromHex(answer).subarray(32 * index, 32 * index + 32)))
  return { atOnce: wordAt(caps, 0), inDay: wordAt(caps, 1), left: wordAt(headroom, 1) }
}
