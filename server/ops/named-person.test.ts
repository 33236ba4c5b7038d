import { describe, expect, it } from 'vitest'
import { newWalletId } from '#identity/wallet-id.ts'
import { namedPerson } from './named-person.ts'

describe('what leads to a person in a public reason', () => {
  it('is a wallet ID, however it is written', () => {
    for (let count = 0; count < 200; count += 1) {
      const id = newWalletId()
      for (const text of [id, `(${id})`, `a fault of ${id}, found`, `wallet:${id}`])
        expect(namedPerson(text), text).toBe('a wallet ID')
    }
    for (const text of ['123456789T', '123456789t', '12345-6789T', '12345 6789T', 'of 12345-6789t twice', '1234567890'])
      expect(namedPerson(text), text).toBe('a wallet ID')
  })

  it('is a mail address, or one on a chain', () => {
    expect(namedPerson('as ana.ruiz@example.org asked')).toBe('a mail address')
    expect(namedPerson('mailto:a@b')).toBe('a mail address')
    expect(namedPerson('of 0x8ba1f109551bD432803012645Ac136ddd64DBA72.')).toBe('an address on a chain')
    expect(namedPerson('of TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('an address on a chain')
  })

  it('is the nickname of whom it is about, as a word of its own', () => {
    expect(namedPerson('Ana found a fault', 'ana')).toBe('the nickname of its holder')
    expect(namedPerson('a fault (found by ＡＮＡ)', 'Ana')).toBe('the nickname of its holder')
    expect(namedPerson('for Zoë 7!', 'zoë 7')).toBe('the nickname of its holder')
    expect(namedPerson('a banana was found', 'Ana')).toBeUndefined()
    expect(namedPerson('Ana found a fault', '')).toBeUndefined()
  })

  it('is no plain word, amount, date or hash of a transaction', () => {
    for (const text of [
      'withdrawal reversed by court order 7 of 2026-11-21 10:00',
      'a commitment of 25000.50 USDT for December 2026, see notice 14',
      'transaction 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
      'its pool is not filled again; the line ends on 2026-12-31',
      '把资金投入资金池，因为需求增加',
    ])
      expect(namedPerson(text), text).toBeUndefined()
  })
})
