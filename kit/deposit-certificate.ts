import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import type { AddressForm } from './chains.ts'
import { isSignedBy, publicTextOf, signWith } from './signed-text.ts'

/** The signer's word that an address is this wallet's own: whoever changes the address on its way cannot make this. Base64url. */
export type DepositCertificate = { readonly publicKey: string; readonly signature: string }

/** Whose address it is, on the chains of which family. */
export type CertifiedAddress = { readonly walletId: string; readonly family: AddressForm; readonly address: string }

const textOf = ({ walletId, family, address }: CertifiedAddress): Uint8Array =>
  utf8ToBytes(['idwallet-deposit-v1', walletId, family, address].join('\n'))

/** Signs a deposit address with the signer's key for addresses. */
export const certifyAddress = (address: CertifiedAddress, secretKey: Uint8Array): DepositCertificate => ({
  publicKey: base64urlnopad.encode(ed25519.getPublicKey(secretKey)),
  signature: base64urlnopad.encode(ed25519.sign(textOf(address), secretKey)),
})

/** Whether a certificate is of this very address, wallet and family. That its key is the right one is for the caller to know. */
export function isAddressCertified(address: CertifiedAddress, { publicKey, signature }: DepositCertificate): boolean {
  try {
    return ed25519.verify(base64urlnopad.decode(signature), textOf(address), base64urlnopad.decode(publicKey))
  } catch {
    return false
  }
}

/**
 * One of the keys that certify deposit addresses: the first, or the successor of the one before it. Base64url. `signature` is by the key
 * before it, of the first by itself.
 */
export type DepositKey = { readonly publicKey: string; readonly signature: string }
/** A key with the digest that stands for it and all before it: what statements name. SHA-256, hexadecimal. */
export type DepositKeyLine = { readonly publicKey: string; readonly hash: string }

const beginning = '0'.repeat(64)
const keyText = (line: number, publicKey: string, previous: string): string =>
  ['idwallet-deposit-key-v1', line, publicKey, previous].join('\n')
const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The list of keys, each signed by the one before it. */
export function signDepositKeys(secretKeys: readonly Uint8Array[]): DepositKey[] {
  let previous = beginning
  return secretKeys.map((secretKey, index) => {
    const publicKey = publicTextOf(secretKey)
    const text = keyText(index + 1, publicKey, previous)
    previous = hashOf(text)
    return { publicKey, signature: signWith(text, secretKeys[index - 1] ?? secretKey) }
  })
}

/** The lines of a list of keys. @returns undefined where one is not signed by the key before it, or is named twice */
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
