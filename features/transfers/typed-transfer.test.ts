import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testRules as rules } from './test-rules.ts'
import { mostAtOnce, nothingTyped, readTransfer } from './typed-transfer.ts'

describe('reading a typed transfer', () => {
  it('says nothing while nothing is typed, or only a nought', () => {
    for (const typed of ['', '0', '0.', '0.00', '.']) expect(readTransfer(typed, rules)).toEqual(nothingTyped)
  })

  it('names the first rule an amount breaks', () => {
    expect(readTransfer('400.13', rules).broken).toBe('available')
    expect(readTransfer('999999999999', rules).broken).toBe('available')
    expect(readTransfer('0.99', rules).broken).toBe('minimum')
    expect(readTransfer('10000.01', { ...rules, available: '20000' }).broken).toBe('maximum')
    expect(readTransfer('2', { ...rules, price: '0.4' }).broken).toBe('minimum')
  })

  it('asks for the code above what is left without one, and where nobody knows the value', () => {
    expect(readTransfer('100.', rules)).toEqual({ amount: '100', broken: undefined, needsCode: false })
    expect(readTransfer('100.01', rules).needsCode).toBe(true)
    expect(readTransfer('40', { ...rules, withoutCodeLeft: '39.99' }).needsCode).toBe(true)
    expect(readTransfer('40', { ...rules, withoutCodeLeft: '40' }).needsCode).toBe(false)
    expect(readTransfer('100.01', { ...rules, googleBound: false }).needsCode).toBe(false)
    expect(readTransfer('0.5', { ...rules, price: null })).toMatchObject({ amount: '0.5', needsCode: true })
  })

  it('takes exactly the smallest and the largest value, and values between two units as the lower one', () => {
    const many = { ...rules, available: '20000' }
    expect(['0.99', '1', '10000', '10000.01'].map((typed) => readTransfer(typed, many).broken)).toEqual([
      'minimum',
      undefined,
      undefined,
      'maximum',
    ])
    // 0.01 x 99.99999999 is 0.9999999999, which rounds down below 1.
    expect(readTransfer('0.01', { ...rules, price: '99.99999999' }).broken).toBe('minimum')
    expect(readTransfer('400.125', rules).broken).toBe('available')
    expect(readTransfer('1.001', rules).broken).toBe('available')
  })

  it('asks for nothing before anything is typed', () => {
    expect(nothingTyped).toEqual({ amount: null, broken: undefined, needsCode: false })
  })

  it('fills in all there is, or as much as its value allows, rounded down to hundredths', () => {
    expect(mostAtOnce({ ...rules, available: '400.129', price: null })).toBe('400.12')
    expect(mostAtOnce({ ...rules, available: '400.129', price: '0' })).toBe('400.12')
    // 10,000 / 30 is 333.33 and a third.
    expect(mostAtOnce({ ...rules, available: '400.129', price: '30' })).toBe('333.33')
    expect(mostAtOnce({ ...rules, available: '333.33', price: '30' })).toBe('333.33')
    expect(mostAtOnce({ ...rules, available: '400.129', price: '333.33333334' })).toBe('29.99')
  })

  it('fills in the most that breaks no rule', () => {
    fc.assert(
      fc.property(
        fc.bigInt(100_000_000n, 10n ** 13n),
        fc.constantFrom('1', '2.41', '0.05', '13.00000001', null),
        (have, price) => {
          const available = `${have / 100_000_000n}.${(have % 100_000_000n).toString().padStart(8, '0')}`
          const all = mostAtOnce({ ...rules, available, price })
          const { broken } = readTransfer(all, { ...rules, available, price, minimumValue: '0' })
          expect(broken).toBeUndefined()
        },
      ),
    )
  })
})
