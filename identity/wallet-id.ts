import type { WalletId } from '#kit/text/ids.ts'
import { randomBytes } from '#kit/text/random.ts'
import { plainDashes, tightCode } from '#kit/text/typed-text.ts'

/** Crockford base 32 without I, L, O, U, which resemble other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base = alphabet.length
const randomLength = 9

/** Luhn mod 32: detects every wrong character and nearly all swapped neighbors. */
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

export function newWalletId(): WalletId {
  const body = [...randomBytes(randomLength)].map((byte) => alphabet[byte % base]).join('')
  return `${body}${checkCharacter(body)}` as WalletId
}

/**
 * Ignores case, spaces, dashes and invisible characters, and accepts O, I and L for digits. @returns undefined if the check character does
 * not match.
 */
export function parseWalletId(typed: string): WalletId | undefined {
  const letters = plainDashes(tightCode(typed)).replaceAll('-', '')
  // Rejects letters that change in upper case (ı, ſ).
  if (!/^[0-9A-Za-z]+$/.test(letters) || letters.length !== randomLength + 1) return undefined
  const plain = letters.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  if ([...plain].some((character) => !alphabet.includes(character))) return undefined
  const body = plain.slice(0, randomLength)
  return checkCharacter(body) === plain.slice(randomLength) ? (plain as WalletId) : undefined
}

const isLink = (text: string): boolean => /[:/?=]/.test(text)

/** Reads the wallet ID in a payment or invitation link. @returns undefined without exactly one wallet */
export function linkedWalletId(typed: string): WalletId | undefined {
  const text = tightCode(typed)
  if (!isLink(text)) return undefined
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1).replace(/#.*$/, ''))
  const named = new Set([...query.getAll('to'), ...query.getAll('inviter')])
  const [only = '', ...others] = named
  return others.length > 0 ? undefined : parseWalletId(only)
}

export const namedWalletId = (typed: string): WalletId | undefined => parseWalletId(typed) ?? linkedWalletId(typed)
