import type { AddressForm } from './chains.ts'
import { type AddressProblem, checksumAddress, evmAddressLength, evmAddressProblem } from './evm-address.ts'
import { type TronAddress, tronAddressLength, tronAddressProblem } from './tron-address.ts'

/** Stored form: EIP-55 checksum or base58. */
export type Address = `0x${string}` | TronAddress

export const addressLength = (form: AddressForm): number => (form === 'tron' ? tronAddressLength : evmAddressLength)

/** @returns undefined if valid. */
export const addressProblem = (form: AddressForm, text: string): AddressProblem | undefined =>
  form === 'tron' ? tronAddressProblem(text) : evmAddressProblem(text)

/** TRON addresses have only one form. */
export const keptAddress = (form: AddressForm, address: string): Address =>
  form === 'tron' ? (address as TronAddress) : checksumAddress(address)
