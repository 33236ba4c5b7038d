// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { fiatScale } from '#kit/amount/fiats.ts'
import { languages } from '#locales/registry.ts'
import { changeBoot, currentBoot } from '../shell/boot.ts'
import { fiatRate, showFiat } from './fiat-rate.ts'

const at = '2026-11-23T12:00:00.000Z'
const now = Date.parse('2026-11-23T12:30:00Z')
const told = [
  { at, from: ['a', 'b'], prices: { EUR: '1.15', JPY: '0.0064' } },
  { at: '2026-11-22T13:00:00.000Z', from: ['a'], prices: { THB: '0.0308' } },
]

describe('the rate of the chosen currency', () => {
  it('is the one told of it, with whose it is and of when', () => {
    expect(fiatRate(told, 'EUR', now)).toEqual({ fiat: 'EUR', price: (fiatScale * 115n) / 100n, at, from: ['a', 'b'] })
    expect(fiatRate(told, 'THB', now)?.from).toEqual(['a'])
  })

  it('is none after a day, none of tomorrow, and none of a currency that is not told, chosen or known', () => {
    const day = 86_400_000
    expect(fiatRate(told, 'EUR', Date.parse(at) + day)).toBeDefined()
    expect(fiatRate(told, 'EUR', Date.parse(at) + day + 1)).toBeUndefined()
    expect(fiatRate(told, 'EUR', Date.parse(at) - day)).toBeUndefined()
    expect(fiatRate(told, 'EUR', Number.NaN)).toBeUndefined()
    for (const fiat of ['', 'KHR', 'XYZ', 'constructor', '__proto__']) expect(fiatRate(told, fiat, now)).toBeUndefined()
  })

  it('is none of whatever a wrong server may send', () => {
    const prices = ['0', '-1', '0.0', '1e30', 'NaN', `1${'0'.repeat(30)}`, '0.00000000001', '', 'Infinity', 1.15, 1e30]
    const wrong: unknown[] = [...prices, null, true, {}, [], '1,15'].map((EUR) => [
      { at, from: ['a'], prices: { EUR } },
    ])
    for (const prices of [null, undefined, 7, 'EUR', []]) wrong.push([{ at, from: ['a'], prices }])
    for (const when of [null, 'soon', 7, '', '9999-12-31T00:00:00Z', {}]) wrong.push([{ ...told[0], at: when }])
    for (const from of [null, 'a', 7, {}]) wrong.push([{ ...told[0], from }])
    for (const whole of [undefined, null, 7, 'x', {}, [null], [7], ['x'], [[]]]) wrong.push(whole)
    for (const each of wrong) expect(fiatRate(each, 'EUR', now), JSON.stringify(each)).toBeUndefined()
    expect(fiatRate([null, { at, from: 7, prices: null }, ...told], 'EUR', now)?.price).toBe((fiatScale * 115n) / 100n)
    expect(fiatRate([{ ...told[0], from: ['a', 7, null] }], 'EUR', now)?.from).toEqual(['a'])
  })
})

describe('a worth in a currency', () => {
  beforeEach(() => changeBoot({ language: 'en' }))
  const shown = (worth: string, fiat: string, price = '1.15') =>
    showFiat(worth, fiatRate([{ at, from: ['a'], prices: { [fiat]: price } }], fiat, now) as never)

  it('has the decimals of the currency and is never rounded in favour of whoever reads it', () => {
    expect(shown('100', 'EUR')).toBe('€86.95')
    expect(shown('-100', 'EUR')).toBe('-€86.96')
    expect(shown('0.001', 'EUR')).toBe('€0.00')
    expect(shown('-0.001', 'EUR')).toBe('-€0.01')
    expect(shown('1000', 'JPY', '0.0064')).toBe('¥156,250')
    expect(shown('1', 'JPY', '0.0063')).toBe('¥158')
    expect(shown('92233720368', 'VND', '0.00003795')).toBe('₫2,430,401,063,715,415')
    expect(shown('no amount', 'EUR')).toBeUndefined()
  })

  it('is written as the language writes it, in Latin figures', () => {
    changeBoot({ language: 'de' })
    expect(shown('123456.7', 'EUR')?.replace(/\s/g, ' ')).toBe('107.353,65 €')
    for (const { tag } of languages) {
      changeBoot({ language: tag })
      expect(shown('1234.5', 'INR', '0.0112')?.replace(/[^\d]/g, '')).toBe('11022321')
    }
  })
})

it('the choice stays on the device, and what is no text is no choice', () => {
  expect(currentBoot().fiat).toBe('')
  changeBoot({ fiat: 'EUR' })
  expect(JSON.parse(localStorage.getItem('boot') ?? '{}')).toMatchObject({ fiat: 'EUR' })
})
