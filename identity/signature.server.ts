import { createPublicKey, verify } from 'node:crypto'

/**
 * Whether an Ed25519 signature over a text is right, by the machine's own code: a tenth of the time of `isSignatureRight`, which runs in
 * browsers too, and no less strict. For what strangers send. Never throws, whatever it is given.
 */
export function isStrangersSignatureRight(text: string, signature: string, publicText: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicText }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
