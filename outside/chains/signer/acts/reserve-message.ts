import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AddressForm, ChainId } from '#kit/chain/chains.ts'
import { type Hex, toHex } from '../../keys/bytes.ts'

/** Lines joined by LF, UTF-8. */
export const reserveMessage = (held: {
  readonly epoch: string
  readonly chain: ChainId
  readonly address: string
  readonly blockHash: string
}): string => ['idwallet-reserve-v1', held.epoch, held.chain, held.address, held.blockHash].join('\n')

/** Signed once. The key is offline, so the message names no block. */
export const coldMessage = (chain: ChainId, address: string): string =>
  ['idwallet-reserve-v1', 'cold', chain, address].join('\n')

/** These prefixes keep signed texts from being transactions (EIP-191, TIP-191). */
const prefixes: Readonly<Record<AddressForm, string>> = {
  evm: '\x19Ethereum Signed Message:\n',
  tron: '\x19TRON Signed Message:\n',
}

/** 65 bytes: r, s, and 27 or 28 (RFC 6979). */
export function signMessage(form: AddressForm, text: string, privateKey: Uint8Array): Hex {
  const bytes = utf8ToBytes(text)
  const hash = keccak_256(concatBytes(utf8ToBytes(`${prefixes[form]}${bytes.length}`), bytes))
  const signature = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
  return toHex(concatBytes(signature.subarray(1), Uint8Array.of(27 + (signature[0] ?? 0))))
}
