import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { bytesField, numberField } from './protobuf.ts'

/** All hex without "0x". */
export type TronHeader = {
  readonly number: number
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly txTrieRoot: string
  readonly parentHash: string
  /** The producer, 42 hex digits. */
  readonly witness: string
  readonly version: number
}

/** The block number in eight bytes, then the rest of the header's hash. */
export function blockIdOf(header: TronHeader): string {
  const raw = concatBytes(
    numberField(1, BigInt(header.timestamp)),
    bytesField(2, hexToBytes(header.txTrieRoot)),
    bytesField(3, hexToBytes(header.parentHash)),
    numberField(7, BigInt(header.number)),
    bytesField(9, hexToBytes(header.witness)),
    numberField(10, BigInt(header.version)),
  )
  return header.number.toString(16).padStart(16, '0') + bytesToHex(sha256(raw)).slice(16)
}
