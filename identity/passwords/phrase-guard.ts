import { wordlist } from '@scure/bip39/wordlists/english.js'
import { looksLikePhrase } from '../sessions/identity-key.ts'

const known = new Set(wordlist)
const wordsMin = 12
/** Length of the twelve shortest words with separators. */
const lengthMin = wordsMin * 3 + wordsMin - 1

/** Whether the text contains twelve consecutive words of the phrase list, with any separators. */
export function holdsPhrase(text: string): boolean {
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

/** Under these field names even misspelled words count as a phrase. */
const phraseNames = /mnemonic|phrase|words|seed/i

export function isPhraseSent(value: unknown, name = ''): boolean {
  if (typeof value === 'string') return holdsPhrase(value) || (phraseNames.test(name) && looksLikePhrase(value))
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  if (holdsPhrase(entries.map(([key, one]) => (typeof one === 'string' ? one : key)).join(' '))) return true
  return entries.some(([key, one]) => holdsPhrase(key) || isPhraseSent(one, key))
}
