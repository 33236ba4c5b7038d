import { createECDH, ECDH, hkdfSync } from 'node:crypto'

/** The key push services know this house by (VAPID, RFC 8292): on P-256, base64url. */
export type PushKey = { readonly publicKey: string; readonly privateKey: string }

const curve = 'prime256v1'
const length = 32
/** One in four billion numbers is none of the curve; then the next one is taken. */
const triesMax = 8

/** Makes the key from the server's secret for it: the same one at each start, so that no device has to be asked again. */
export function pushKeyOf(seed: Uint8Array): PushKey {
  for (let nth = 0; nth < triesMax; nth++) {
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

/** Whether this is the public key of a device: a point of the curve, written whole. */
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
