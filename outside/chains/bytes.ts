import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Bytes as text: "0x" and an even number of hex digits, or a quantity as JSON-RPC writes it. */
export type Hex = `0x${string}`

/** The bytes as hex text. */
export const toHex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`

/** The bytes behind hex text. @throws on anything else. */
export const fromHex = (hex: string): Uint8Array => hexToBytes(hex.startsWith('0x') ? hex.slice(2) : hex)

/** A quantity of JSON-RPC: no leading zeros, "0x0" for nothing. */
export const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** A whole number as 32 bytes of call data, without "0x". @throws if it does not fit. */
export function word(value: bigint): string {
  if (value < 0n || value >> 256n !== 0n) throw new RangeError('a word holds 0 to 2^256 - 1')
  return value.toString(16).padStart(64, '0')
}

/** An address as 32 bytes of call data or as a log's topic, without "0x". */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
