import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import type { Address } from '#kit/chain/address.ts'
import type { AddressForm } from '#kit/chain/chains.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { expect } from '#kit/expect.ts'
import { tronAddressOfKey } from '../tron/derivation.ts'
import { type Hex, toHex } from './bytes.ts'

/** BIP-44. The server holds only its extended public key. */
export const depositPath = "m/44'/60'/0'"
/** Separate, so that its keys cannot be derived from the public key above. */
export const companyPath = "m/44'/60'/1'"

export type KeyPair = { readonly privateKey: Uint8Array; readonly address: Hex }

export function addressOf(publicKey: Uint8Array): Hex {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return checksumAddress(toHex(keccak_256(point.subarray(1)).subarray(12)))
}

/** Takes some milliseconds; cache it. */
export function keyAt(seed: Uint8Array, path: string): KeyPair {
  const { privateKey, publicKey } = HDKey.fromMasterSeed(seed).derive(path)
  expect(privateKey && publicKey, 'a key derived from a seed is whole')
  return { privateKey, address: addressOf(publicKey) }
}

/** Signer only; the key never leaves it. */
export const depositKeyAt = (seed: Uint8Array, index: number): KeyPair => keyAt(seed, `${depositPath}/0/${index}`)

export const depositXpub = (seed: Uint8Array): string =>
  HDKey.fromMasterSeed(seed).derive(depositPath).publicExtendedKey

const roots = new Map<string, HDKey>()

/** @param index the wallet's serial number, 0 to 2^31 - 1. */
export function depositAddress(xpub: string, index: number, family: AddressForm = 'evm'): Address {
  let root = roots.get(xpub)
  if (!root) {
    root = HDKey.fromExtendedKey(xpub).deriveChild(0)
    roots.set(xpub, root)
  }
  const { publicKey } = root.deriveChild(index)
  expect(publicKey, 'a key derived from a public key is whole')
  return family === 'tron' ? tronAddressOfKey(publicKey) : addressOf(publicKey)
}
