import { expect, it } from 'vitest'
import { coins } from '#kit/amount/coins.ts'
import { ownWords } from './own-words.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'

it('knows every coin', () => {
  for (const coin of coins) expect(ownWords).toContain(coin.toLowerCase())
})

it('refuses words of the product as a password, alone, in a row, with look-alikes and with a usual ending', () => {
  for (const own of [
    'Glasshouse1',
    'gl4ssh0use1',
    'glasshousewallet2026',
    'AtmcMining12',
    'withdrawal123!',
    'operator_007',
  ])
    expect(isCommonPassword(own), own).toBe(true)
  for (const other of ['gl4sshouse7walk', 'Zebra9quilt', 'walletzebra7', 'Tranquil7heron'])
    expect(isCommonPassword(other), other).toBe(false)
})
