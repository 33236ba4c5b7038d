import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { isSignedBy, publicTextOf, signWith } from '../seal/signed-text.ts'
import type { AddressForm } from './chains.ts'

/** Base64url. The signer certifies that an address belongs to this wallet, so an altered address is detected. */
export type DepositCertificate = { readonly publicKey: string; readonly signature: string }

export type CertifiedAddress = { readonly walletId: string; readonly family: AddressForm; readonly address: string }

const textOf = ({ walletId, family, address }: CertifiedAddress): Uint8Array =>
  utf8ToBytes(['idwallet-deposit-v1', walletId, family, address].join('\n'))

export const certifyAddress = (address: CertifiedAddress, secretKey: Uint8Array): DepositCertificate => ({
  publicKey: base64urlnopad.encode(ed25519.getPublicKey(secretKey)),
  signature: base64urlnopad.encode(ed25519.sign(textOf(address), secretKey)),
})

/** The caller must check `publicKey` separately. */
export function isAddressCertified(address: CertifiedAddress, { publicKey, signature }: DepositCertificate): boolean {
  try {
    return ed25519.verify(base64urlnopad.decode(signature), textOf(address), base64urlnopad.decode(publicKey))
  } catch {
    return false
  }
}

/** A key that certifies deposit addresses, base64url. `signature` is by the previous key; the first key signs itself. */
export type DepositKey = { readonly publicKey: string; readonly signature: string }
/** `hash` (SHA-256, hexadecimal) covers this key and all before it. Signed statements contain `hash`. */
export type DepositKeyLine = { readonly publicKey: string; readonly hash: string }

const beginning = '0'.repeat(64)
const keyText = (line: number, publicKey: string, previous: string): string =>
  ['idwallet-deposit-key-v1', line, publicKey, previous].join('\n')
const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

export function signDepositKeys(secretKeys: readonly Uint8Array[]): DepositKey[] {
  let previous = beginning
  return secretKeys.map((secretKey, index) => {
    const publicKey = publicTextOf(secretKey)
    const text = keyText(index + 1, publicKey, previous)
    previous = hashOf(text)
    return { publicKey, signature: signWith(text, secretKeys[index - 1] ?? secretKey) }
  })
}

/** @returns undefined if a key is repeated or not signed by the previous one */
export function readDepositKeys(keys: readonly DepositKey[]): readonly DepositKeyLine[] | undefined {
  const lines: DepositKeyLine[] = []
  for (const [index, { publicKey, signature }] of keys.entries()) {
    const before = lines.at(-1)
    const text = keyText(index + 1, publicKey, before?.hash ?? beginning)
    if (!isSignedBy(text, signature, before?.publicKey ?? publicKey)) return undefined
    lines.push({ publicKey, hash: hashOf(text) })
  }
  return new Set(keys.map(({ publicKey }) => publicKey)).size === keys.length ? lines : undefined
}
