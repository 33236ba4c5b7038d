import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The spec's fixed secret. It ships in every browser, so it proves nothing: it detects corruption and keeps the wire's format.
 * Authority comes from tokens and from the session's own key (x-auth.ts).
 */
export const signSecret = 'glasshouse-public-signing-secret'

/** Seconds a request's timestamp may differ from the server's wall clock, either way. */
export const timestampToleranceSeconds = 300

type Fields = Readonly<Record<string, unknown>>

/** `k=v&k=v`, sorted by code unit; without `sign` and empty values; objects as JSON. What `sign` covers. */
export function signedText(fields: Fields): string {
  return Object.entries(fields)
    .filter(([key, value]) => key !== 'sign' && value !== undefined && value !== null && value !== '')
    .map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
}

/** The spec's request signature: MD5 of the sorted fields and the secret, upper-case hex. MD5 because the spec's client demands it. */
export const signFields = (fields: Fields, secret: string = signSecret): string =>
  bytesToHex(md5(utf8ToBytes(signedText(fields) + secret))).toUpperCase()
