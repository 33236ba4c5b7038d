import * as v from 'valibot'
import { plainCode } from '#kit/text/typed-text.ts'

const lengthMax = 254
const localMax = 64
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const pattern = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${label}\\.)+[a-z]{2,63}$`,
)

/**
 * Normalized: lower case, no blanks or invisible characters. @returns undefined if invalid Assumed: case never distinguishes two mailboxes;
 * the standard allows it, but no provider does.
 */
export function mailAddressOf(typed: string): string | undefined {
  const address = plainCode(typed)
    .toLowerCase()
    .replace(/^mailto:/, '')
  const fits = address.length <= lengthMax && address.indexOf('@') <= localMax && pattern.test(address)
  return fits ? address : undefined
}

export const mailAddressText = v.pipe(
  v.string('format'),
  v.trim(),
  v.minLength(1, 'required'),
  v.transform((typed) => mailAddressOf(typed) ?? ''),
  v.minLength(1, 'format'),
)

export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
