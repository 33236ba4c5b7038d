import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { randomText } from '#kit/random.ts'
import { signFields } from './sign.ts'

export type Form = { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }

/** What `sign` covers in place of a file: its SHA-256, hex. */
export const fileDigest = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/**
 * A form with a file as the bytes of multipart/form-data. Written here and not by the browser, because the session's signature covers the
 * exact bytes.
 */
export function encodeForm(fields: Readonly<Record<string, string>>, file: Uint8Array): Form {
  const boundary = `form-${randomText(24)}`
  const head = (line: string) => `--${boundary}\r\nContent-Disposition: form-data; ${line}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`)
  const ofFile = `${head('name="file"; filename="file"')}Content-Type: application/octet-stream\r\n\r\n`
  const before = utf8ToBytes(texts.join('') + ofFile)
  const after = utf8ToBytes(`\r\n--${boundary}--\r\n`)
  const body = new Uint8Array(before.length + file.length + after.length)
  body.set(before)
  body.set(file, before.length)
  body.set(after, before.length + file.length)
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/** The fields of a call as a form, with their `sign`. `file` is the bytes. */
export function signedForm({ file, ...texts }: Readonly<Record<string, unknown>>): Form {
  const bytes = file as Uint8Array
  const signed = { ...texts, sign: signFields({ ...texts, file: fileDigest(bytes) }) }
  return encodeForm(Object.fromEntries(Object.entries(signed).map(([name, one]) => [name, String(one)])), bytes)
}
