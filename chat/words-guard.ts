import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { holdsPhrase } from '#identity/phrase-guard.ts'

/**
 * What a message gives away of a recovery phrase. It helps against haste, not against intent: whoever wants to get words past it does.
 * `phrase`: refused. `maybe`: its writer is warned and decides.
 */
export type WordsVerdict = 'phrase' | 'maybe' | 'no'

const known = new Set(wordlist)
/** No two words of the list begin with the same four letters, so that many who write them down write no more. */
const byStart = new Map(wordlist.map((word) => [word.slice(0, 4), word]))
/** Different words in a row, or in messages of nothing else, that are a phrase, and that may be a part of one. */
const [runRefused, runAsked] = [9, 7]
/** Words of a phrase, and the words of a message among which they are looked for: half of these may be others. */
const [phraseLength, spanMax] = [12, 24]
/** Messages of one's own that are looked back at. */
export const lookBack = 12

const unseen = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/g
/** Letters with a sign between each two, and letters with a blank. */
const spelled = [/(?<!\p{L})\p{L}(?:[^\p{L}\s]\p{L})+(?!\p{L})/gu, /(?<!\p{L})\p{L}(?: \p{L})+(?!\p{L})/gu]

function wordsOf(text: string): string[] {
  let plain = text.replace(unseen, '').normalize('NFKD').toLowerCase()
  for (const pattern of spelled) plain = plain.replace(pattern, (letters) => letters.replace(/[^\p{L}]/gu, ''))
  return plain.match(/[\p{L}\p{M}]+/gu) ?? []
}

/** The word of the list a word stands for; undefined where it stands for none. */
type Reading = (word: string) => string | undefined
const asWritten: Reading = (word) => (known.has(word) ? word : undefined)
const asStart: Reading = (word) => (word.length > 4 ? undefined : (asWritten(word) ?? byStart.get(word)))

/** The most different words of the list in a row. */
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

/** The words of a message that has none but those of the list, or their beginnings; undefined of any other. */
function bareWords(text: string): string[] | undefined {
  const words = wordsOf(text)
  for (const read of [asWritten, asStart]) {
    const meant = words.map(read)
    if (meant.length > 0 && meant.every((word) => word !== undefined)) return meant
  }
  return undefined
}

/** How many different words this message and those before it give, where they hold nothing else. */
function pieces(text: string, before: readonly string[]): number {
  const all = new Set<string>()
  for (const each of [text, ...before.slice(0, lookBack)]) {
    const words = bareWords(each)
    if (!words) break
    for (const word of words) all.add(word)
  }
  return all.size
}

/** Whether twelve words of the list stand close together, with others between them; `phrase` where their checksum is right. */
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

/** @param before the sender's messages before it, the newest first */
export function readWords(text: string, before: readonly string[] = []): WordsVerdict {
  if (holdsPhrase(text)) return 'phrase'
  const words = wordsOf(text)
  const most = Math.max(longestRun(words, asWritten), longestRun(words, asStart), pieces(text, before))
  if (most >= runRefused) return 'phrase'
  const among = [scattered(words, asWritten), scattered(words, asStart)]
  if (among.includes('phrase')) return 'phrase'
  return most >= runAsked || among.includes('maybe') ? 'maybe' : 'no'
}
