import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { accountOf, type TronAddress, tronAddressOf } from '#kit/tron-address.ts'
import { tronAddressOfKey } from './derivation.ts'
import { bytesField, type Field, numberField, readFields } from './protobuf.ts'

/** What a transaction does. Amounts of the network's own coin are in sun, 10⁻⁶ TRX. */
export type TronContract =
  | { readonly kind: 'TransferContract'; readonly from: TronAddress; readonly to: TronAddress; readonly sun: bigint }
  | {
      readonly kind: 'TriggerSmartContract'
      readonly from: TronAddress
      readonly contract: TronAddress
      /** Call data, hex without "0x". */
      readonly data: string
      readonly callValue: bigint
    }

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

const kinds = { TransferContract: 1n, TriggerSmartContract: 31n } as const
const typePrefix = 'type.googleapis.com/protocol.'
const networkByte = 0x41

const addressBytes = (address: TronAddress): Uint8Array => Uint8Array.of(networkByte, ...accountOf(address))

/** What a transaction says of a block: two bytes of its number, eight of its id. @param id 64 hex digits */
export const referenceTo = (id: string): Pick<TronTransaction, 'refBlockBytes' | 'refBlockHash'> => ({
  refBlockBytes: id.slice(12, 16),
  refBlockHash: id.slice(16, 32),
})

function contractBytes(contract: TronContract): Uint8Array {
  if (contract.kind === 'TransferContract')
    return concatBytes(
      bytesField(1, addressBytes(contract.from)),
      bytesField(2, addressBytes(contract.to)),
      numberField(3, contract.sun),
    )
  return concatBytes(
    bytesField(1, addressBytes(contract.from)),
    bytesField(2, addressBytes(contract.contract)),
    numberField(3, contract.callValue),
    bytesField(4, hexToBytes(contract.data)),
  )
}

/** The bytes that are signed. */
export function rawDataOf(transaction: TronTransaction): Uint8Array {
  const { contract, refBlockBytes, refBlockHash, expiration, timestamp, feeLimit } = transaction
  const any = concatBytes(
    bytesField(1, utf8ToBytes(typePrefix + contract.kind)),
    bytesField(2, contractBytes(contract)),
  )
  return concatBytes(
    bytesField(1, hexToBytes(refBlockBytes)),
    bytesField(4, hexToBytes(refBlockHash)),
    numberField(8, BigInt(expiration)),
    bytesField(11, concatBytes(numberField(1, kinds[contract.kind]), bytesField(2, any))),
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

const bytesIn = (fields: readonly Field[], field: number): Uint8Array => {
  const found = fields.find((each) => each.field === field)?.value
  if (!(found instanceof Uint8Array)) throw new RangeError(`field ${field} is missing`)
  return found
}
const numberIn = (fields: readonly Field[], field: number): bigint => {
  const found = fields.find((each) => each.field === field)?.value ?? 0n
  if (found instanceof Uint8Array) throw new RangeError(`field ${field} is not a number`)
  return found
}
const addressIn = (fields: readonly Field[], field: number): TronAddress => {
  const bytes = bytesIn(fields, field)
  if (bytes[0] !== networkByte) throw new RangeError('an address is not of the main network')
  return tronAddressOf(bytes.subarray(1))
}

function readContract(bytes: Uint8Array): TronContract {
  const fields = readFields(bytes)
  const any = readFields(bytesIn(fields, 2))
  const values = readFields(bytesIn(any, 2))
  const from = addressIn(values, 1)
  const kind = numberIn(fields, 1)
  if (kind === kinds.TransferContract)
    return { kind: 'TransferContract', from, to: addressIn(values, 2), sun: numberIn(values, 3) }
  if (kind !== kinds.TriggerSmartContract) throw new RangeError(`contracts of kind ${kind} are not read`)
  const data = bytesToHex(bytesIn(values, 4))
  return { kind: 'TriggerSmartContract', from, contract: addressIn(values, 2), data, callValue: numberIn(values, 3) }
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
