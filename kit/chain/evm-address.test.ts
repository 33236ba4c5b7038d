import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksumAddress, evmAddressProblem } from './evm-address.ts'

const published = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('EVM addresses', () => {
  it('writes the published checksums', () => {
    for (const address of published) expect(checksumAddress(address.toLowerCase())).toBe(address)
  })

  it('accepts checksum form, all lower and all upper case', () => {
    for (const address of published) {
      expect(evmAddressProblem(address)).toBeUndefined()
      expect(evmAddressProblem(address.toLowerCase())).toBeUndefined()
      expect(evmAddressProblem(`0x${address.slice(2).toUpperCase()}`)).toBeUndefined()
    }
  })

  it('names what is wrong: length, format, checksum', () => {
    const [address = ''] = published
    expect(evmAddressProblem(address.slice(0, 41))).toBe('length')
    expect(evmAddressProblem('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toBe('length')
    expect(evmAddressProblem(`${address.slice(0, 41)}g`)).toBe('format')
    expect(evmAddressProblem(`1x${address.slice(2)}`)).toBe('format')
    expect(evmAddressProblem(`0x${'0'.repeat(40)}`)).toBe('format')
    expect(evmAddressProblem(address.replace('aA', 'AA'))).toBe('checksum')
  })

  it('refuses one letter in the wrong case, and nearly every wrong digit, in any address', () => {
    let missed = 0
    let tried = 0
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(39), fc.nat(14), (bytes, place, step) => {
        const address = checksumAddress(`0x${Buffer.from(bytes).toString('hex')}`)
        const digits = [...address.slice(2)]
        const old = digits[place] ?? '0'
        digits[place] = ((Number.parseInt(old, 16) + 1 + step) % 16).toString(16)
        const wrong = `0x${digits.join('')}`
        if (/[a-f]/.test(wrong) && /[A-F]/.test(wrong)) {
          tried += 1
          if (!evmAddressProblem(wrong)) missed += 1
        }
      }),
      { numRuns: 2000 },
    )
    expect(tried).toBeGreaterThan(1500)
    expect(missed / tried).toBeLessThan(0.005)
  })
})
