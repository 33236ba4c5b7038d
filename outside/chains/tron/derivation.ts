import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import { expect } from '#kit/expect.ts'
import { type TronAddress, tronAddressOf } from '#kit/tron-address.ts'

/** BIP-44 account of deposit addresses on TRON: its extended public key is all the server ever holds. */
export const tronDepositPath = "m/44'/195'/0'"
/** BIP-44 account of what the house itself sends from: a separate one, so that no key of it can be derived from the public one above. */
export const tronHousePath = "m/44'/195'/1'"

/** A key that signs for one address. */
export type TronKeyPair = { readonly privateKey: Uint8Array; readonly address: TronAddress }

/** The address of a public key. */
export function tronAddressOfKey(publicKey: Uint8Array): TronAddress {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return tronAddressOf(keccak_256(point.subarray(1)).subarray(12))
}

/** The key at a path below a seed. Derive once and keep: it costs some milliseconds. */
export function tronKeyAt(seed: Uint8Array, path: string): TronKeyPair {
  const { privateKey, publicKey } = HDKey.fromMasterSeed(seed).derive(path)
  expect(privateKey && publicKey, 'a key derived from a seed is whole')
  return { privateKey, address: tronAddressOfKey(publicKey) }
}

/** The key of the deposit address at an index. The signer's alone: it leaves it as signatures only. */
export const tronDepositKeyAt = (seed: Uint8Array, index: number): TronKeyPair =>
  tronKeyAt(seed, `${tronDepositPath}/0/${index}`)

/** The extended public key of the deposit account. */
export const tronDepositXpub = (seed: Uint8Array): string =>
  HDKey.fromMasterSeed(seed).derive(tronDepositPath).publicExtendedKey
