import { describe, expect, it } from 'vitest'
import { fiatNames, fiatScale, fiats, inFiat, isFiat, readFiatPrice, showFiatPrice } from './fiats.ts'

describe('a worth in another currency', () => {
  it('is what a calculator says, rounded against whoever hopes', () => {
    const price = readFiatPrice('1.15') as bigint
    // 100 / 1.15 = 86.956521739… · 0.01 / 1.15 = 0.008695652…
    expect(inFiat('100', price)).toBe('86.95652173')
    expect(inFiat('-100', price)).toBe('-86.95652174')
    expect(inFiat('0.01', price)).toBe('0.00869565')
    expect(inFiat('-0.00000001', price)).toBe('-0.00000001')
    expect(inFiat('0.00000001', price)).toBe('0')
    expect(inFiat('0', price)).toBe('0')
    expect(inFiat('-0', price)).toBe('0')
    // 23 / 1.15 = 20 exactly.
    expect([inFiat('23', price), inFiat('-23', price)]).toEqual(['20', '-20'])
    // 1 / 0.00003795 = 26350.4611330698… dong per USDT.
    expect(inFiat('1', readFiatPrice('0.00003795') as bigint)).toBe('26350.46113306')
    expect(inFiat('1234.56789012', fiatScale)).toBe('1234.56789012')
  })

  it('stays exact where a float does not', () => {
    expect(inFiat('999999999999.99999999', readFiatPrice('0.00003795') as bigint)).toBe(undefined)
    expect(inFiat('92233720368.54775807', readFiatPrice('0.00003795') as bigint)).toBe('2430401063729848.6974967')
  })

  it('is none of what is no amount', () => {
    for (const text of ['', 'NaN', '1e3', '--1', 'Infinity', '1,5', ' 1'])
      expect(inFiat(text, fiatScale)).toBe(undefined)
  })
})

describe('a price of a currency', () => {
  it('goes over the wire and back', () => {
    for (const text of ['1', '1.149425287356', '0.000037950664', '0.25', '1000'])
      expect(showFiatPrice(readFiatPrice(text) as bigint)).toBe(text)
  })

  it('is none of what cannot be one', () => {
    const wrong = [
      '0',
      '0.0',
      '-1',
      '1e30',
      `1${'0'.repeat(30)}`,
      'NaN',
      '',
      '1.',
      '.5',
      '0.0000000000001',
      '0.00000001',
      '1000.1',
    ]
    for (const said of [...wrong, 1, null, undefined, {}, ['1']]) expect(readFiatPrice(said), `${said}`).toBe(undefined)
  })
})

it('currencies are those that Intl knows, and nothing that every object has is one', () => {
  const known = Intl.supportedValuesOf('currency')
  expect(fiatNames.filter((name) => !known.includes(name))).toEqual([])
  for (const name of ['constructor', '__proto__', 'toString', 'usd', 'XXX', '', 7, null])
    expect(isFiat(name)).toBe(false)
  for (const { demo } of Object.values(fiats)) expect(demo).toMatch(/^\d{1,5}(\.\d{1,4})?$/)
})
