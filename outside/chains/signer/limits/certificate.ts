import { certificateTextOf, readProofText } from '#kit/seal/signed-lines.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'

/** The holder's signed statement that coins of a chain may go to an address. */
export type Certificate = {
  readonly walletId: string
  readonly chain: string
  readonly address: string
  /** Address to replace, exactly as signed; selects a separate text format. */
  readonly replaces?: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  /** Identity key, Ed25519, base64url. */
  readonly publicKey: string
  /** Base64url. */
  readonly signature: string
}

/** From a restore: the text (idwallet-auth-v1) and the old key's signature. */
export type Succession = { readonly message: string; readonly signature: string }

const textOf = ({ walletId, chain, address, replaces, issuedAt }: Certificate): string | undefined =>
  certificateTextOf(
    replaces === undefined ? [walletId, chain, address, issuedAt] : [walletId, chain, replaces, address, issuedAt],
  )

/** The signer repeats this check, because it trusts no other process. */
export function isCertificateRight(certificate: Certificate): boolean {
  const text = textOf(certificate)
  return text !== undefined && isSignedBy(text, certificate.signature, certificate.publicKey)
}

/** Undefined if the text names no successor or the signature is invalid. */
export function successorOf(publicKey: string, { message, signature }: Succession): string | undefined {
  const said = readProofText(message)
  if (said?.purpose !== 'restore' || said.pub !== publicKey || !said.newPub) return undefined
  return isSignedBy(message, signature, publicKey) ? said.newPub : undefined
}
