import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import { type TronAddress, tronAddressOf } from '#kit/chain/tron-address.ts'
import { expect } from '#kit/expect.ts'

/** BIP-44. The server holds only its extended public key. */
export const tronDepositPath = "m/44'/195'/0'"
/** Separate, so that its keys cannot be derived from the public key above. */
export const tronCompanyPath = "m/44'/195'/1'"

export type TronKeyPair = { readonly privateKey: Uint8Array; readonly address: TronAddress }

export function tronAddressOfKey(publicKey: Uint8Array): TronAddress {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return tronAddressOf(keccak_256(point.subarray(1)).subarray(12))
}

/** Takes some milliseconds; cache it. */
export function tronKeyAt(seed: Uint8Array, path: string): TronKeyPair {
  const { privateKey, publicKey } = HDKey.fromMasterSeed(seed).derive(path)
  expect(privateKey && publicKey, 'a key derived from a seed is whole')
  return { privateKey, address: tronAddressOfKey(publicKey) }
}

/** Signer only; the key never leaves it. */
export const tronDepositKeyAt = (seed: Uint8Array, index: number): TronKeyPair =>
  tronKeyAt(seed, `${tronDepositPath}/0/${index}`)

export const tronDepositXpub = (seed: Uint8Array): string =>
  HDKey.fromMasterSeed(seed).derive(tronDepositPath).publicExtendedKey
