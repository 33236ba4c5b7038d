export const wordCount = 12
/** Word counts of phrases from other wallet apps. */
const otherCounts: readonly number[] = [15, 18, 21, 24]
/** The first four letters identify a BIP-39 word. */
const tellingLetters = 4

/** Ignores case, accents, numbers and separators. */
export const wordsOf = (typed: string): string[] =>
  typed
    .normalize('NFKD')
    // Invisible characters do not split a word.
    .replace(/\p{M}|(?!\u200B)\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

export const countFlaw = (count: number): 'other_count' | 'too_many' | undefined =>
  count <= wordCount ? undefined : otherCounts.includes(count) ? 'other_count' : 'too_many'

export const unfinishedWord = (typed: string): string =>
  /[\p{L}\p{M}]$/u.test(typed) ? (wordsOf(typed).at(-1) ?? '') : ''

/** Exact match first; none for an empty start. */
export function completions(start: string, list: readonly string[], limit = 4): string[] {
  if (!start) return []
  return list.filter((word) => word.startsWith(start)).slice(0, limit)
}

export const complete = (typed: string, word: string): string => `${typed.replace(/[\p{L}\p{M}]*$/u, '')}${word} `

/** Edit distance with swaps of neighbors (Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, place) => place)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}

export function likelyWords(word: string, list: readonly string[], limit = 3): string[] {
  const start = word.slice(0, tellingLetters)
  return list
    .map((meant) => ({ meant, off: distance(word, meant) - (meant.startsWith(start) ? 1 : 0) }))
    .filter(({ off }) => off <= 2)
    .sort((a, b) => a.off - b.off)
    .slice(0, limit)
    .map(({ meant }) => meant)
}

/** `place` counts from 1. */
export type StrangeWord = { readonly place: number; readonly word: string; readonly likely: readonly string[] }

/** Words outside the list, except the word still being typed. */
export function strangeWords(typed: string, list: readonly string[]): StrangeWord[] {
  const known = new Set(list)
  const words = wordsOf(typed)
  const finished = unfinishedWord(typed) && words.length < wordCount ? words.slice(0, -1) : words
  return finished.flatMap((word, index) =>
    known.has(word) ? [] : [{ place: index + 1, word, likely: likelyWords(word, list) }],
  )
}

export const replaceWord = (typed: string, place: number, word: string): string =>
  wordsOf(typed)
    .map((old, index) => (index === place - 1 ? word : old))
    .join(' ')

/** `below(n)` draws a number from 0 to n - 1. */
export function shuffled(words: readonly string[], below: (limit: number) => number): string[] {
  const left = [...words]
  const order: string[] = []
  while (left.length > 0) order.push(...left.splice(below(left.length), 1))
  return order
}

/** Positions of wrong words, counted from 1. Equal words are interchangeable. */
export const misplaced = (entered: readonly string[], right: readonly string[]): number[] =>
  right.flatMap((word, index) => (entered[index] === word ? [] : [index + 1]))
