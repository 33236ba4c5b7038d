import { wordlist } from '@scure/bip39/wordlists/english.js'
import { looksLikePhrase } from './identity-key.ts'

const known = new Set(wordlist)
/** Words in a row, all of the phrase list, that are taken for a phrase. */
const wordsMin = 12
/** So many characters have that many of the shortest words, with one between them. */
const lengthMin = wordsMin * 3 + wordsMin - 1

/** Whether a text holds a phrase: twelve words in a row from the list phrases are made of, whatever stands between them. */
export function holdsPhrase(text: string): boolean {
  // Other letters may stand for several of ours.
  if (text.length < lengthMin && !/[^ -~]/.test(text)) return false
  let run = 0
  for (const word of text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)) {
    if (!word) continue
    run = known.has(word) ? run + 1 : 0
    if (run >= wordsMin) return true
  }
  return false
}

/** Names under which the wire carries what is made from a phrase; words there are a phrase even if misspelt. */
const phraseNames = /mnemonic|phrase|words|seed/i

/** Whether a phrase is anywhere in what was sent: in a name, a value, or together in a list of words. */
export function isPhraseSent(value: unknown, name = ''): boolean {
  if (typeof value === 'string') return holdsPhrase(value) || (phraseNames.test(name) && looksLikePhrase(value))
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  if (holdsPhrase(entries.map(([key, one]) => (typeof one === 'string' ? one : key)).join(' '))) return true
  return entries.some(([key, one]) => holdsPhrase(key) || isPhraseSent(one, key))
}
