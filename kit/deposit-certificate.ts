import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import type { AddressForm } from './chains.ts'

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
