import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { randomText } from '#kit/text/random.ts'
import { signFields } from './signing/sign.ts'

export type Form = { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }

/** SHA-256, hex. */
export const fileDigest = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** Encodes multipart/form-data here, because the session's signature covers the exact bytes. */
export function encodeForm(fields: Readonly<Record<string, string>>, file?: Uint8Array): Form {
  const boundary = `form-${randomText(24)}`
  const head = (line: string) => `--${boundary}\r\nContent-Disposition: form-data; ${line}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`)
  const ofFile = `${head('name="file"; filename="file"')}Content-Type: application/octet-stream\r\n\r\n`
  const before = utf8ToBytes(texts.join('') + (file ? ofFile : ''))
  const after = utf8ToBytes(`${file ? '\r\n' : ''}--${boundary}--\r\n`)
  const bytes = file ?? new Uint8Array()
  const body = new Uint8Array(before.length + bytes.length + after.length)
  body.set(before)
  body.set(bytes, before.length)
  body.set(after, before.length + bytes.length)
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export function signedForm(fields: Readonly<Record<string, unknown>>): Form {
  const { file } = fields
  const bytes = file instanceof Uint8Array ? file : undefined
  const sign = signFields(bytes ? { ...fields, file: fileDigest(bytes) } : fields)
  const texts = Object.entries({ ...fields, ...(bytes ? { file: undefined } : {}), sign })
  const given = texts.filter(([, value]) => value !== undefined && value !== null)
  return encodeForm(Object.fromEntries(given.map(([name, value]) => [name, textOf(value)])), bytes)
}
