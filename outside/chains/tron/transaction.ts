import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { TronAddress } from '#kit/tron-address.ts'
import { contractBytes, readContract, type TronContract } from './contract.ts'
import { tronAddressOfKey } from './derivation.ts'
import { bytesField, bytesIn, numberField, numberIn, readFields } from './protobuf.ts'

export type TronTransaction = {
  /** Of the block it refers to: it is good only on a chain that holds that block. 4 and 16 hex digits. */
  readonly refBlockBytes: string
  readonly refBlockHash: string
  /** Milliseconds since 1970: no block at or after this moment can hold it. */
  readonly expiration: number
  /** Milliseconds since 1970; the network does not look at it. */
  readonly timestamp: number
  /** The most sun a contract may burn; 0 where none is called. */
  readonly feeLimit: bigint
  readonly contract: TronContract
}
/** Hex without "0x": the bytes to hand over, and the transaction's id. */
export type SignedTronTransaction = { readonly raw: string; readonly hash: string }

/** What a transaction says of a block: two bytes of its number, eight of its id. @param id 64 hex digits */
export const referenceTo = (id: string): Pick<TronTransaction, 'refBlockBytes' | 'refBlockHash'> => ({
  refBlockBytes: id.slice(12, 16),
  refBlockHash: id.slice(16, 32),
})

/** The bytes that are signed. */
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

/** The transaction's id: the same for the same transaction, whoever asks. */
export const transactionIdOf = (transaction: TronTransaction): string => bytesToHex(sha256(rawDataOf(transaction)))

/** What TRON adds to the number of the public key in a signature, as Ethereum once did. */
const recoveryOffset = 27

/** Signs a transaction. Deterministic (RFC 6979): the same transaction and key give the same bytes. */
export function signTronTransaction(transaction: TronTransaction, privateKey: Uint8Array): SignedTronTransaction {
  const rawData = rawDataOf(transaction)
  const id = sha256(rawData)
  const [recovery = 0, ...rs] = secp256k1.sign(id, privateKey, { prehash: false, format: 'recovered' })
  const signature = Uint8Array.of(...rs, recovery + recoveryOffset)
  return { raw: bytesToHex(concatBytes(bytesField(1, rawData), bytesField(2, signature))), hash: bytesToHex(id) }
}

/** A signed transaction as it was read from its bytes. */
export type ReadTransaction = {
  readonly transaction: TronTransaction
  readonly hash: string
  /** 130 hex digits. */
  readonly signature: string
  /** Whose key signed it. */
  readonly signer: TronAddress
}

function signerOf(id: Uint8Array, signature: Uint8Array): TronAddress {
  if (signature.length !== 65) throw new RangeError('a signature has 65 bytes')
  const last = signature[64] ?? 0
  const recovered = Uint8Array.of(last >= recoveryOffset ? last - recoveryOffset : last, ...signature.subarray(0, 64))
  return tronAddressOfKey(secp256k1.recoverPublicKey(recovered, id, { prehash: false }))
}

/**
 * Reads signed bytes, strictly: what our own writing of the same transaction would not give, byte for byte, is refused.
 * @param raw hex without "0x"
 * @throws RangeError and others on anything else.
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
