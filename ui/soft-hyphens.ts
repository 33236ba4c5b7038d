const longWord = /[\p{Script=Latin}\p{Script=Cyrillic}]{9,}/gu
const vowel = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýаеёиоуыэюяәіөұү]/i
/** Cyrillic letters that begin no syllable. */
const belated = /[йьъ]/i
/** Letter pairs that form one sound. */
const together = /^(?:[cgpst]h|hr|ck|qu|[bcdfgpt]r|[bcfgp]l)$/i
const leastLetters = 3

function begins(word: string, place: number): boolean {
  const letter = (offset: number) => word[place + offset] ?? ''
  const isVowel = (offset: number) => vowel.test(letter(offset))
  const isOne = (from: number) => together.test(letter(from) + letter(from + 1))
  if (isVowel(0) || isOne(-1) || belated.test(letter(0))) return false
  return isVowel(1) || (isVowel(-1) && isOne(0) && isVowel(2))
}

function parted(word: string): string {
  const places = [...word].map(
    (letter, place) =>
      (place >= leastLetters && word.length - place >= leastLetters && begins(word, place) ? '\u00ad' : '') + letter,
  )
  return places.join('')
}

/** Adds soft hyphens to long Latin and Cyrillic words by a heuristic, for languages without browser hyphenation. Keeps the translator's hyphens. */
export const softHyphens = (text: string): string => (text.includes('\u00ad') ? text : text.replace(longWord, parted))
