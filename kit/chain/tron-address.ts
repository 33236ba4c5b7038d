import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import type { AddressProblem } from './evm-address.ts'

export type TronAddress = `T${string}`

export const tronAddressLength = 34

/** Version byte of mainnet addresses; it produces the leading "T". */
const networkByte = 0x41
const accountBytes = 20
const base58check = createBase58check(sha256)

/** @throws unless the address is complete and its checksum matches. */
export function accountOf(address: string): Uint8Array {
  if (address.length !== tronAddressLength) throw new RangeError('a TRON address has 34 characters')
  const bytes = base58check.decode(address)
  if (bytes.length !== accountBytes + 1 || bytes[0] !== networkByte) throw new RangeError('not an address of TRON')
  return bytes.subarray(1)
}

export function tronAddressOf(account: Uint8Array): TronAddress {
  if (account.length !== accountBytes) throw new RangeError('an account has 20 bytes')
  return base58check.encode(Uint8Array.of(networkByte, ...account)) as TronAddress
}

/** The address as 42 hex digits that start with "41". @throws like `accountOf`. */
export const tronHexOf = (address: string): string => `41${bytesToHex(accountOf(address))}`

/** The checksum catches every single-character error. The zero account counts as a format error. @returns undefined if valid. */
export function tronAddressProblem(text: string): AddressProblem | undefined {
  if (text.length !== tronAddressLength) return 'length'
  if (!/^T[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return 'format'
  try {
    return accountOf(text).every((byte) => byte === 0) ? 'format' : undefined
  } catch {
    return 'checksum'
  }
}
