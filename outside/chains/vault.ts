import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ChainId } from '#kit/chains.ts'
import { addressWord, fromHex, type Hex, toHex, word } from './bytes.ts'

/** The first four bytes of a call: which function is meant. */
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

/** keccak256("Paid(bytes32,address,address,uint256)"): the first topic of every payment the payout contract makes. */
export const paidTopic: Hex = toHex(keccak_256(utf8ToBytes('Paid(bytes32,address,address,uint256)')))

/**
 * What a withdrawal is called on the chain. It names the chain too, so that one contract may serve two of our chains and one id is
 * nowhere somebody else's.
 * @param key the withdrawal's, unique in every database there ever was.
 */
export const paymentId = (chain: ChainId, evmChainId: number, key: string): Hex =>
  toHex(keccak_256(utf8ToBytes(['wd', evmChainId, chain, key].join('\n'))))

/** Call data of `pay(bytes32,address,address,uint256)`. */
export const payData = (id: Hex, token: string, to: string, baseUnits: bigint): Hex =>
  `${selectors.pay}${id.slice(2)}${addressWord(token)}${addressWord(to)}${word(baseUnits)}`

/** Call data of `headroom(address)`. */
export const headroomData = (token: string): Hex => `${selectors.headroom}${addressWord(token)}`

/** Call data of `caps(address)`. */
export const capsData = (token: string): Hex => `${selectors.caps}${addressWord(token)}`

/** Call data of `vault()`: where a sweeper sends to. */
export const vaultData: Hex = selector('vault()')

/** Call data of `paid(bytes32)`. */
export const paidData = (id: Hex): Hex => `${selectors.paid}${id.slice(2)}`

/** Call data of `setCap(address,uint128,uint128)`, which only the contract's owner may send. */
export const setCapData = (token: string, atOnce: bigint, inDay: bigint): Hex =>
  `${selectors.setCap}${addressWord(token)}${word(atOnce)}${word(inDay)}`

/** Call data of `setRoles(address,address)`: who pays and who may pause. Only the contract's owner may send it. */
export const setRolesData = (payer: string, guardian: string): Hex =>
  `${selectors.setRoles}${addressWord(payer)}${addressWord(guardian)}`

/** Call data of `takeOut(address,uint256)`: tokens to the owner's own address. Only the contract's owner may send it. */
export const takeOutData = (token: string, baseUnits: bigint): Hex =>
  `${selectors.takeOut}${addressWord(token)}${word(baseUnits)}`

/** Call data of `pause()`, which its guardian and its owner may send, and of `unpause()`, which only its owner may. */
export const pauseData: Hex = selector('pause()')
export const unpauseData: Hex = selector('unpause()')

/** Call data of `sweepAll(address[],address)`: all that these addresses have of a token goes to the payout contract. */
export const sweepAllData = (accounts: readonly string[], token: string): Hex =>
  `${selectors.sweepAll}${[word(64n), addressWord(token), word(BigInt(accounts.length))].join('')}${accounts.map(addressWord).join('')}`

/** What an address's code is once it runs a contract's (EIP-7702). */
export const delegationTo = (contract: string): Hex => `0xef0100${contract.slice(2).toLowerCase()}`

/** What the payout contract pays of a token, in base units: at once, in 24 hours, and still now. Nothing is left while it is paused. */
export type VaultHeadroom = { readonly atOnce: bigint; readonly inDay: bigint; readonly left: bigint }

/** Reads the answers of `caps(address)` and `headroom(address)`, two words each. */
export function readHeadroom(caps: Hex, headroom: Hex): VaultHeadroom {
  const wordAt = (answer: Hex, index: number): bigint =>
    BigInt(toHex(fromHex(answer).subarray(32 * index, 32 * index + 32)))
  return { atOnce: wordAt(caps, 0), inDay: wordAt(caps, 1), left: wordAt(headroom, 1) }
}
