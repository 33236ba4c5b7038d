import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The spec's fixed secret ships in every browser, so it proves nothing. Authorization comes from tokens and the session key (x-auth.ts).
 */
export const signSecret = 'glasshouse-public-signing-secret'

/** Applies to past and future timestamps. */
export const timestampToleranceSeconds = 300

type Fields = Readonly<Record<string, unknown>>

/** Fields sorted by code unit, without `sign` and empty values; objects as JSON. */
export function signedText(fields: Fields): string {
  return Object.entries(fields)
    .filter(([key, value]) => key !== 'sign' && value !== undefined && value !== null && value !== '')
    .map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
}

/** The spec requires MD5. */
export const signFields = (fields: Fields, secret: string = signSecret): string =>
  bytesToHex(md5(utf8ToBytes(signedText(fields) + secret))).toUpperCase()
