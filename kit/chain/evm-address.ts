import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

export const evmAddressLength = 42

export type AddressProblem = 'length' | 'format' | 'checksum'

/**
 * EIP-55: a hex letter is upper case where the hash of the lower-case text says so. Misses about one in 4,000 typing errors. @param address
 * 42 characters, in any case.
 */
export function checksumAddress(address: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(utf8ToBytes(digits))
  const shown = [...digits].map((digit, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return nibble > 7 ? digit.toUpperCase() : digit
  })
  return `0x${shown.join('')}`
}

/** All-lower and all-upper addresses have no checksum and are accepted. The zero address is a format error. @returns undefined if valid. */
export function evmAddressProblem(text: string): AddressProblem | undefined {
  if (text.length !== evmAddressLength) return 'length'
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || /^0x0{40}$/.test(text)) return 'format'
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && checksumAddress(text) !== text ? 'checksum' : undefined
}
