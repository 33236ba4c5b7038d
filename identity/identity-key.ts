import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { generateMnemonic, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect } from '#kit/expect.ts'
import { certificateTextOf, proofTextOf } from '#kit/signed-lines.ts'
import { isSignedBy, publicTextOf, signWith } from '#kit/signed-text.ts'
import type { ProofPurpose } from './proof-purpose.ts'

/**
 * The identity key: an Ed25519 key derived from a 12-word phrase on the device. Only the public key and signatures leave it.
 * Deliberately no BIP-44 path: this key must never be one that holds coins on a chain.
 */
export type IdentityKey = { readonly secretKey: Uint8Array; readonly publicText: string }

/** Twelve new words (128 bits). */
export const newPhrase = (): string => generateMnemonic(wordlist, 128)

/** A phrase as typed, in the one form that is hashed: NFKD, lower case, single spaces. */
export const normalizePhrase = (typed: string): string =>
  typed.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

/** Whether the words are a phrase: all known, the checksum fits (which catches most swapped words). */
export const isPhrase = (typed: string): boolean => validateMnemonic(normalizePhrase(typed), wordlist)

/** Whether a value sent to the server looks like a phrase, whatever its words: 12 to 24 words. Such a value is refused and never logged. */
export const looksLikePhrase = (value: string): boolean =>
  /^\s*[\p{L}\p{M}]{2,12}(?:[\s,;+_-]+[\p{L}\p{M}]{2,12}){11,23}\s*$/u.test(value)

/** Derives the key of a phrase. Slow on purpose (PBKDF2), by the cryptography of the browser or of Node. @returns undefined when it is no phrase. */
export async function identityKeyOf(typed: string): Promise<IdentityKey | undefined> {
  if (!isPhrase(typed)) return undefined
  const seed = await mnemonicToSeedWebcrypto(normalizePhrase(typed))
  const salt = utf8ToBytes('idwallet/identity/v1')
  const secretKey = hkdf(sha256, seed, salt, utf8ToBytes('ed25519 login key'), 32)
  return { secretKey, publicText: publicTextOf(secretKey) }
}

/** What the server asks to be signed. `iat` and `exp` are seconds of the wall clock. */
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
  /** The key that proves itself, base64url. */
  readonly pub: string
  /** The key that takes over, where there is one. */
  readonly newPub?: string
  readonly deviceId: string
}

/** The text a proof signs, lines joined by LF. @returns undefined when a fact is not of its shape: such a text is signed by nobody. */
export const proofTextFor = ({ purpose, origin, cid, challenge, iat, exp, pub, newPub, deviceId }: ProofFacts) =>
  proofTextOf([purpose, origin, cid, challenge, iat, exp, pub, newPub ?? '-', deviceId])

/** The same for whoever signs. @throws when a fact is not of its shape, as where a server that was taken over makes the challenge */
export const proofMessage = (facts: ProofFacts): string => whole(proofTextFor(facts))

/** The text that binds a withdrawal address to its holder. `iat` in seconds. @throws when a value is not of its shape */
export const bindMessage = (walletId: string, chain: string, address: string, iat: number): string =>
  whole(certificateTextOf([walletId, chain, address, iat]))

/** The text by which a holder moves their withdrawal address of a chain from one to another. `iat` in seconds. @throws as `bindMessage` */
export const changeMessage = (walletId: string, chain: string, from: string, to: string, iat: number): string =>
  whole(certificateTextOf([walletId, chain, from, to, iat]))

function whole(text: string | undefined): string {
  expect(text, 'every line of a text to sign is of its shape')
  return text
}

/** Signs a text. @returns the signature, base64url. */
export const signText = (text: string, key: IdentityKey): string => signWith(text, key.secretKey)

/** Whether a signature over a text is right. Never throws, whatever it is given. */
export const isSignatureRight = isSignedBy

/** A proof as the wire carries it: `v1.<pub>.<cid>.<sig>`. */
export type Proof = { readonly pub: string; readonly cid: string; readonly signature: string }

/** Signs a challenge with a key: its own, or in a restore once with the old and once with the new one. */
export const makeProof = (facts: ProofFacts, key: IdentityKey): string =>
  `v1.${key.publicText}.${facts.cid}.${signText(proofMessage(facts), key)}`

const proofText = /^v1\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{1,40})\.([A-Za-z0-9_-]{86})$/

/** Reads a proof. @returns undefined for anything else. */
export function readProof(text: string): Proof | undefined {
  const match = proofText.exec(text)
  if (!match) return undefined
  const [, pub = '', cid = '', signature = ''] = match
  return { pub, cid, signature }
}
