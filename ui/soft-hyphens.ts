/** Shorter words have room in every tile. */
const longWord = /\p{Script=Latin}{9,}/gu
const vowel = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüý]/i
/** Two letters of one sound. */
const together = /^(?:[cgpst]h|hr|ck|qu|[bcdfgpt]r|[bcfgp]l)$/i
/** Letters before and after a hyphen, at least. */
const leastLetters = 3

/** Whether a syllable begins at `place`: before a consonant with a vowel after it, or before two of one sound. */
function begins(word: string, place: number): boolean {
  const letter = (offset: number) => word[place + offset] ?? ''
  const isVowel = (offset: number) => vowel.test(letter(offset))
  const isOne = (from: number) => together.test(letter(from) + letter(from + 1))
  if (isVowel(0) || isOne(-1)) return false
  return isVowel(1) || (isVowel(-1) && isOne(0) && isVowel(2))
}

function parted(word: string): string {
  const places = [...word].map(
    (letter, place) =>
      (place >= leastLetters && word.length - place >= leastLetters && begins(word, place) ? '\u00ad' : '') + letter,
  )
  return places.join('')
}

/**
 * Lets long words of a narrow place go on in the next line with a hyphen, where the browser knows no hyphenation of the language: by a rule
 * of thumb for Latin letters. Where a translator has said how, that stands.
 */
export const softHyphens = (text: string): string => (text.includes('\u00ad') ? text : text.replace(longWord, parted))
