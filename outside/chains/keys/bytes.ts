import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

export type Hex = `0x${string}`

export const toHex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`

/** @throws for invalid hex. */
export const fromHex = (hex: string): Uint8Array => hexToBytes(hex.startsWith('0x') ? hex.slice(2) : hex)

/** JSON-RPC: no leading zeros, "0x0" for zero. */
export const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** Without "0x". @throws if it does not fit. */
export function word(value: bigint): string {
  if (value < 0n || value >> 256n !== 0n) throw new RangeError('a word holds 0 to 2^256 - 1')
  return value.toString(16).padStart(64, '0')
}

/** Without "0x". */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
