import { base64urlnopad } from '@scure/base'

/** The only place that draws random numbers: the platform's own source, in Node and browsers alike. */
export const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

/** Random text of `length` bytes, base64url: tokens, nonces, challenge ids. */
export const randomText = (length: number): string => base64urlnopad.encode(randomBytes(length))

/** A random UUID, e.g. for an idempotency key. */
export function randomUuid(): string {
  const bytes = randomBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
