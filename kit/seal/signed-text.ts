import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

export const publicTextOf = (secretKey: Uint8Array): string => base64urlnopad.encode(ed25519.getPublicKey(secretKey))

/** Signs the UTF-8 bytes. @returns base64url. */
export const signWith = (text: string, secretKey: Uint8Array): string =>
  base64urlnopad.encode(ed25519.sign(utf8ToBytes(text), secretKey))

/** Never throws. */
export function isSignedBy(text: string, signature: string, publicText: string): boolean {
  try {
    return ed25519.verify(base64urlnopad.decode(signature), utf8ToBytes(text), base64urlnopad.decode(publicText))
  } catch {
    return false
  }
}
