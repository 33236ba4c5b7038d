import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { generateMnemonic, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect } from '#kit/expect.ts'
import { certificateTextOf, proofTextOf } from '#kit/seal/signed-lines.ts'
import { isSignedBy, publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { ProofPurpose } from '../captcha/proof-purpose.ts'

/**
 * An Ed25519 key derived from a 12-word phrase on the device. Only the public key and signatures leave the device. Deliberately without a
 * BIP-44 path, so it never equals a key that holds coins.
 */
export type IdentityKey = { readonly secretKey: Uint8Array; readonly publicText: string }

export const newPhrase = (): string => generateMnemonic(wordlist, 128)

/** The canonical form for hashing: NFKD, lower case, single spaces. */
export const normalizePhrase = (typed: string): string =>
  typed.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

/** The checksum catches most swapped words. */
export const isPhrase = (typed: string): boolean => validateMnemonic(normalizePhrase(typed), wordlist)

/** 12 to 24 words of any kind. Such input is refused and never logged. */
export const looksLikePhrase = (value: string): boolean =>
  /^\s*[\p{L}\p{M}]{2,12}(?:[\s,;+_-]+[\p{L}\p{M}]{2,12}){11,23}\s*$/u.test(value)

/** Deliberately slow (PBKDF2). @returns undefined for an invalid phrase. */
export async function identityKeyOf(typed: string): Promise<IdentityKey | undefined> {
  if (!isPhrase(typed)) return undefined
  const seed = await mnemonicToSeedWebcrypto(normalizePhrase(typed))
  const salt = utf8ToBytes('idwallet/identity/v1')
  const secretKey = hkdf(sha256, seed, salt, utf8ToBytes('ed25519 login key'), 32)
  return { secretKey, publicText: publicTextOf(secretKey) }
}

/** `iat` and `exp` are Unix seconds, wall clock. */
export type Challenge = {
  readonly cid: string
  /** 32 random bytes, base64url. */
  readonly challenge: string
  readonly iat: number
  readonly exp: number
}
export type ProofFacts = Challenge & {
  readonly purpose: ProofPurpose
  readonly origin: string
  readonly pub: string
  readonly newPub?: string
  readonly deviceId: string
}

/** The text to sign, lines joined by LF. @returns undefined if a value is malformed */
export const proofTextFor = ({ purpose, origin, cid, challenge, iat, exp, pub, newPub, deviceId }: ProofFacts) =>
  proofTextOf([purpose, origin, cid, challenge, iat, exp, pub, newPub ?? '-', deviceId])

/** As `proofTextFor`, for the signer. @throws if a value is malformed, for example from a compromised server */
export const proofMessage = (facts: ProofFacts): string => whole(proofTextFor(facts))

/** Message that binds a withdrawal address. `iat` in seconds. @throws if a value is malformed */
export const bindMessage = (walletId: string, chain: string, address: string, iat: number): string =>
  whole(certificateTextOf([walletId, chain, address, iat]))

/** Message that replaces the withdrawal address of a chain. `iat` in seconds. @throws as `bindMessage` */
export const changeMessage = (walletId: string, chain: string, from: string, to: string, iat: number): string =>
  whole(certificateTextOf([walletId, chain, from, to, iat]))

function whole(text: string | undefined): string {
  expect(text, 'every line of a text to sign is of its shape')
  return text
}

/** @returns base64url. */
export const signText = (text: string, key: IdentityKey): string => signWith(text, key.secretKey)

/** Never throws. */
export const isSignatureRight = isSignedBy

export type Proof = { readonly pub: string; readonly cid: string; readonly signature: string }

export const makeProof = (facts: ProofFacts, key: IdentityKey): string =>
  `v1.${key.publicText}.${facts.cid}.${signText(proofMessage(facts), key)}`

const proofText = /^v1\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{1,40})\.([A-Za-z0-9_-]{86})$/

/** @returns undefined if malformed. */
export function readProof(text: string): Proof | undefined {
  const match = proofText.exec(text)
  if (!match) return undefined
  const [, pub = '', cid = '', signature = ''] = match
  return { pub, cid, signature }
}
