import { createPublicKey, verify } from 'node:crypto'

/**
 * Native Ed25519: as strict as `isSignatureRight`, which also runs in browsers, but ten times faster. For untrusted input. Never throws.
 */
export function isStrangersSignatureRight(text: string, signature: string, publicText: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicText }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
