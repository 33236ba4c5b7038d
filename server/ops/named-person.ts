import { parseWalletId } from '#identity/wallet-id.ts'

/** Ten characters of 0–9 and A–Z in a row, as wallet IDs are written: also a mistyped one leads to a person. */
const asWritten = /(?<![0-9A-Za-z])[0-9A-Z]{10}(?![0-9A-Za-z])/
/** In small letters, or in groups. Such words are often no ID, so its check character decides. */
const otherwise = /(?<![0-9A-Za-z])[0-9A-Za-z](?:[ -]?[0-9A-Za-z]){9}(?![0-9A-Za-z])/g
const mailAddress = /[^\s@]@[^\s@]/
const chainAddress = /(?<![0-9A-Za-z])(?:0x[0-9a-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})(?![0-9A-Za-z])/i

/** A word of only letters, or a number, a date and a time beside each other, is no ID. */
const isId = (text: string): boolean => /\d/.test(text) && /[A-Za-z]/.test(text) && parseWalletId(text) !== undefined

/**
 * What in a text leads to a person: a wallet ID, a mail address, an address on a chain, or this nickname.
 * @returns what it is, in words; undefined where the text names nobody
 */
export function namedPerson(text: string, nickname = ''): string | undefined {
  if (asWritten.test(text) || (text.match(otherwise) ?? []).some(isId)) return 'a wallet ID'
  if (mailAddress.test(text)) return 'a mail address'
  if (chainAddress.test(text)) return 'an address on a chain'
  return isNamed(text, nickname.trim()) ? 'the nickname of its holder' : undefined
}

/** Whether a nickname stands in a text as a word of its own, in any case. */
function isNamed(text: string, nickname: string): boolean {
  const [inText, name] = [text, nickname].map((each) => each.toLowerCase().normalize('NFKC'))
  if (!name || !inText) return false
  const isWord = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '')
  for (let at = inText.indexOf(name); at >= 0; at = inText.indexOf(name, at + 1))
    if (!isWord(inText[at - 1]) && !isWord(inText[at + name.length])) return true
  return false
}
