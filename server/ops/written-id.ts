import { parseWalletId } from '#identity/wallet-id.ts'
import { assets } from '#kit/assets.ts'
import { chainIds } from '#kit/chains.ts'
import { fiatNames } from '#kit/fiats.ts'
import { withLatinLetters } from './plain-letters.ts'

const idLength = 10

/** Ten characters of 0–9 and A–Z in a row, as wallet IDs are shown: also a mistyped one leads to a person. */
const asShown = /(?<![0-9A-Za-z])[0-9A-Z]{10}(?![0-9A-Za-z])/

/** What reasons name that is written in capitals and is no part of an ID. */
const knownNames = new Set([...Object.keys(assets), ...chainIds, ...fiatNames].map((name) => name.toUpperCase()))

/** "72h", "30d", "3rd", "100k": a number with its unit. */
const measure = /^\d+(?:st|nd|rd|th|ms|min|[hdmskx])?$/i

/**
 * What a group of letters and digits is.
 * - word: letters as words are written, or the name of a coin, a currency or a network
 * - capitals: other letters, a single one too
 * - number: digits, or digits with a unit
 * - mixed: letters and digits, as in an ID
 */
type Kind = 'word' | 'capitals' | 'number' | 'mixed'
function kindOf(group: string): Kind {
  if (measure.test(group)) return 'number'
  if (/\d/.test(group)) return 'mixed'
  return knownNames.has(group.toUpperCase()) || (group.length > 1 && /[a-z]/.test(group)) ? 'word' : 'capitals'
}

/**
 * Whether ten characters are an ID, as their groups are written. Of ten ordinary characters one in 32 has the right check character, so
 * plain words beside plain numbers ("for about 12345 USDT") are not tried, nor ten letters of words, nor ten digits.
 */
function isId(characters: string, kinds: readonly Kind[]): boolean {
  if (!/[A-Za-z]/.test(characters)) return false
  const isTried = /\d/.test(characters)
    ? kinds.includes('mixed') || !kinds.includes('word')
    : kinds.every((kind) => kind === 'capitals')
  return isTried && parseWalletId(characters) !== undefined
}

/** Whether an ID begins at this place of the first group: inside it, or through the groups after it. */
function beginsId(groups: readonly string[], kinds: readonly Kind[], from: number): boolean {
  let characters = ''
  for (const [place, group] of groups.entries()) {
    const rest = place === 0 ? group.slice(from) : group
    const missing = idLength - characters.length
    characters += rest.slice(0, missing)
    if (rest.length < missing) continue
    // An ID that goes through several groups ends with a group; only in a mixed one something may be glued to its end.
    const isWhole = rest.length === missing || place === 0 || kinds[place] === 'mixed'
    return isWhole && isId(characters, kinds.slice(0, place + 1))
  }
  return false
}

/** The letters and digits of a text in groups, whatever stands between them. A letter of another alphabet ends a row of groups. */
const rowsOf = (text: string): string[][] =>
  text
    .replace(/[\p{L}\p{N}]+/gu, (word) => (/[0-9A-Za-z]|^\p{Lu}$/u.test(word) ? withLatinLetters(word) : word))
    .split(/(?:(?![A-Za-z])\p{L})+/u)
    .map((row) => row.match(/[0-9A-Za-z]+/g) ?? [])

/**
 * Whether a wallet ID stands in a text: as it is shown, in small letters, in groups with anything between them, or glued to a word.
 * @param text as `plainText` gives it
 */
export function hasWalletId(text: string): boolean {
  for (const groups of rowsOf(text)) {
    if (groups.some((group) => asShown.test(group))) return true
    const kinds = groups.map(kindOf)
    for (const [place, group] of groups.entries()) {
      const [rest, restKinds] = [groups.slice(place), kinds.slice(place)]
      // Something may be glued to the beginning of an ID, too.
      const starts = kinds[place] === 'mixed' ? group.length : Math.max(1, group.length - idLength + 1)
      for (let from = 0; from < starts; from += 1) if (beginsId(rest, restKinds, from)) return true
    }
  }
  return false
}
