import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/**
 * At login both sides derive an HMAC key by P-256 key agreement. The key never crosses the wire, so a leaked session token cannot write.
 * WebCrypto only.
 */
export type SessionKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>
export type SessionKeyPair = { readonly privateKey: SessionKey; readonly publicText: string }

/** Applies to past and future times. */
export const xAuthToleranceMs = 120_000
export const xAuthNonceMs = 300_000

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** The private key is not extractable. `publicText` is the raw point (65 bytes), base64url. */
export async function newSessionKeyPair(): Promise<SessionKeyPair> {
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { privateKey: pair.privateKey, publicText: base64urlnopad.encode(new Uint8Array(raw)) }
}

/** Derives 32 bytes. @throws if the other point is not on the curve. */
export async function deriveSessionSecret(
  privateKey: SessionKey,
  otherPublicText: string,
  sessionId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const raw = new Uint8Array(base64urlnopad.decode(otherPublicText))
  const other = await crypto.subtle.importKey('raw', raw, curve, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, 256)
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits'])
  const salt = new Uint8Array(utf8ToBytes(sessionId))
  const info = new Uint8Array(utf8ToBytes('idwallet/req-hmac/v1'))
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, 256))
}

export const importSessionKey = (secret: Uint8Array<ArrayBuffer>): Promise<SessionKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** `path` begins with /api; `query` is raw, without '?'; `body` the exact bytes sent. */
export type SignedRequest = {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string | Uint8Array
  readonly timeMs: number
  readonly nonce: string
  readonly sessionId: string
}

const signedTextOf = (request: SignedRequest): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    utf8ToBytes(
      xAuthText(
        request,
        bytesToHex(sha256(typeof request.body === 'string' ? utf8ToBytes(request.body) : request.body)),
      ),
    ),
  )

/** The text to sign, lines joined by LF. `bodyDigest`: SHA-256, hex. */
export function xAuthText(request: Omit<SignedRequest, 'body'>, bodyDigest: string): string {
  const query = request.query.split('&').filter(Boolean).sort().join('&')
  return [
    'idw-req-v1',
    request.method,
    request.path,
    query,
    bodyDigest,
    request.timeMs,
    request.nonce,
    request.sessionId,
  ].join('\n')
}

/** The nonce is 16 random bytes, base64url. */
export async function xAuthHeader(key: SessionKey, request: SignedRequest): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, signedTextOf(request))
  return `v1;ts=${request.timeMs};n=${request.nonce};sig=${base64urlnopad.encode(new Uint8Array(signature))}`
}

const headerText = /^v1;ts=(\d{10,16});n=([A-Za-z0-9_-]{22});sig=([A-Za-z0-9_-]{43})$/

export function readXAuth(header: string): { timeMs: number; nonce: string; signature: string } | undefined {
  const match = headerText.exec(header)
  if (!match) return undefined
  const [, time = '', nonce = '', signature = ''] = match
  return { timeMs: Number(time), nonce, signature }
}

/** Constant time. */
export async function isXAuthRight(key: SessionKey, request: SignedRequest, signature: string): Promise<boolean> {
  const bytes = new Uint8Array(base64urlnopad.decode(signature))
  return crypto.subtle.verify('HMAC', key, bytes, signedTextOf(request))
}
