import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '#kit/evm-address.ts'
import { fromHex, type Hex, toHex } from './bytes.ts'

/** An EIP-1559 transaction. Amounts of gas and fee are in wei. */
export type EvmTransaction = {
  readonly evmChainId: number
  readonly nonce: number
  /** Undefined creates a contract. */
  readonly to: Hex | undefined
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly feeMaxPerGas: bigint
  readonly tipMaxPerGas: bigint
}
export type SignedTransaction = { readonly raw: Hex; readonly hash: Hex }

type Rlp = Uint8Array | readonly Rlp[]

/** A whole number as RLP wants it: big-endian without leading zeros, nothing for 0. */
function bytesOf(value: bigint | number): Uint8Array {
  const hex = value.toString(16)
  return BigInt(value) === 0n ? new Uint8Array() : fromHex(hex.length % 2 ? `0${hex}` : hex)
}

const lengthPrefix = (length: number, short: number): Uint8Array => {
  if (length < 56) return Uint8Array.of(short + length)
  const size = bytesOf(length)
  return concatBytes(Uint8Array.of(short + 55 + size.length), size)
}

/** Recursive length prefix, the encoding of everything Ethereum signs. */
function encodeRlp(item: Rlp): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const body = concatBytes(...item.map(encodeRlp))
    return concatBytes(lengthPrefix(body.length, 0xc0), body)
  }
  if (item.length === 1 && (item[0] ?? 0) < 0x80) return item
  return concatBytes(lengthPrefix(item.length, 0x80), item)
}

const eip1559 = Uint8Array.of(2)

function fieldsOf(transaction: EvmTransaction): Rlp[] {
  return [
    bytesOf(transaction.evmChainId),
    bytesOf(transaction.nonce),
    bytesOf(transaction.tipMaxPerGas),
    bytesOf(transaction.feeMaxPerGas),
    bytesOf(transaction.gas),
    transaction.to ? fromHex(transaction.to) : new Uint8Array(),
    bytesOf(transaction.value),
    fromHex(transaction.data),
    [],
  ]
}

/** The hash that is signed: the same for the same transaction, whoever asks. */
export const payloadHash = (transaction: EvmTransaction): Hex =>
  toHex(keccak_256(concatBytes(eip1559, encodeRlp(fieldsOf(transaction)))))

/** Signs a transaction. Deterministic (RFC 6979): the same transaction and key give the same bytes. */
export function signTransaction(transaction: EvmTransaction, privateKey: Uint8Array): SignedTransaction {
  const signature = secp256k1.sign(fromHex(payloadHash(transaction)), privateKey, {
    prehash: false,
    format: 'recovered',
  })
  const r = BigInt(toHex(signature.subarray(1, 33)))
  const s = BigInt(toHex(signature.subarray(33, 65)))
  const signed = [...fieldsOf(transaction), bytesOf(signature[0] ?? 0), bytesOf(r), bytesOf(s)]
  const raw = concatBytes(eip1559, encodeRlp(signed))
  return { raw: toHex(raw), hash: toHex(keccak_256(raw)) }
}

/** The address of the contract that `from` creates with its transaction number `nonce`. */
export const contractAddress = (from: Hex, nonce: number): Hex =>
  checksumAddress(toHex(keccak_256(encodeRlp([fromHex(from), bytesOf(nonce)])).subarray(12)))
