import { describe, expect, it } from 'vitest'
import { newPhrase } from '#identity/sessions/identity-key.ts'
import { readWords } from './words-guard.ts'

function newWords(): string[] {
  for (;;) {
    const words = newPhrase().split(' ')
    if (new Set(words).size === words.length) return words
  }
}

describe('words of a phrase', () => {
  it('are refused however they are written', () => {
    for (let n = 0; n < 20; n++) {
      const words = newWords()
      for (const text of [
        words.join(' '),
        words.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join('\n'),
        `یہ میرے الفاظ ہیں: ${words.join('، ')}`,
        `my words are ${words.slice(0, 9).join(', ')} and so on`,
        words.map((word, at) => (at % 3 === 2 ? `${word} und` : word)).join(' '),
        words.map((word) => `${word} zzz`).join(' '),
        words.map((word) => word.slice(0, 4)).join(' '),
        words.map((word) => [...word].join('.')).join(' '),
        words.map((word) => [...word].join(' ')).join('\n'),
        words.map((word) => [...word].join('\u200B')).join(' '),
      ])
        expect(readWords(text), text).toBe('phrase')
    }
  })

  it('are asked about where they may be a part, and refused when they come one after the other', () => {
    const words = newWords()
    expect(readWords(words.slice(0, 7).join(' '))).toBe('maybe')
    const sent: string[] = []
    const verdicts = words.map((word, at) => {
      const verdict = readWords(`${at + 1}: ${word}`, sent)
      sent.unshift(`${at + 1}: ${word}`)
      return verdict
    })
    expect(verdicts).toEqual([...Array(6).fill('no'), ...Array(2).fill('maybe'), ...Array(4).fill('phrase')])
  })

  it('are not seen in what people write', () => {
    for (const text of [
      'My withdrawal of 100 USDT has not arrived, can you help?',
      'You must sign later this week, please.',
      'first half today, second half tomorrow',
      'I can pay half now and the other half at the end of the day if that is okay with you, just tell me',
      'address wrong',
      'A. B. C. D. are the banks I use; U. S. A. is where I live',
      'میرا address غلط help ہے urgent problem ہے report order',
      'The order of my machine shows pending release since Monday',
      'abandon',
      '12 34 56',
      '',
    ])
      expect(readWords(text), text).toBe('no')
    expect(readWords('order number 7', ['order number 6', 'order number 5', 'order'])).toBe('no')
    expect(readWords('help', ['I sent the order', 'problem', 'address', 'open'])).toBe('no')
  })
})
