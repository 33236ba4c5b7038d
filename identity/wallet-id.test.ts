import { describe, expect, it } from 'vitest'
import { newWalletId, parseWalletId } from './wallet-id.ts'

describe('wallet IDs', () => {
  it('are ten characters whose last one fits', () => {
    for (let i = 0; i < 200; i++) {
      const id = newWalletId()
      expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
      expect(parseWalletId(id)).toBe(id)
    }
  })

  it('give the fixed vectors', () => {
    expect(parseWalletId('000000000' + '0')).toBe('0000000000')
    expect(parseWalletId('1234567890')).toBeUndefined()
    expect(parseWalletId('123456789' + 'T')).toBe('123456789T')
  })

  it('are read whatever the case, spaces, hyphens and look-alikes', () => {
    expect(parseWalletId(' 12345-6789 t')).toBe('123456789T')
    expect(parseWalletId('l23456789T')).toBe('123456789T')
    expect(parseWalletId('OOOOOOOOOO')).toBe('0000000000')
  })

  it('notice every single mistyped character', () => {
    const id = newWalletId()
    for (let at = 0; at < 10; at++)
      for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ')
        if (other !== id[at]) expect(parseWalletId(id.slice(0, at) + other + id.slice(at + 1))).toBeUndefined()
  })

  it('notice nearly every pair of swapped neighbours', () => {
    let swaps = 0
    let missed = 0
    for (let i = 0; i < 200; i++) {
      const id = newWalletId()
      for (let at = 0; at < 9; at++) {
        const [a = '', b = ''] = [id[at], id[at + 1]]
        if (a === b) continue
        swaps++
        if (parseWalletId(id.slice(0, at) + b + a + id.slice(at + 2))) missed++
      }
    }
    expect(missed / swaps).toBeLessThan(0.02)
  })

  it('refuse other text', () => {
    for (const text of ['', 'U234567890', '123456789', '123456789NN', 'ééééééééééé'])
      expect(parseWalletId(text)).toBeUndefined()
  })
})
