import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

export type Act = {
  readonly method: string
  /** Below /api. */
  readonly path: string
  /** The idempotency key. */
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Fields that vary per attempt and are not part of the act. */
const common: ReadonlySet<string> = new Set(['lang', 'source', 'timestamp', 'sign'])

/**
 * Canonical text of a call. JSON keeps it unambiguous, so a remark cannot imitate another field. Fields are sorted because JSON objects
 * have no order.
 */
export function actText({ method, path, key, fields }: Act): string {
  const named = Object.entries(fields).filter(([name, value]) => !common.has(name) && value !== undefined)
  const sorted = named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return JSON.stringify(['idw-act-v1', method, path, key.toLowerCase(), sorted])
}

/** SHA-256 of the act as base64url; a passkey signs it. */
export const actDigest = (act: Act): string => base64urlnopad.encode(sha256(utf8ToBytes(actText(act))))

export const actDigestText = /^[\w-]{43}$/
