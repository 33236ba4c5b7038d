import { parseWalletId } from '#identity/wallet-id.ts'
import { assets } from '#kit/amount/coins.ts'
import { fiatNames } from '#kit/amount/fiats.ts'
import { chainIds } from '#kit/chain/chains.ts'
import { withLatinLetters } from './plain-letters.ts'

const idLength = 10

/** Ten characters of 0–9 and A–Z, the form in which wallet IDs are displayed. A mistyped ID still identifies a person. */
const asShown = /(?<![0-9A-Za-z])[0-9A-Z]{10}(?![0-9A-Za-z])/

const knownNames = new Set([...Object.keys(assets), ...chainIds, ...fiatNames].map((name) => name.toUpperCase()))

const measure = /^\d+(?:st|nd|rd|th|ms|min|[hdmskx])?$/i

/**
 * Kind of a group of letters and digits: - word: written like a word, or a coin, currency or network name - capitals: other letters, even a
 * single one - number: digits, optionally with a unit - mixed: letters and digits, as in an ID
 */
type Kind = 'word' | 'capitals' | 'number' | 'mixed'
function kindOf(group: string): Kind {
  if (measure.test(group)) return 'number'
  if (/\d/.test(group)) return 'mixed'
  return knownNames.has(group.toUpperCase()) || (group.length > 1 && /[a-z]/.test(group)) ? 'word' : 'capitals'
}

/**
 * One in 32 random strings passes the check character. To avoid false positives, skips words next to numbers ("for about 12345 USDT"),
 * letters that form words, and bare digits.
 */
function isId(characters: string, kinds: readonly Kind[]): boolean {
  if (!/[A-Za-z]/.test(characters)) return false
  const isTried = /\d/.test(characters)
    ? kinds.includes('mixed') || !kinds.includes('word')
    : kinds.every((kind) => kind === 'capitals')
  return isTried && parseWalletId(characters) !== undefined
}

function beginsId(groups: readonly string[], kinds: readonly Kind[], from: number): boolean {
  let characters = ''
  for (const [place, group] of groups.entries()) {
    const rest = place === 0 ? group.slice(from) : group
    const missing = idLength - characters.length
    characters += rest.slice(0, missing)
    if (rest.length < missing) continue
    const isWhole = rest.length === missing || place === 0 || kinds[place] === 'mixed'
    return isWhole && isId(characters, kinds.slice(0, place + 1))
  }
  return false
}

const rowsOf = (text: string): string[][] =>
  text
    .replace(/[\p{L}\p{N}]+/gu, (word) => (/[0-9A-Za-z]|^\p{Lu}$/u.test(word) ? withLatinLetters(word) : word))
    .split(/(?:(?![A-Za-z])\p{L})+/u)
    .map((row) => row.match(/[0-9A-Za-z]+/g) ?? [])

/** Finds a wallet ID in any case, with any separators or attached to a word. @param text output of `plainText` */
export function hasWalletId(text: string): boolean {
  for (const groups of rowsOf(text)) {
    if (groups.some((group) => asShown.test(group))) return true
    const kinds = groups.map(kindOf)
    for (const [place, group] of groups.entries()) {
      const [rest, restKinds] = [groups.slice(place), kinds.slice(place)]
      const starts = kinds[place] === 'mixed' ? group.length : Math.max(1, group.length - idLength + 1)
      for (let from = 0; from < starts; from += 1) if (beginsId(rest, restKinds, from)) return true
    }
  }
  return false
}
