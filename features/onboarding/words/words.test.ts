import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  complete,
  completions,
  countFlaw,
  likelyWords,
  misplaced,
  replaceWord,
  shuffled,
  strangeWords,
  unfinishedWord,
  wordsOf,
} from './words.ts'

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

describe('words as they are typed', () => {
  it('are read whatever stands between them', () => {
    expect(wordsOf('  Legal   WINNER\nthank ')).toEqual(['legal', 'winner', 'thank'])
    expect(wordsOf('1. legal 2. winner, 3) thank')).toEqual(['legal', 'winner', 'thank'])
    expect(wordsOf('légal ｗｉｎｎｅｒ')).toEqual(['legal', 'winner'])
    expect(wordsOf(' \t')).toEqual([])
    expect(wordsOf('le\u00adgal win\u2060ner\ufeff\u200bthank')).toEqual(['legal', 'winner', 'thank'])
  })

  it('are of another wallet where there are 15, 18, 21 or 24', () => {
    expect([11, 12, 13, 15, 18, 21, 24, 25].map(countFlaw)).toEqual([
      undefined,
      undefined,
      'too_many',
      'other_count',
      'other_count',
      'other_count',
      'other_count',
      'too_many',
    ])
  })

  it('keep words of other scripts, so that they can be called wrong', () => {
    expect(wordsOf('قانون legal')).toHaveLength(2)
  })

  it('end with an unfinished one until a space follows', () => {
    expect(unfinishedWord('legal win')).toBe('win')
    expect(unfinishedWord('legal winner ')).toBe('')
    expect(unfinishedWord('')).toBe('')
  })

  it('are completed from the list', () => {
    expect(completions('win', wordlist)).toEqual(['win', 'window', 'wine', 'wing'])
    expect(completions('', wordlist)).toEqual([])
    expect(complete('legal win', 'winner')).toBe('legal winner ')
    expect(complete('', 'legal')).toBe('legal ')
  })
})

describe('words that are not of the list', () => {
  it('are named with their place and with what may have been meant', () => {
    const [wrong, ...others] = strangeWords('legal winer thank', wordlist)
    expect(others).toEqual([])
    expect(wrong).toMatchObject({ place: 2, word: 'winer' })
    expect(wrong?.likely).toContain('winner')
  })

  it('find the neighbours that were swapped, the letter too much and the first four letters', () => {
    expect(likelyWords('yaer', wordlist)).toContain('year')
    expect(likelyWords('thankk', wordlist)[0]).toBe('thank')
    expect(likelyWords('sausages', wordlist)[0]).toBe('sausage')
    expect(likelyWords('xyzzyx', wordlist)).toEqual([])
  })

  it('count letters changed, added, left out and swapped: two at most, one more after the same four letters', () => {
    const isLikely = (word: string, meant: string) => likelyWords(word, [meant]).length === 1
    expect(isLikely('zzcd', 'abcd')).toBe(true)
    expect(isLikely('zzzd', 'abcd')).toBe(false)
    expect(isLikely('xxbcde', 'bcde')).toBe(true)
    expect(isLikely('xxxbcde', 'bcde')).toBe(false)
    expect(isLikely('cdef', 'abcdef')).toBe(true)
    expect(isLikely('defg', 'abcdefg')).toBe(false)
    expect(isLikely('baxd', 'abcd')).toBe(true)
    expect(isLikely('abcdxyz', 'abcd')).toBe(true)
    expect(isLikely('abcdwxyz', 'abcd')).toBe(false)
    expect(isLikely('x', 'abcd')).toBe(false)
  })

  it('have the three likeliest at most, the nearest first', () => {
    expect(likelyWords('abcd', ['zzcd', 'zbcd', 'abzd', 'abcz'])).toEqual(['zbcd', 'abzd', 'abcz'])
  })

  it('leave the word that is being typed in peace, but not the twelfth', () => {
    expect(strangeWords('legal winn', wordlist)).toEqual([])
    expect(strangeWords('legal winn ', wordlist)).toHaveLength(1)
    expect(strangeWords(phrase.replace(/yellow$/, 'yelow'), wordlist)).toMatchObject([{ place: 12 }])
    expect(strangeWords(phrase, wordlist)).toEqual([])
  })

  it('are replaced in place', () => {
    expect(replaceWord('legal  winer thank', 2, 'winner')).toBe('legal winner thank')
  })
})

describe('the order of words', () => {
  it('is lost and found again: shuffling keeps every word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...wordlist), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (words, dice) => {
          const order = shuffled(words, (limit) => (dice.next().value as number) % limit)
          expect([...order].sort()).toEqual([...words].sort())
        },
      ),
    )
  })

  it('is right where equal words stand in for each other', () => {
    const words = wordsOf(phrase)
    expect(misplaced(words, words)).toEqual([])
    expect(misplaced(['winner', 'legal', ...words.slice(2)], words)).toEqual([1, 2])
    expect(misplaced(words.slice(0, 11), words)).toEqual([12])
  })
})
