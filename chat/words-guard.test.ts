import { describe, expect, it } from 'vitest'
import { newPhrase } from '#identity/identity-key.ts'
import { givesWords } from './words-guard.ts'

/** A phrase in which no word comes twice: what is counted is different words. */
function newWords(): string[] {
  for (;;) {
    const words = newPhrase().split(' ')
    if (new Set(words).size === words.length) return words
  }
}

describe('words of a phrase', () => {
  it('are found however they are written', () => {
    for (let n = 0; n < 20; n++) {
      const words = newWords()
      for (const text of [
        words.join(' '),
        words.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join('\n'),
        `یہ میرے الفاظ ہیں: ${words.join('، ')}`,
        words.slice(0, 4).join(' '),
        `my words are ${words.slice(0, 7).join(', ')} and so on`,
      ])
        expect(givesWords(text), text).toBe(true)
    }
  })

  it('are found when they come one after the other', () => {
    const words = newWords()
    const sent: string[] = []
    for (const word of words) {
      if (givesWords(`${sent.length + 1}: ${word}`, sent)) break
      sent.unshift(`${sent.length + 1}: ${word}`)
    }
    expect(sent).toHaveLength(3)
    expect(givesWords(words.slice(0, 2).join(' '), [words.slice(2, 4).join(' ')])).toBe(true)
  })

  it('are not seen in what people write', () => {
    for (const text of [
      'My withdrawal of 100 USDT has not arrived, can you help?',
      'You must sign later this week, please.',
      'address wrong',
      'میرا address غلط help ہے urgent problem ہے report order',
      'The order of my machine shows pending release since Monday',
      'abandon',
      '12 34 56',
      '',
    ])
      expect(givesWords(text), text).toBe(false)
    expect(givesWords('order number 7', ['order number 6', 'order number 5', 'order'])).toBe(false)
    expect(givesWords('help', ['I sent the order', 'problem', 'address', 'open'])).toBe(false)
  })
})
