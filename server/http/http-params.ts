import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { isPhraseSent } from '#identity/passwords/phrase-guard.ts'
import { fail } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { fileDigest } from '#kit/wire/form.ts'
import { fromWire, wireNameOf } from '#kit/wire/names.ts'
import { source } from '#kit/wire/signing/headers.ts'
import { signedText, signSecret, timestampToleranceSeconds } from '#kit/wire/signing/sign.ts'

export type WireRequest = {
  readonly method: string
  /** With /api, without the query. */
  readonly path: string
  readonly query: string
  /** Exact body text, or form bytes. Empty without a body. */
  readonly body: string | Uint8Array
  /** Replaces the body (http-upload.ts). */
  readonly form?: Form
  readonly header: (name: string) => string | undefined
  readonly ip: string
  readonly origin: string
  readonly userAgent: string
}
export type Params = Readonly<Record<string, unknown>>
export type Form = { readonly texts: Readonly<Record<string, string>>; readonly file: Uint8Array | undefined }

/**
 * Reads the query of a GET, otherwise the form or JSON body. A file is represented by its digest, which `sign` covers. @throws
 * request.malformed, identity.mnemonic_sent
 */
export function readParams(request: WireRequest): Params {
  const params = paramsOf(request)
  try {
    if (isPhraseSent(params)) fail('identity.mnemonic_sent')
    refuseUnkept(params)
  } catch (error) {
    // The JSON is too deeply nested.
    if (error instanceof RangeError) fail('request.malformed')
    throw error
  }
  return params
}

function paramsOf({ method, query, body, form }: WireRequest): Params {
  if (method === 'GET') return Object.fromEntries(new URLSearchParams(query))
  if (form) return { ...form.texts, ...(form.file ? { file: fileDigest(form.file) } : {}) }
  return typeof body === 'string' ? readBody(body) : fail('request.malformed')
}

const halfCharacter = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/

/** Refuses NUL and lone surrogates, which the database cannot store. */
function refuseUnkept(params: Params): void {
  for (const [field, value] of Object.entries(params)) {
    if (field.includes('\0') || !field.isWellFormed()) fail('request.malformed')
    const nested = typeof value === 'object'
    const text = nested ? JSON.stringify(value) : String(value)
    const isUnkept = nested
      ? text.includes('\\u0000') || halfCharacter.test(text)
      : text.includes('\0') || !text.isWellFormed()
    if (isUnkept) fail('field.format', { field })
  }
}

function readBody(body: string): Params {
  let read: unknown
  try {
    read = JSON.parse(body || '{}')
  } catch {
    fail('request.malformed')
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) fail('request.malformed')
  return read as Params
}

/** @throws field.*, request.stale, request.sign_* */
export function checkCommon(params: Params, method: string, wall: Date): void {
  for (const field of ['lang', 'source', 'timestamp'])
    if (params[field] === undefined || params[field] === '') fail('field.required', { field })
  if (typeof params.lang !== 'string' || !/^[A-Za-z-]{2,12}$/.test(params.lang)) fail('field.format', { field: 'lang' })
  if (params.source !== source) fail('field.format', { field: 'source' })
  const seconds = readTimestamp(params.timestamp)
  if (Math.abs(wall.getTime() / 1000 - seconds) > timestampToleranceSeconds) fail('request.stale')
  if (method !== 'GET') checkSign(params)
}

/** Whole seconds since 1970. Rejects text that merely converts to a number. @throws field.format */
function readTimestamp(timestamp: unknown): number {
  const isText = typeof timestamp === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(timestamp)
  const seconds = isText || typeof timestamp === 'number' ? Number(timestamp) : Number.NaN
  return Number.isSafeInteger(seconds) ? seconds : fail('field.format', { field: 'timestamp' })
}

function checkSign(params: Params): void {
  const { sign } = params
  if (sign === undefined || sign === '') fail('request.sign_missing')
  const expected = Buffer.from(signatureOf(params))
  const given = Buffer.from(typeof sign === 'string' ? sign : '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) fail('request.sign_wrong')
}

function signatureOf(params: Params): string {
  try {
    return createHash('md5')
      .update(signedText(params) + signSecret)
      .digest('hex')
      .toUpperCase()
  } catch {
    // A value nested too deeply to serialize as JSON cannot have been signed.
    return fail('request.malformed')
  }
}

/** @throws field.required, field.format with the field's wire name */
export function readInput(contract: Contract, params: Params, form?: Form): unknown {
  const given = form?.file ? { ...params, file: form.file } : params
  const checked = v.safeParse(contract.input, fromWire(contract.input, given, contract.wire), { abortEarly: true })
  if (checked.success) return checked.output
  const [issue] = checked.issues
  const deps = String(issue.path?.[0]?.key ?? '')
  const field = wireNameOf(contract.input, deps, contract.wire)
  for (const key of ['identity.wallet_id_wrong', 'funds.atm_closed'] as const) if (issue.message === key) fail(key)
  const empty = issue.message === 'required' || issue.received === 'undefined' || issue.received === 'null'
  return empty ? fail('field.required', { field }) : fail('field.format', { field })
}
