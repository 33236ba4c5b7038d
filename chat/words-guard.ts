import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { holdsPhrase } from '#identity/passwords/phrase-guard.ts'

/** Prevents mistakes, not deliberate sharing. `phrase`: the message is refused. `maybe`: the sender is warned and decides. */
export type WordsVerdict = 'phrase' | 'maybe' | 'no'

const known = new Set(wordlist)
/** Four letters identify a word of the list, so many people write down only these. */
const byStart = new Map(wordlist.map((word) => [word.slice(0, 4), word]))
const [runRefused, runAsked] = [9, 7]
/** Lengths of a phrase and of its search window, in words. The window may contain other words. */
const [phraseLength, spanMax] = [12, 24]
/** Number of the sender's earlier messages to check. */
export const lookBack = 12

const unseen = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/g
const spelled = [/(?<!\p{L})\p{L}(?:[^\p{L}\s]\p{L})+(?!\p{L})/gu, /(?<!\p{L})\p{L}(?: \p{L})+(?!\p{L})/gu]

function wordsOf(text: string): string[] {
  let plain = text.replace(unseen, '').normalize('NFKD').toLowerCase()
  for (const pattern of spelled) plain = plain.replace(pattern, (letters) => letters.replace(/[^\p{L}]/gu, ''))
  return plain.match(/[\p{L}\p{M}]+/gu) ?? []
}

type Reading = (word: string) => string | undefined
const asWritten: Reading = (word) => (known.has(word) ? word : undefined)
const asStart: Reading = (word) => (word.length > 4 ? undefined : (asWritten(word) ?? byStart.get(word)))

function longestRun(words: readonly string[], read: Reading): number {
  let longest = 0
  let run = new Set<string>()
  for (const word of words) {
    const meant = read(word)
    run = meant === undefined ? new Set() : run.add(meant)
    longest = Math.max(longest, run.size)
  }
  return longest
}

function bareWords(text: string): string[] | undefined {
  const words = wordsOf(text)
  for (const read of [asWritten, asStart]) {
    const meant = words.map(read)
    if (meant.length > 0 && meant.every((word) => word !== undefined)) return meant
  }
  return undefined
}

function pieces(text: string, before: readonly string[]): number {
  const all = new Set<string>()
  for (const each of [text, ...before.slice(0, lookBack)]) {
    const words = bareWords(each)
    if (!words) break
    for (const word of words) all.add(word)
  }
  return all.size
}

/** `phrase` if the checksum of twelve nearby list words is valid. */
function scattered(words: readonly string[], read: Reading): WordsVerdict {
  const found = words.flatMap((word, place) => {
    const meant = read(word)
    return meant === undefined ? [] : [{ meant, place }]
  })
  let verdict: WordsVerdict = 'no'
  for (let at = 0; at + phraseLength <= found.length; at += 1) {
    const twelve = found.slice(at, at + phraseLength)
    const span = (twelve.at(-1)?.place ?? 0) - (twelve[0]?.place ?? 0) + 1
    if (span > spanMax || new Set(twelve.map(({ meant }) => meant)).size < runRefused) continue
    if (validateMnemonic(twelve.map(({ meant }) => meant).join(' '), wordlist)) return 'phrase'
    if (span <= (spanMax * 3) / 4) verdict = 'maybe'
  }
  return verdict
}

/** @param before the sender's earlier messages, newest first */
export function readWords(text: string, before: readonly string[] = []): WordsVerdict {
  if (holdsPhrase(text)) return 'phrase'
  const words = wordsOf(text)
  const most = Math.max(longestRun(words, asWritten), longestRun(words, asStart), pieces(text, before))
  if (most >= runRefused) return 'phrase'
  const among = [scattered(words, asWritten), scattered(words, asStart)]
  if (among.includes('phrase')) return 'phrase'
  return most >= runAsked || among.includes('maybe') ? 'maybe' : 'no'
}
