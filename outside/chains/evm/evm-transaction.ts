import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { expect } from '#kit/expect.ts'
import { fromHex, type Hex, toHex } from '../keys/bytes.ts'

/** EIP-7702: the address runs a contract's code. */
export type Authorization = {
  readonly evmChainId: number
  readonly contract: Hex
  /** Counts both transactions and authorizations. */
  readonly nonce: number
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}

/** EIP-1559, or EIP-7702 with authorizations. Gas and fees in wei. */
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
  readonly authorizations?: readonly Authorization[]
}
export type SignedTransaction = { readonly raw: Hex; readonly hash: Hex }

type Rlp = Uint8Array | readonly Rlp[]

/** RLP integer: big-endian without leading zeros, empty for 0. */
function bytesOf(value: bigint | number): Uint8Array {
  const hex = value.toString(16)
  return BigInt(value) === 0n ? new Uint8Array() : fromHex(hex.length % 2 ? `0${hex}` : hex)
}

const lengthPrefix = (length: number, short: number): Uint8Array => {
  if (length < 56) return Uint8Array.of(short + length)
  const size = bytesOf(length)
  return concatBytes(Uint8Array.of(short + 55 + size.length), size)
}

function encodeRlp(item: Rlp): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const body = concatBytes(...item.map(encodeRlp))
    return concatBytes(lengthPrefix(body.length, 0xc0), body)
  }
  if (item.length === 1 && (item[0] ?? 0) < 0x80) return item
  return concatBytes(lengthPrefix(item.length, 0x80), item)
}

const eip1559 = Uint8Array.of(2)
const eip7702 = Uint8Array.of(4)
const authorizationMagic = Uint8Array.of(5)
const typeOf = ({ authorizations }: EvmTransaction): Uint8Array => (authorizations ? eip7702 : eip1559)

function fieldsOf(transaction: EvmTransaction): Rlp[] {
  const list = transaction.authorizations?.map(({ evmChainId, contract, nonce, yParity, r, s }) => [
    ...[bytesOf(evmChainId), fromHex(contract), bytesOf(nonce)],
    ...[bytesOf(yParity), bytesOf(r), bytesOf(s)],
  ])
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
    ...(list ? [list] : []),
  ]
}

export const payloadHash = (transaction: EvmTransaction): Hex =>
  toHex(keccak_256(concatBytes(typeOf(transaction), encodeRlp(fieldsOf(transaction)))))

function signHash(hash: Uint8Array, privateKey: Uint8Array): Pick<Authorization, 'yParity' | 'r' | 's'> {
  const signature = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
  const [r, s] = [signature.subarray(1, 33), signature.subarray(33, 65)].map((part) => BigInt(toHex(part)))
  expect(r !== undefined && s !== undefined, 'a signature has two numbers')
  return { yParity: signature[0] ?? 0, r, s }
}

export function authorize(
  asked: Pick<Authorization, 'evmChainId' | 'contract' | 'nonce'>,
  privateKey: Uint8Array,
): Authorization {
  const fields = [bytesOf(asked.evmChainId), fromHex(asked.contract), bytesOf(asked.nonce)]
  return { ...asked, ...signHash(keccak_256(concatBytes(authorizationMagic, encodeRlp(fields))), privateKey) }
}

/** Deterministic (RFC 6979). */
export function signTransaction(transaction: EvmTransaction, privateKey: Uint8Array): SignedTransaction {
  const { yParity, r, s } = signHash(fromHex(payloadHash(transaction)), privateKey)
  const signed = [...fieldsOf(transaction), bytesOf(yParity), bytesOf(r), bytesOf(s)]
  const raw = concatBytes(typeOf(transaction), encodeRlp(signed))
  return { raw: toHex(raw), hash: toHex(keccak_256(raw)) }
}

export const contractAddress = (from: Hex, nonce: number): Hex =>
  checksumAddress(toHex(keccak_256(encodeRlp([fromHex(from), bytesOf(nonce)])).subarray(12)))
