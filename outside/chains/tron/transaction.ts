import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { TronAddress } from '#kit/chain/tron-address.ts'
import { contractBytes, readContract, type TronContract } from './contract.ts'
import { tronAddressOfKey } from './derivation.ts'
import { bytesField, bytesIn, numberField, numberIn, readFields } from './protobuf.ts'

export type TronTransaction = {
  /** 4 and 16 hex digits. Valid only on a chain with that block. */
  readonly refBlockBytes: string
  readonly refBlockHash: string
  /** Milliseconds since 1970. No block at or after this time can contain the transaction. */
  readonly expiration: number
  /** Milliseconds since 1970; ignored by the network. */
  readonly timestamp: number
  /** Maximum sun burned; 0 without a contract call. */
  readonly feeLimit: bigint
  readonly contract: TronContract
}
/** Hex without "0x". */
export type SignedTronTransaction = { readonly raw: string; readonly hash: string }

/** Two bytes of the number, eight of the id. @param id 64 hex digits */
export const referenceTo = (id: string): Pick<TronTransaction, 'refBlockBytes' | 'refBlockHash'> => ({
  refBlockBytes: id.slice(12, 16),
  refBlockHash: id.slice(16, 32),
})

export function rawDataOf(transaction: TronTransaction): Uint8Array {
  const { contract, refBlockBytes, refBlockHash, expiration, timestamp, feeLimit } = transaction
  return concatBytes(
    bytesField(1, hexToBytes(refBlockBytes)),
    bytesField(4, hexToBytes(refBlockHash)),
    numberField(8, BigInt(expiration)),
    bytesField(11, contractBytes(contract)),
    numberField(14, BigInt(timestamp)),
    numberField(18, feeLimit),
  )
}

export const transactionIdOf = (transaction: TronTransaction): string => bytesToHex(sha256(rawDataOf(transaction)))

/** TRON adds this to the recovery id, as Ethereum once did. */
const recoveryOffset = 27

/** Deterministic (RFC 6979). */
export function signTronTransaction(transaction: TronTransaction, privateKey: Uint8Array): SignedTronTransaction {
  const rawData = rawDataOf(transaction)
  const id = sha256(rawData)
  const [recovery = 0, ...rs] = secp256k1.sign(id, privateKey, { prehash: false, format: 'recovered' })
  const signature = Uint8Array.of(...rs, recovery + recoveryOffset)
  return { raw: bytesToHex(concatBytes(bytesField(1, rawData), bytesField(2, signature))), hash: bytesToHex(id) }
}

export type ReadTransaction = {
  readonly transaction: TronTransaction
  readonly hash: string
  /** 130 hex digits. */
  readonly signature: string
  readonly signer: TronAddress
}

function signerOf(id: Uint8Array, signature: Uint8Array): TronAddress {
  if (signature.length !== 65) throw new RangeError('a signature has 65 bytes')
  const last = signature[64] ?? 0
  const recovered = Uint8Array.of(last >= recoveryOffset ? last - recoveryOffset : last, ...signature.subarray(0, 64))
  return tronAddressOfKey(secp256k1.recoverPublicKey(recovered, id, { prehash: false }))
}

/**
 * Rejects bytes that our encoding would not reproduce exactly. @param raw hex without "0x" @throws RangeError and others for invalid input.
 */
export function readTransaction(raw: string): ReadTransaction {
  const outer = readFields(hexToBytes(raw))
  const rawData = bytesIn(outer, 1)
  const signature = bytesIn(outer, 2)
  const fields = readFields(rawData)
  const transaction: TronTransaction = {
    refBlockBytes: bytesToHex(bytesIn(fields, 1)),
    refBlockHash: bytesToHex(bytesIn(fields, 4)),
    expiration: Number(numberIn(fields, 8)),
    contract: readContract(bytesIn(fields, 11)),
    timestamp: Number(numberIn(fields, 14)),
    feeLimit: numberIn(fields, 18),
  }
  const again = concatBytes(bytesField(1, rawDataOf(transaction)), bytesField(2, signature))
  if (bytesToHex(again) !== raw) throw new RangeError('the transaction says more than is read')
  const id = sha256(rawData)
  return { transaction, hash: bytesToHex(id), signature: bytesToHex(signature), signer: signerOf(id, signature) }
}
