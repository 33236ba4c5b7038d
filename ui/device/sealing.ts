import { fromBase64url, toBase64url } from '#kit/text/base64url.ts'
import { randomBytes } from '#kit/text/random.ts'

const version = 'v1.'
const ivLength = 12
const encoder = new TextEncoder()

/** AES-256-GCM, bound to the storage name. A value moved to another name fails to decrypt. */
export async function sealValue(key: CryptoKey, name: string, value: string): Promise<string> {
  const iv = randomBytes(ivLength)
  const additionalData = encoder.encode(name)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, encoder.encode(value))
  const bytes = new Uint8Array(ivLength + sealed.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(sealed), ivLength)
  return version + toBase64url(bytes)
}

/** @throws if the text belongs to another key or name, or is damaged or unencrypted */
export async function openValue(key: CryptoKey, name: string, text: string): Promise<string> {
  if (!text.startsWith(version)) throw new Error('not a sealed value')
  const bytes = fromBase64url(text.slice(version.length))
  const iv = bytes.slice(0, ivLength)
  const additionalData = encoder.encode(name)
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes.slice(ivLength))
  return new TextDecoder().decode(plain)
}
