import { latinFigures } from '../amount/figures.ts'

/** U+FEFF counts as whitespace in JavaScript, but has no width. */
const blanks = /(?:(?!\uFEFF)[\s\u0085\u2800])+/gu
/** Keeps U+202E, which reverses the displayed order, so that a code with it stays invalid. */
const unseen = /(?!\u202E)[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const fullWidth = /[\uFF01-\uFF5E]/gu
const fullWidthOffset = 0xfee0
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu

/**
 * Digits of any script and full-width characters become ASCII, invisible characters are removed, whitespace runs become one space. Other
 * characters stay for the caller to reject.
 */
export const plainCode = (typed: string): string =>
  latinFigures(typed.replace(blanks, ' ').replace(unseen, ''))
    .replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset))
    .trim()

export const tightCode = (typed: string): string => plainCode(typed).replaceAll(' ', '')

export const plainDashes = (text: string): string => text.replace(dashes, '-')

/** Direction controls, which can make a name look like another one. */
const turns = /[\u202A-\u202E\u2066-\u2069]/gu
/** Joiners stay where a script or emoji needs them; elsewhere they only make equal-looking names different. */
const strayJoiners =
  /(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|[\u{E0020}-\u{E007F}])\p{Join_Control}+|(?<=\p{Script=Latin})\p{Join_Control}+/gu
const empties =
  /\u00AD|\u034F|\u115F|\u1160|\u17B4|\u17B5|\u180E|\u200B|[\u2060-\u2065\u206A-\u206F]|\u3164|\uFEFF|\uFFA0|[\uFFF0-\uFFFB]|[\u{E0000}-\u{E001F}]|(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0020}-\u{E007F}]+/gu
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** U+2800 looks blank. */
export const isSeen = (text: string): boolean =>
  seen.test(text.replace(/\p{Default_Ignorable_Code_Point}|\u2800/gu, ''))

export function seenText(typed: string): string {
  const text = typed.replace(turns, '').replace(empties, '').replace(strayJoiners, '')
  return isSeen(text) ? text : ''
}

export const cleanLine = (typed: string): string =>
  seenText(typed.replace(blanks, ' ').replace(/\p{Cc}/gu, ''))
    .replace(/ {2,}/g, ' ')
    .trim()

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Maximum average code points per character; the longest family emoji have eleven. */
const pointsEach = (most: number): number => (most <= 100 ? 12 : 4)
export const pointsMax = (most: number): number => most * pointsEach(most)

export function lengthSeen(text: string): number {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** Counts grapheme clusters, but stacks of combining marks by their code points. */
export const countedLength = (text: string, most: number): number =>
  Math.max(lengthSeen(text), Math.ceil([...text].length / pointsEach(most)))

export const isWithin = (text: string, most: number): boolean =>
  text.length <= most || countedLength(text, most) <= most
