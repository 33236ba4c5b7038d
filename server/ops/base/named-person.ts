import { plainText, withLatinLetters } from './plain-letters.ts'
import { hasWalletId } from './written-id.ts'

/** Matches transaction hashes, days and times. */
const ordinary: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:0x)?[0-9a-f]{64}(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}])\d{4}([-./])\d\d\1\d\d(?:[T ]+\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\d{1,2}([./])\d{1,2}\1\d{4}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\d{1,2}:\d\d(?::\d\d)?Z?(?![\p{L}\p{N}])/gu,
]
/** Matches 25000.50, 1,000,000.50, 1.000.000,50, and 1 000 000 before a coin or currency. */
const amounts: readonly RegExp[] = [
  /(?<![\p{L}\p{N}]|\d[.,])(?:0|[1-9]\d*)[.,]\d+(?![\p{L}\p{N}]|[.,]\d)/gu,
  /(?<![\p{L}\p{N}]|\d[.,])[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\p{N}]|[.,]\d)/gu,
  /(?<![\p{L}\p{N}]|\d[.,])[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?(?![\p{L}\p{N}]|[.,]\d)/gu,
  /(?<![\p{L}\p{N}]|\d[.,])[1-9]\d{0,2}(?:[ '’]\d{3})+(?:[.,]\d+)?(?= ?[A-Z]{3,5}(?![\p{L}\p{N}]))/gu,
]
const without = (text: string, found: readonly RegExp[]): string =>
  found.reduce((rest, expression) => rest.replace(expression, '|'), text)

const mailAddresses = [
  /[^\s@([{<"'/:;,]@[^\s@]/u,
  /[^\s@]\s*@\s*[\p{L}\p{N}-]+\s*\.\s*\p{L}{2}/u,
  /[([{<]\s*(?:at|@)\s*[)\]}>]/iu,
  /\bat\s+[\p{L}\p{N}-]+\s*[([{<]?\s*dot\b[)\]}>]?\s*\p{L}{2}/iu,
]
/** Matches "@ana", but not "@ 0.5". */
const handle = /(?<![\p{L}\p{N}])@[\p{L}_]/u

const digits = /\+?(?<![\p{L}\p{N}])\d(?:[\s.\-\u2010-\u2015\u2212/()]{0,3}\d){6,14}(?![\p{L}\p{N}])/gu
/** Seven to fifteen digits with a leading + or 0, in groups, or at least eleven in a row. Shorter runs are block or payment numbers. */
function isPhoneNumber(text: string): boolean {
  if (/^[+0]/.test(text)) return true
  const groups = text.match(/\d+/g) ?? []
  if (groups.length < 2) return text.length > 10
  const [first = '', ...others] = groups
  return others.every(({ length }) => length > 1) && (first.length > 1 || others.length > 1)
}

/** Forty hex digits, even grouped or without 0x, or a TRON address. */
const hexAddress = /[0-9a-f](?:[\s\-_.:]{0,3}[0-9a-f]){39}/gi
const tronAddress = /T[1-9A-HJ-NP-Za-km-z]{33}/
const isChainAddress = (text: string): boolean =>
  tronAddress.test(text) || (text.match(hexAddress) ?? []).some((found) => /[a-f]/i.test(found))

/** Detects identifying text, even with lookalike letters, groups or invisible characters. @returns a description, or undefined */
export function namedPerson(text: string, ...nicknames: readonly string[]): string | undefined {
  const read = plainText(text)
  const rest = without(read, ordinary)
  const latin = withLatinLetters(rest)
  if (isChainAddress(latin)) return 'an address on a chain'
  if (hasWalletId(rest)) return 'a wallet ID'
  if (mailAddresses.some((address) => address.test(read))) return 'a mail address'
  if (handle.test(read)) return 'a name on another service'
  if ((without(rest, amounts).match(digits) ?? []).some(isPhoneNumber)) return 'a telephone number'
  return nicknames.some((nickname) => isNamed(read, plainText(nickname).trim()))
    ? 'the nickname of its holder'
    : undefined
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const wordsOf = (text: string): string =>
  ` ${(
    withLatinLetters(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')} `

function isNamed(text: string, name: string): boolean {
  const [inText, words] = [wordsOf(text), wordsOf(name)]
  // The name consists of symbols only.
  if (!words.trim()) return name !== '' && text.includes(name)
  return inText.includes(words) || (name.length > 1 && unspaced.test(name) && inText.includes(words.trim()))
}
