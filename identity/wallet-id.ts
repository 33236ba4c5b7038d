import type { WalletId } from '#kit/ids.ts'
import { randomBytes } from '#kit/random.ts'
import { plainDashes, tightCode } from '#kit/typed-text.ts'

/** Crockford base 32: no I, L, O, U, so nothing reads as something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base = alphabet.length
const randomLength = 9

/** The Luhn mod 32 check character of nine characters: catches every single wrong character and nearly all swapped neighbours. */
function checkCharacter(body: string): string {
  let sum = 0
  let factor = 2
  for (const character of [...body].reverse()) {
    const product = alphabet.indexOf(character) * factor
    sum += Math.floor(product / base) + (product % base)
    factor = factor === 2 ? 1 : 2
  }
  return alphabet[(base - (sum % base)) % base] ?? ''
}

/** A new wallet ID: nine random characters and their check character. 2⁴⁵ of them; the database refuses a double. */
export function newWalletId(): WalletId {
  const body = [...randomBytes(randomLength)].map((byte) => alphabet[byte % base]).join('')
  return `${body}${checkCharacter(body)}` as WalletId
}

/**
 * Reads a wallet ID a person typed: case, spaces, dashes, characters nobody sees and the look-alikes O I L do not matter.
 * @returns undefined when the check character does not fit, before any look-up.
 */
export function parseWalletId(typed: string): WalletId | undefined {
  const letters = plainDashes(tightCode(typed)).replaceAll('-', '')
  // Letters that become others in capitals (ı, ſ) are none of an ID.
  if (!/^[0-9A-Za-z]+$/.test(letters) || letters.length !== randomLength + 1) return undefined
  const plain = letters.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  if ([...plain].some((character) => !alphabet.includes(character))) return undefined
  const body = plain.slice(0, randomLength)
  return checkCharacter(body) === plain.slice(randomLength) ? (plain as WalletId) : undefined
}

/** Whether a text is a link rather than an ID. */
const isLink = (text: string): boolean => /[:/?=]/.test(text)

/**
 * The wallet that a link of ours names: who asks to be paid, or who invites. Only the ID is taken from it.
 * @returns undefined for what is no link, or names no wallet or several
 */
export function linkedWalletId(typed: string): WalletId | undefined {
  const text = tightCode(typed)
  if (!isLink(text)) return undefined
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1).replace(/#.*$/, ''))
  const named = new Set([...query.getAll('to'), ...query.getAll('inviter')])
  const [only = '', ...others] = named
  return others.length > 0 ? undefined : parseWalletId(only)
}

/** The wallet that a text names, by its ID or by a link to it. */
export const namedWalletId = (typed: string): WalletId | undefined => parseWalletId(typed) ?? linkedWalletId(typed)
