import { createECDH, ECDH, hkdfSync } from 'node:crypto'

/** VAPID (RFC 8292), P-256, base64url. */
export type PushKey = { readonly publicKey: string; readonly privateKey: string }

const curve = 'prime256v1'
const length = 32
/** One in four billion values is not a valid key; then the next one is used. */
const attemptsMax = 8

/** Derived from the server's secret, so that it survives restarts and devices stay subscribed. */
export function pushKeyOf(seed: Uint8Array): PushKey {
  for (let nth = 0; nth < attemptsMax; nth++) {
    const bytes = Buffer.from(hkdfSync('sha256', seed, 'glasshouse/push/v1', `key ${nth}`, length))
    const pair = createECDH(curve)
    try {
      pair.setPrivateKey(bytes)
    } catch {
      continue
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
  }
  throw new Error('no number of eight is a key of P-256')
}

/** True for an uncompressed curve point. */
export function isDeviceKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, curve, undefined, 'hex', 'compressed')
    return true
  } catch {
    return false
  }
}
