import { describe, expect, it } from 'vitest'
import { checkAddress, isConfusable } from './address-check.ts'

/** Example from EIP-55. */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const check = (typed: string) => checkAddress(typed, 'evm')

describe('an address while it is typed', () => {
  it('is short until it has all its characters, and no fault is found before', () => {
    for (let length = 1; length < 42; length++) expect(check(address.slice(0, length)).kind).toBe('short')
    expect(check('').kind).toBe('empty')
  })
  it('is wrong at the first character that cannot be in one', () => {
    for (const typed of ['5', '0y', '0x5g', 'TQ5nX', `${address.slice(0, 41)}z`, '0x 5'])
      expect(check(typed).kind).toBe('format')
  })
  it('is too long with one character more', () => {
    expect(check(`${address}0`).kind).toBe('long')
  })
  it('is nobody’s when it is all noughts', () => {
    expect(check(`0x${'0'.repeat(40)}`).kind).toBe('format')
  })
  it('is fine with a checksum that fits, and says that it was checked', () => {
    expect(check(address)).toEqual({ kind: 'fine', address, isChecked: true })
  })
  it('has a typing error when one letter changed its case, or one figure changed', () => {
    expect(check(address.replace('aAeb', 'AAeb')).kind).toBe('checksum')
    expect(check(address.replace('6053', '6054')).kind).toBe('checksum')
  })
  it('is accepted in one case, unchecked, and given its checksum form', () => {
    expect(check(address.toLowerCase())).toEqual({ kind: 'fine', address, isChecked: false })
    expect(check(`0x${address.slice(2).toUpperCase()}`)).toEqual({ kind: 'fine', address, isChecked: false })
  })
})

describe('an address on TRON while it is typed', () => {
  const onTron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
  const checkTron = (typed: string) => checkAddress(typed, 'tron')
  it('is short until it has its 34 characters', () => {
    for (let length = 1; length < 34; length++) expect(checkTron(onTron.slice(0, length)).kind).toBe('short')
  })
  it('is wrong at the first character that cannot be in one', () => {
    for (const typed of ['0', '0x5a', 't', 'TO', 'TJ0', 'TJI', 'TJl']) expect(checkTron(typed).kind).toBe('format')
  })
  it('always carries a checksum, which finds a typing error', () => {
    expect(checkTron(onTron)).toEqual({ kind: 'fine', address: onTron, isChecked: true })
    expect(checkTron(onTron.replace('y', 'Y')).kind).toBe('checksum')
    expect(checkTron(`${onTron}C`).kind).toBe('long')
  })
})

describe('a look-alike', () => {
  it('is the same at both ends and another in the middle', () => {
    expect(isConfusable(address, `${address.slice(0, 6)}${'1'.repeat(32)}${address.slice(-4)}`)).toBe(true)
  })
  it('is not the same address in another case, nor one with another end', () => {
    expect(isConfusable(address, address.toLowerCase())).toBe(false)
    expect(isConfusable(address, `${address.slice(0, -1)}0`)).toBe(false)
    expect(isConfusable(address, `0x1${address.slice(3)}`)).toBe(false)
  })
})
