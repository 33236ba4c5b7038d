import { describe, expect, it } from 'vitest'
import { cleanText } from './message-text.ts'

describe('a message', () => {
  it('keeps its lines, and no more empty ones than one', () => {
    expect(cleanText('  one \r\ntwo\r\rthree\n\n\n\n\nfour  ')).toBe('one\ntwo\n\nthree\n\nfour')
  })
  it('loses blanks at the end of a line, wherever they stand, in no more time than there are of them', () => {
    expect(cleanText('a  \t\nb \n\tc')).toBe('a\nb\n\tc')
    const took = (length: number) => {
      const text = `x${' '.repeat(length)}x`
      return Math.min(
        ...Array.from({ length: 5 }, () => {
          const began = performance.now()
          cleanText(text)
          return performance.now() - began
        }),
      )
    }
    took(1_000)
    // Fails if the running time is quadratic.
    expect(took(40_000)).toBeLessThan(Math.max(took(4_000), 0.05) * 40)
  })

  it('loses what would show another text than was sent', () => {
    expect(cleanText('pay \u202Ecba\u202C to \u2066me\u2069')).toBe('pay cba to me')
    expect(cleanText('a\u0000b\u001B[31mc\u0085')).toBe('ab[31mc')
    expect(cleanText('\u202E\n\u0007 ')).toBe('')
  })
  it('keeps the writing of every language, and what looks like markup as the text it is', () => {
    for (const text of ['میں\u200Cنے رقم بھیجی، مگر نہیں آئی۔', '我的提现在哪里？', '<b>https://x.example</b> &amp;'])
      expect(cleanText(text)).toBe(text)
  })
})
