import { describe, expect, it } from 'vitest'
import { newPhrase } from '../sessions/identity-key.ts'
import { holdsPhrase, isPhraseSent } from './phrase-guard.ts'

describe('the phrase guard', () => {
  const phrase = newPhrase()

  it('finds a phrase in any value, name, list or depth', () => {
    for (const sent of [
      phrase,
      { remark: phrase },
      { a: { b: [{ c: `my words: ${phrase.toUpperCase()} thanks` }] } },
      { words: phrase.split(' ') },
      { [phrase]: 1 },
      { code: phrase.replaceAll(' ', '-') },
    ])
      expect(isPhraseSent(sent)).toBe(true)
  })

  it('finds misspelt words under a name that is made for them', () => {
    const misspelt = 'abandoon abandn abandon abandon abandon abandon abandon abandon abandon abandon abandon abaut'
    expect(isPhraseSent({ mnemonic: misspelt })).toBe(true)
    expect(isPhraseSent({ remark: misspelt })).toBe(false)
  })

  it('finds twelve of the shortest words, and not eleven', () => {
    const short = Array(12).fill('act').join(' ')
    expect(holdsPhrase(short)).toBe(true)
    expect(holdsPhrase(`${short.slice(4)} and xyz`)).toBe(false)
    expect(holdsPhrase(`${short.slice(4)} xyz act`)).toBe(false)
  })

  it('lets ordinary text pass', () => {
    expect(
      holdsPhrase('Thank you for the quick help yesterday, I could withdraw 50 USDT to my own address at once.'),
    ).toBe(false)
    expect(isPhraseSent({ amount: '1', coin: 'USDT', list: [1, null, true] })).toBe(false)
  })
})
