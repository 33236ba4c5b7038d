import { describe, expect, it } from 'vitest'
import { readName } from './plain-name.ts'

const wordsOf = (name: string) => readName(name).words.map(([plain]) => plain)

describe('a name as it is compared', () => {
  it('has its words without case, accents, signs nobody sees, and titles', () => {
    expect(wordsOf('\u202ADr. José\u200B  Ángel O’Neil')).toEqual(['jose', 'angel', 'oneil'])
    expect(wordsOf('นายสมชาย ใจดี')).toEqual(['สมชาย', 'ใจดี'])
    expect(wordsOf('นายิกา ดี')).toEqual(['นายิกา', 'ดี'])
    expect(wordsOf('Dr')).toEqual(['dr'])
    expect(readName('Mrs Ana Ruiz').titles).toEqual(['mrs'])
  })

  it('keeps the marks of scripts in which they are letters', () => {
    expect(wordsOf('कोमल')).toEqual(['कोमल'])
    expect(wordsOf('がき')).toEqual(['ガキ'])
    expect(wordsOf('ที่')).toEqual(['ที่'])
  })

  it('has two ways for letters banks write as two', () => {
    expect(readName('Müller').words).toEqual([['muller', 'mueller']])
    expect(readName('Jörn Müller').words).toEqual([
      ['jorn', 'joern'],
      ['muller', 'mueller'],
    ])
  })

  it('says which scripts it is written in', () => {
    expect([...readName('Mаria').scripts]).toEqual(['Latin', 'Cyrillic'])
    expect([...readName('田中ー さくら々').scripts]).toEqual(['Han', 'Kana'])
    expect([...readName('ⵎⵓⵃⴰ 12').scripts]).toEqual(['unknown'])
  })
})
