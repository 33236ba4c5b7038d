/** Names in other scripts cannot be compared. */
const scripts = {
  Latin: /\p{sc=Latin}/u,
  Greek: /\p{sc=Greek}/u,
  Cyrillic: /\p{sc=Cyrillic}/u,
  Arabic: /\p{sc=Arabic}/u,
  Hebrew: /\p{sc=Hebrew}/u,
  Han: /\p{sc=Han}/u,
  Kana: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  Hangul: /\p{sc=Hangul}/u,
  Devanagari: /\p{sc=Devanagari}/u,
  Bengali: /\p{sc=Bengali}/u,
  Gurmukhi: /\p{sc=Gurmukhi}/u,
  Gujarati: /\p{sc=Gujarati}/u,
  Oriya: /\p{sc=Oriya}/u,
  Tamil: /\p{sc=Tamil}/u,
  Telugu: /\p{sc=Telugu}/u,
  Kannada: /\p{sc=Kannada}/u,
  Malayalam: /\p{sc=Malayalam}/u,
  Sinhala: /\p{sc=Sinhala}/u,
  Thai: /\p{sc=Thai}/u,
  Lao: /\p{sc=Lao}/u,
  Khmer: /\p{sc=Khmer}/u,
  Myanmar: /\p{sc=Myanmar}/u,
  Tibetan: /\p{sc=Tibetan}/u,
  Georgian: /\p{sc=Georgian}/u,
  Armenian: /\p{sc=Armenian}/u,
  Ethiopic: /\p{sc=Ethiopic}/u,
} as const
export type Script = keyof typeof scripts | 'unknown'

const invisible = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** Apostrophes are optional inside a word. */
const apostrophes = /['’‘`´′ʹ-ˮ׳״"“”]/gu

const plainLatin: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ð: 'd', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', þ: 'th', ħ: 'h', ŧ: 't', ə: 'e' },
}
/** Letters that banks also write as two. */
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', đ: 'dj' }

/** A hamza on an alif is optional. */
const plainArabic: Readonly<Record<string, string>> = {
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ي: 'ی', ى: 'ی', ئ: 'ی', ك: 'ک', ؤ: 'و', ة: 'ه', ہ: 'ه', ۂ: 'ه', ۀ: 'ه', ۃ: 'ه' },
}
const arabicMarks = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08D3-\u08FF]/gu
const hebrewMarks = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]/gu

/** Thai titles precede the name without a space; Chinese, Japanese and Korean ones follow it. */
const thaiTitle = /^(?:นางสาว|นาย|นาง)(?=[^\p{M}]\P{L}?\p{L})/u
const titleBehind = /(?<=\p{L}{2})(?:先生|女士|小姐|様|さま|殿|さん|님|씨)$/u

export type PlainName = {
  /** In order, each with its alternative spellings. */
  readonly words: readonly (readonly string[])[]
  readonly titles: readonly string[]
  readonly scripts: ReadonlySet<Script>
}

/** Strips accents in Latin, Greek and Cyrillic only. In other scripts a mark is a vowel or a different letter. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')

const replaced = (text: string, by: Readonly<Record<string, string>>): string =>
  [...text].map((letter) => by[letter] ?? letter).join('')

/** Titles at any position. */
const titles = new Set(
  replaced('mr mrs ms miss mister mx mme mlle dr prof herr frau السيد السيدة جناب محترم محترمہ', plainArabic).split(
    ' ',
  ),
)
/** Only at the start; elsewhere the word is part of a name. */
const titlesInFront = new Set('sr sra srta m shri smt श्री श्रीमती सुश्री डॉ ဦး ဒေါ်'.split(' '))
/** With more ambiguous letters, only the plain form is used. */
const waysMax = 6

function outcomesOf(word: string): readonly string[] {
  const letters = [...word.normalize('NFC')]
  const twofold = letters.filter((letter) => spelledOut[letter]).length
  let ways: readonly string[] = ['']
  for (const letter of letters) {
    const two = twofold <= waysMax ? spelledOut[letter] : undefined
    const plain = letter.normalize('NFD').replace(/^(\p{sc=Latin})\p{M}+$/u, '$1')
    const here = [plainLatin[plain] ?? plain, ...(two ? [two] : [])]
    ways = ways.flatMap((start) => here.map((end) => start + end))
  }
  return ways.map((way) => replaced(withoutAccents(way), { ...plainLatin, ς: 'σ' }))
}

const hiragana = /[\u3041-\u3096\u309D\u309E]/gu
const katakanaOf = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60)

function scriptsOf(text: string): ReadonlySet<Script> {
  const found = new Set<Script>()
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    // Length and repetition marks belong to the preceding letter.
    if (/[ー々〻ゝゞヽヾ]/u.test(letter)) continue
    const entry = Object.entries(scripts).find(([, pattern]) => pattern.test(letter))
    found.add((entry?.[0] as Script | undefined) ?? 'unknown')
  }
  return found
}

export function readName(name: string): PlainName {
  // A separate voicing mark would normalize to a space.
  const joined = name
    .replace(/\u309B/gu, '\u3099')
    .replace(/\u309C/gu, '\u309A')
    .replace(invisible, '')
    .replace(apostrophes, '')
  const text = replaced(joined.normalize('NFKC').replace(invisible, '').toLowerCase().normalize('NFC'), plainArabic)
    .replace(arabicMarks, '')
    .replace(hebrewMarks, '')
    .replace(apostrophes, '')
    .replace(hiragana, katakanaOf)
  const all = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const left: string[] = []
  const kept = all.filter((word, place) => {
    const isTitle = titles.has(word) || (place === 0 && titlesInFront.has(word))
    if (isTitle) left.push(word)
    return !isTitle
  })
  // If at most one word is left, a title may be a name.
  const words = kept.length > 1 ? kept : all
  const untitled = words.map((word, place) => {
    const bare = place === 0 ? word.replace(thaiTitle, '') : word
    return place === words.length - 1 ? bare.replace(titleBehind, '') : bare
  })
  return { words: untitled.map(outcomesOf), titles: words === kept ? left : [], scripts: scriptsOf(untitled.join('')) }
}
