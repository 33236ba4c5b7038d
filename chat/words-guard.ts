import { wordlist } from '@scure/bip39/wordlists/english.js'
import { holdsPhrase } from '#identity/phrase-guard.ts'

const known = new Set(wordlist)
/** So many different words that are nothing but words of the list, in one message or in several after each other, are no sentence. */
const bareMax = 3
/** So many in a row stand in no sentence either: the list has no "the", "is", "my" or "not". */
const runMax = 6
/** Messages of one's own that are looked back at. */
export const lookBack = 12

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? []

/** The words of a message that has none but those of the list; undefined of any other. */
function bareWords(text: string): string[] | undefined {
  const words = wordsOf(text)
  return words.length > 0 && words.every((word) => known.has(word)) ? words : undefined
}

function longestRun(words: readonly string[]): number {
  let [run, longest] = [0, 0]
  for (const word of words) {
    run = known.has(word) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/**
 * Whether a message gives away words of a phrase: whole, in part, or piece by piece over several messages, as a swindler asks for them.
 * @param before the sender's messages before it, the newest first
 */
export function givesWords(text: string, before: readonly string[] = []): boolean {
  if (holdsPhrase(text) || longestRun(wordsOf(text)) > runMax) return true
  const bare = bareWords(text)
  if (!bare) return false
  const all = new Set(bare)
  for (const earlier of before.slice(0, lookBack)) {
    const words = bareWords(earlier)
    if (!words) break
    for (const word of words) all.add(word)
  }
  return all.size > bareMax
}
