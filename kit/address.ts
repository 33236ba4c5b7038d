import type { AddressForm } from './chains.ts'
import { type AddressProblem, checksumAddress, evmAddressLength, evmAddressProblem } from './evm-address.ts'
import { type TronAddress, tronAddressLength, tronAddressProblem } from './tron-address.ts'

/** An address of any of our chains, in the one form in which it is kept: checksum form, or base58. */
export type Address = `0x${string}` | TronAddress

/** How many characters a whole address has. */
export const addressLength = (form: AddressForm): number => (form === 'tron' ? tronAddressLength : evmAddressLength)

/** Checks an address as a person typed it. @returns undefined when nothing is wrong. */
export const addressProblem = (form: AddressForm, text: string): AddressProblem | undefined =>
  form === 'tron' ? tronAddressProblem(text) : evmAddressProblem(text)

/** The one form in which a right address is kept. On TRON an address has no other. */
export const keptAddress = (form: AddressForm, address: string): Address =>
  form === 'tron' ? (address as TronAddress) : checksumAddress(address)
