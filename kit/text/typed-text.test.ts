import { describe, expect, it } from 'vitest'
import {
  cleanLine,
  isSeen,
  isWithin,
  lengthSeen,
  plainCode,
  plainDashes,
  pointsMax,
  seenText,
  tightCode,
} from './typed-text.ts'

describe('a code as people copy it', () => {
  it('loses what nobody sees, and keeps one space for blanks and line ends', () => {
    expect(plainCode('\ufeffDE89\u00a03704\u202f0044\u3000\r\n0532\t0130\u200b 00\u200e')).toBe(
      'DE89 3704 0044 0532 0130 00',
    )
    expect(plainCode('\u202d+49 151\u202c \u2066234\u2069')).toBe('+49 151 234')
    expect(tightCode(' a b\u2009c\u00ad')).toBe('abc')
    expect(plainCode('12\ufeff34')).toBe('1234')
  })

  it('has figures of every script and full-width signs as ASCII', () => {
    expect(plainCode('＋９７１ ٥٠ १२३ ๔๕๖')).toBe('+971 50 123 456')
    expect(plainCode('ＡＢ－ｃ：１')).toBe('AB-c:1')
  })

  it('keeps what it does not know, above all what reverses it', () => {
    expect(plainCode('\u202e4321')).toBe('\u202e4321')
    expect(plainCode('А1ß²')).toBe('А1ß²')
    expect(plainCode('1–2−3')).toBe('1–2−3')
    expect(plainDashes('1–2−3‑4—5')).toBe('1-2-3-4-5')
  })
})

describe('a name or a note', () => {
  it('is what a person sees of it, in one line', () => {
    expect(cleanLine(' Ana\r\nRuiz\u2028\u0007 ')).toBe('Ana Ruiz')
    expect(cleanLine('pay \u202ecba\u202c to \u2067me\u2069')).toBe('pay cba to me')
    expect(cleanLine('Ana\u200b\u00ad Ruiz\ufeff\u3164')).toBe('Ana Ruiz')
    expect(cleanLine('a\u200cd\u200dmin')).toBe('admin')
    expect(cleanLine(`x${String.fromCodePoint(0xe0041, 0xe0042)}`)).toBe('x')
  })

  it('keeps the joiners, marks and flags that writing needs', () => {
    for (const text of [
      'می\u200cخواهم',
      'क्\u200dष',
      '👩🏽\u200d🚀',
      '❤\ufe0f\u200d🔥',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      'ภาษาไทย',
    ])
      expect(cleanLine(text), text).toBe(text)
  })

  it('is nothing where nobody sees it', () => {
    for (const text of [
      '',
      ' ',
      '\u200b',
      '\u200d\u200c',
      '\u3164\u115f',
      '\u2800',
      '\u200e\u200f',
      '\u202e\u202c',
      '\ufe0f',
      '\u034f',
      '\r\n\t',
    ])
      expect(cleanLine(text), JSON.stringify(text)).toBe('')
    expect([isSeen('.'), isSeen('👍'), isSeen('\u2800'), isSeen('\u0301')]).toEqual([true, true, false, false])
    expect(seenText('a\n\u202eb')).toBe('a\nb')
  })
})

describe('the length of a text', () => {
  it('counts characters as a person does', () => {
    expect(['abc', 'né', 'ne\u0301', '👩🏽\u200d🚀', '🇵🇰🇮🇳', 'किताब', '各'].map(lengthSeen)).toEqual([
      3, 2, 2, 1, 2, 3, 1,
    ])
  })

  it('is at most so many characters, whatever each is made of, and no tower of marks', () => {
    const family = '👨🏻\u200d👩🏻\u200d👧🏻\u200d👦🏻'
    expect(isWithin(family.repeat(20), 20)).toBe(true)
    expect(isWithin(family.repeat(21), 20)).toBe(false)
    expect(isWithin('x'.repeat(20), 20)).toBe(true)
    expect(isWithin('x'.repeat(21), 20)).toBe(false)
    expect(isWithin(`x${'\u0301'.repeat(239)}`, 20)).toBe(true)
    expect(isWithin(`x${'\u0301'.repeat(240)}`, 20)).toBe(false)
    expect([pointsMax(20), pointsMax(100), pointsMax(500)]).toEqual([240, 1_200, 2_000])
  })
})
