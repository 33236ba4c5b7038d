import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import type { AddressProblem } from './evm-address.ts'

/** A TRON address as people write it: 34 characters, the first a "T". */
export type TronAddress = `T${string}`

/** Characters of a TRON address. */
export const tronAddressLength = 34

/** Every address of the main network begins with this byte, which makes the "T". */
const networkByte = 0x41
const accountBytes = 20
const base58check = createBase58check(sha256)

/**
 * The 20 bytes that name the account, the same as in an address of an EVM chain.
 * @throws on anything but a whole address whose checksum fits.
 */
export function accountOf(address: string): Uint8Array {
  if (address.length !== tronAddressLength) throw new RangeError('a TRON address has 34 characters')
  const bytes = base58check.decode(address)
  if (bytes.length !== accountBytes + 1 || bytes[0] !== networkByte) throw new RangeError('not an address of TRON')
  return bytes.subarray(1)
}

/** The address of an account of 20 bytes. @throws on another length. */
export function tronAddressOf(account: Uint8Array): TronAddress {
  if (account.length !== accountBytes) throw new RangeError('an account has 20 bytes')
  return base58check.encode(Uint8Array.of(networkByte, ...account)) as TronAddress
}

/** The address as TRON's programs exchange it: 42 hex digits, the first two "41". @throws as `accountOf` does. */
export const tronHexOf = (address: string): string => `41${bytesToHex(accountOf(address))}`

/**
 * Checks a TRON address as a person typed it: four of its bytes are a checksum, so every typing error of one character is found.
 * The zero account is nobody's, so it counts as a wrong format.
 * @returns undefined when nothing is wrong.
 */
export function tronAddressProblem(text: string): AddressProblem | undefined {
  if (text.length !== tronAddressLength) return 'length'
  if (!/^T[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return 'format'
  try {
    return accountOf(text).every((byte) => byte === 0) ? 'format' : undefined
  } catch {
    return 'checksum'
  }
}
