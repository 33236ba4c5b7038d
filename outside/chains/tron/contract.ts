import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { accountOf, type TronAddress, tronAddressOf } from '#kit/chain/tron-address.ts'
import { bytesField, bytesIn, type Field, numberField, numberIn, readFields } from './protobuf.ts'

/** In sun, 10⁻⁶ TRX. */
export type TronContract =
  | { readonly kind: 'TransferContract'; readonly from: TronAddress; readonly to: TronAddress; readonly sun: bigint }
  | {
      readonly kind: 'TriggerSmartContract'
      readonly from: TronAddress
      readonly contract: TronAddress
      /** Hex without "0x". */
      readonly data: string
      readonly callValue: bigint
    }
  /** Stakes for energy; other resources are not supported. */
  | { readonly kind: 'FreezeBalanceV2Contract'; readonly from: TronAddress; readonly sun: bigint }
  /** Lends staked energy without a lock, and reclaims it. */
  | Lending<'DelegateResourceContract'>
  | Lending<'UnDelegateResourceContract'>

type Lending<Kind extends string> = {
  readonly kind: Kind
  readonly from: TronAddress
  readonly to: TronAddress
  readonly sun: bigint
}

const kinds = {
  TransferContract: 1n,
  TriggerSmartContract: 31n,
  FreezeBalanceV2Contract: 54n,
  DelegateResourceContract: 57n,
  UnDelegateResourceContract: 58n,
} as const
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
const typePrefix = 'type.googleapis.com/protocol.'
const networkByte = 0x41
const energy = 1n

const addressField = (field: number, address: TronAddress): Uint8Array =>
  bytesField(field, Uint8Array.of(networkByte, ...accountOf(address)))

function valueBytes(contract: TronContract): Uint8Array {
  const owner = addressField(1, contract.from)
  switch (contract.kind) {
    case 'TransferContract':
      return concatBytes(owner, addressField(2, contract.to), numberField(3, contract.sun))
    case 'TriggerSmartContract':
      return concatBytes(
        owner,
        addressField(2, contract.contract),
        numberField(3, contract.callValue),
        bytesField(4, hexToBytes(contract.data)),
      )
    case 'FreezeBalanceV2Contract':
      return concatBytes(owner, numberField(2, contract.sun), numberField(3, energy))
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
      return concatBytes(owner, numberField(2, energy), numberField(3, contract.sun), addressField(4, contract.to))
  }
}

export function contractBytes(contract: TronContract): Uint8Array {
  const any = concatBytes(bytesField(1, utf8ToBytes(typePrefix + contract.kind)), bytesField(2, valueBytes(contract)))
  return concatBytes(numberField(1, kinds[contract.kind]), bytesField(2, any))
}

const addressIn = (fields: readonly Field[], field: number): TronAddress => {
  const bytes = bytesIn(fields, field)
  if (bytes[0] !== networkByte) throw new RangeError('an address is not of the main network')
  return tronAddressOf(bytes.subarray(1))
}

/** Unknown fields are ignored. Re-encoding the result detects them. @throws RangeError if unsupported */
export function readContract(bytes: Uint8Array): TronContract {
  const fields = readFields(bytes)
  const values = readFields(bytesIn(readFields(bytesIn(fields, 2)), 2))
  const from = addressIn(values, 1)
  const number = numberIn(fields, 1)
  const kind = kindNames.find((each) => kinds[each] === number)
  switch (kind) {
    case 'TransferContract':
      return { kind, from, to: addressIn(values, 2), sun: numberIn(values, 3) }
    case 'TriggerSmartContract': {
      const data = bytesToHex(bytesIn(values, 4))
      return { kind, from, contract: addressIn(values, 2), data, callValue: numberIn(values, 3) }
    }
    case 'FreezeBalanceV2Contract':
      return { kind, from, sun: numberIn(values, 2) }
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
      return { kind, from, to: addressIn(values, 4), sun: numberIn(values, 3) }
    default:
      throw new RangeError(`contracts of kind ${number} are not read`)
  }
}
