import { certificateTextOf, readProofText } from '#kit/signed-lines.ts'
import { isSignedBy } from '#kit/signed-text.ts'

/** The holder's own word that coins of a chain may go to an address. */
export type Certificate = {
  readonly walletId: string
  readonly chain: string
  /** Exactly as the device signed it. */
  readonly address: string
  /** Where it takes the place of another: that one, exactly as signed. Such a word has a text of its own. */
  readonly replaces?: string
  /** Seconds since 1970, as signed. */
  readonly issuedAt: number
  /** The identity key, Ed25519, base64url. */
  readonly publicKey: string
  /** Base64url. */
  readonly signature: string
}

/** The holder's old key naming the new one, from a restore: the signed text (idwallet-auth-v1) and the old key's signature over it. */
export type Succession = { readonly message: string; readonly signature: string }

const textOf = ({ walletId, chain, address, replaces, issuedAt }: Certificate): string | undefined =>
  certificateTextOf(
    replaces === undefined ? [walletId, chain, address, issuedAt] : [walletId, chain, replaces, address, issuedAt],
  )

/** Whether the certificate's signature fits what it says. The signer's own check: it trusts no other process to have made it. */
export function isCertificateRight(certificate: Certificate): boolean {
  const text = textOf(certificate)
  return text !== undefined && isSignedBy(text, certificate.signature, certificate.publicKey)
}

/** The key that follows `publicKey` by a succession; undefined if that is not what the text says, or it is not signed by that key. */
export function successorOf(publicKey: string, { message, signature }: Succession): string | undefined {
  const said = readProofText(message)
  if (said?.purpose !== 'restore' || said.pub !== publicKey || !said.newPub) return undefined
  return isSignedBy(message, signature, publicKey) ? said.newPub : undefined
}
