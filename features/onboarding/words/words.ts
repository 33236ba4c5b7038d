/** How many words a phrase has. */
export const wordCount = 12
/** Phrases of other wallets have so many. */
const otherCounts: readonly number[] = [15, 18, 21, 24]
/** The first letters of a word of the list are its own: four are enough to tell it from all others. */
const tellingLetters = 4

/** The words of a text as typed or pasted: case, accents, numbers and what stands between them do not matter. */
export const wordsOf = (typed: string): string[] =>
  typed
    .normalize('NFKD')
    // What nobody sees inside a word is no end of it.
    .replace(/\p{M}|(?!\u200B)\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** What a number of words is, where it is more than a phrase of ours has: a phrase of another wallet, or too many. */
export const countFlaw = (count: number): 'other_count' | 'too_many' | undefined =>
  count <= wordCount ? undefined : otherCounts.includes(count) ? 'other_count' : 'too_many'

/** The word at the end of a text that is still being typed; empty after a space. */
export const unfinishedWord = (typed: string): string =>
  /[\p{L}\p{M}]$/u.test(typed) ? (wordsOf(typed).at(-1) ?? '') : ''

/** Words of the list that begin like this, the word itself first; none for no letters. */
export function completions(start: string, list: readonly string[], limit = 4): string[] {
  if (!start) return []
  return list.filter((word) => word.startsWith(start)).slice(0, limit)
}

/** The text with its unfinished word completed, ready for the next one. */
export const complete = (typed: string, word: string): string => `${typed.replace(/[\p{L}\p{M}]*$/u, '')}${word} `

/** How many letters must be changed, added, left out or swapped with their neighbour. */
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

/** Words of the list that a misspelt one may have been meant to be, the likeliest first. */
export function likelyWords(word: string, list: readonly string[], limit = 3): string[] {
  const start = word.slice(0, tellingLetters)
  return list
    .map((meant) => ({ meant, off: distance(word, meant) - (meant.startsWith(start) ? 1 : 0) }))
    .filter(({ off }) => off <= 2)
    .sort((a, b) => a.off - b.off)
    .slice(0, limit)
    .map(({ meant }) => meant)
}

/** A word that is not of the list. `place` counts from 1. */
export type StrangeWord = { readonly place: number; readonly word: string; readonly likely: readonly string[] }

/** The words that cannot be right, whatever the others are. The one still being typed is left in peace. */
export function strangeWords(typed: string, list: readonly string[]): StrangeWord[] {
  const known = new Set(list)
  const words = wordsOf(typed)
  const finished = unfinishedWord(typed) && words.length < wordCount ? words.slice(0, -1) : words
  return finished.flatMap((word, index) =>
    known.has(word) ? [] : [{ place: index + 1, word, likely: likelyWords(word, list) }],
  )
}

/** The text with its word number `place` (from 1) replaced. */
export const replaceWord = (typed: string, place: number, word: string): string =>
  wordsOf(typed)
    .map((old, index) => (index === place - 1 ? word : old))
    .join(' ')

/** The words in another order, for tapping them back into the right one. `below(n)` draws a number from 0 to n - 1. */
export function shuffled(words: readonly string[], below: (limit: number) => number): string[] {
  const left = [...words]
  const order: string[] = []
  while (left.length > 0) order.push(...left.splice(below(left.length), 1))
  return order
}

/** The places, from 1, where two orders of words differ. Equal words may stand in for each other. */
export const misplaced = (entered: readonly string[], right: readonly string[]): number[] =>
  right.flatMap((word, index) => (entered[index] === word ? [] : [index + 1]))
