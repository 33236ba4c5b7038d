import { latinFigures } from './figures.ts'

/** U+FEFF counts as a blank in JavaScript, but has no width. */
const blanks = /(?:(?!\uFEFF)[\s\u0085\u2800])+/gu
/** Characters without a picture of their own, and control characters. U+202E reverses what is read, so a code that has it stays wrong. */
const unseen = /(?!\u202E)[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const fullWidth = /[\uFF01-\uFF5E]/gu
const fullWidthOffset = 0xfee0
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu

/**
 * A code of Latin letters and figures as people copy it: figures of any script and full-width signs become ASCII, characters that cannot be
 * seen are dropped, and each run of blanks or line ends is one space. Every other character stays, for the reader of the code to refuse.
 */
export const plainCode = (typed: string): string =>
  latinFigures(typed.replace(blanks, ' ').replace(unseen, ''))
    .replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset))
    .trim()

/** The same without spaces. */
export const tightCode = (typed: string): string => plainCode(typed).replaceAll(' ', '')

/** Every dash and minus as "-". */
export const plainDashes = (text: string): string => text.replace(dashes, '-')

/** What turns the order of characters round, and controls: nobody sees them, and a name with them reads as another one. */
const turns = /[\u202A-\u202E\u2066-\u2069]/gu
/** Joiners stay where a script or a picture of several signs needs them; elsewhere they only make two equal names different. */
const strayJoiners =
  /(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|[\u{E0020}-\u{E007F}])\p{Join_Control}+|(?<=\p{Script=Latin})\p{Join_Control}+/gu
/** Marks that carry no writing: soft hyphens, blanks of no width, fillers, tags outside a flag. */
const empties =
  /\u00AD|\u034F|\u115F|\u1160|\u17B4|\u17B5|\u180E|\u200B|[\u2060-\u2065\u206A-\u206F]|\u3164|\uFEFF|\uFFA0|[\uFFF0-\uFFFB]|[\u{E0000}-\u{E001F}]|(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0020}-\u{E007F}]+/gu
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a person sees anything of a text. U+2800 is a picture of nothing. */
export const isSeen = (text: string): boolean =>
  seen.test(text.replace(/\p{Default_Ignorable_Code_Point}|\u2800/gu, ''))

/** What a person sees of a text that they typed, in as many lines; empty where that is nothing. */
export function seenText(typed: string): string {
  const text = typed.replace(turns, '').replace(empties, '').replace(strayJoiners, '')
  return isSeen(text) ? text : ''
}

/** A name or a note of one line: what a person sees of it, with one space for each run of blanks, tabs and line ends. */
export const cleanLine = (typed: string): string =>
  seenText(typed.replace(blanks, ' ').replace(/\p{Cc}/gu, ''))
    .replace(/ {2,}/g, ' ')
    .trim()

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** How many code points a character may have on average; the longest pictures of several people have eleven. */
const pointsEach = (most: number): number => (most <= 100 ? 12 : 4)
/** The code points that a text of so many characters has at most. */
export const pointsMax = (most: number): number => most * pointsEach(most)

/** The length of a text in characters as a person counts them: a letter with its marks is one, a picture too. */
export function lengthSeen(text: string): number {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** The length that counts against a limit: characters as a person counts them, and towers of marks by what they are made of. */
export const countedLength = (text: string, most: number): number =>
  Math.max(lengthSeen(text), Math.ceil([...text].length / pointsEach(most)))

/** Whether a text has at most so many characters. */
export const isWithin = (text: string, most: number): boolean =>
  text.length <= most || countedLength(text, most) <= most
