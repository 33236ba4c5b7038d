import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/** One call, as somebody means it: whatever is sent again under its key is the same act. */
export type Act = {
  readonly method: string
  /** Below /api. */
  readonly path: string
  /** The idempotency key: the same words under another key are another act. */
  readonly key: string
  /** Every field, by the wire's names. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Fields that every request carries: they change from try to try and say nothing about the act. */
const common: ReadonlySet<string> = new Set(['lang', 'source', 'timestamp', 'sign'])

/**
 * The text that stands for an act. JSON, because it can be read in one way only: no remark can look like another field.
 * Fields are sorted, for a JSON object has no order.
 */
export function actText({ method, path, key, fields }: Act): string {
  const named = Object.entries(fields).filter(([name, value]) => !common.has(name) && value !== undefined)
  const sorted = named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return JSON.stringify(['idw-act-v1', method, path, key.toLowerCase(), sorted])
}

/** The digest of an act, SHA-256 as base64url: what a passkey signs in place of the act itself. */
export const actDigest = (act: Act): string => base64urlnopad.encode(sha256(utf8ToBytes(actText(act))))

/** What a digest looks like. */
export const actDigestText = /^[\w-]{43}$/
