import * as v from 'valibot'
import { plainCode } from '#kit/typed-text.ts'

/** RFC 5321: the longest address that can be sent to. */
const lengthMax = 254
const localMax = 64
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const pattern = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${label}\\.)+[a-z]{2,63}$`,
)

/**
 * An e-mail address in the one form it is compared in: small letters, no blanks around, nothing that cannot be seen. @returns undefined for what no mail can be sent to
 * Assumed: capital letters never tell two mailboxes apart; the standard lets them, and no provider does.
 */
export function mailAddressOf(typed: string): string | undefined {
  const address = plainCode(typed)
    .toLowerCase()
    .replace(/^mailto:/, '')
  const fits = address.length <= lengthMax && address.indexOf('@') <= localMax && pattern.test(address)
  return fits ? address : undefined
}

/** An e-mail address as typed; becomes the form it is compared in. */
export const mailAddressText = v.pipe(
  v.string('format'),
  v.trim(),
  v.minLength(1, 'required'),
  v.transform((typed) => mailAddressOf(typed) ?? ''),
  v.minLength(1, 'format'),
)

/** An address as others may see it: "a•••@example.com". */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
