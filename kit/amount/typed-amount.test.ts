import { describe, expect, it } from 'vitest'
import { languages } from '#locales/registry.ts'
import { seededDice } from '../text/random.ts'
import { type NumberSymbols, readTypedAmount, type TypedTerms } from './typed-amount.ts'

function marksOf(tag: string): NumberSymbols {
  const parts = new Intl.NumberFormat(`${tag}-u-nu-latn`).formatToParts(1_234_567.5)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}
const read = (text: string, tag = 'en', terms: Partial<TypedTerms> = {}) => {
  const found = readTypedAmount(text, { marks: marksOf(tag), ...terms })
  if (found.is === 'amount') return found.text
  if (found.is === 'unclear') return found.texts
  return found.is === 'wrong' ? found.why : ''
}

describe('a typed amount', () => {
  it('is read with the signs its language and others write', () => {
    const english: Record<string, string> = {
      '1,844.83': '1844.83',
      '1.844,83': '1844.83',
      '1 844,83': '1844.83',
      '1\u00a0844,83': '1844.83',
      "1'844.83": '1844.83',
      '1,000': '1000',
      '1,00,000': '100000',
      '1,234,567': '1234567',
      '1.234.567': '1234567',
      '100。5': '100.5',
      '１００': '100',
      '１，８４４．８３': '1844.83',
      '۱۰۰': '100',
      '१००': '100',
      '๑๒๓.๕': '123.5',
      '១២៣': '123',
      '12٫5': '12.5',
      '١٬٢٣٤٫٥': '1234.5',
      '7,25': '7.25',
      '.5': '0.5',
      '5.': '5',
      '007': '7',
      '0.500': '0.5',
      '1,234.500': '1234.5',
    }
    for (const [text, value] of Object.entries(english)) expect([text, read(text)]).toEqual([text, value])
    expect([read('1.234', 'de'), read('1.234,5', 'de'), read('1,00,000', 'hi'), read('1,000', 'hi')]).toEqual([
      '1234',
      '1234.5',
      '100000',
      '1000',
    ])
  })

  it('is asked about where it may be two numbers', () => {
    expect(read('1.234', 'en', { decimalsMax: 8 })).toEqual(['1234', '1.234'])
    expect(read('1.000')).toEqual(['1000', '1'])
    expect(read('1,000', 'de')).toEqual(['1000', '1'])
    expect(read('1.234')).toEqual(['1234'])
    expect(read('1,234', 'ru')).toEqual(['1234'])
  })

  it('says why it is none', () => {
    const why: Record<string, string> = {
      '-5': 'form',
      '1e5': 'form',
      '5²': 'form',
      '½': 'form',
      '1,000,00': 'form',
      '1 84': 'form',
      '1.2.3': 'form',
      '12,34,56': 'form',
      '1234,567': 'decimals',
      '1,234.567': 'decimals',
      '0.001': 'decimals',
      '1234567890123': 'long',
      '5 WLD': 'form',
      $5: 'form',
    }
    for (const [text, reason] of Object.entries(why))
      expect([text, read(text, 'en', { coin: 'USDT' })]).toEqual([text, reason])
    expect([read(''), read(' '), read('.'), read('\u200b')]).toEqual(['', '', '', ''])
  })

  it('is what the app shows, pasted back', () => {
    const shown = ['≈ 1,844.83 USDT', '+200.00', 'USDT 12.50', '\u200e1,844.83\u00a0USDT\u200f', '1,844.83 usdt']
    expect(shown.map((text) => read(text, 'en', { coin: 'USDT' }))).toEqual([
      '1844.83',
      '200',
      '12.5',
      '1844.83',
      '1844.83',
    ])
  })

  it('in any language, script and form is read right or asked about, in 2,000 texts', () => {
    const dice = seededDice(20_261_128)
    const zeros = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0xe50, 0x17e0, 0x9e6, 0x1040]
    const asked = { right: 0, unclear: 0 }
    for (let each = 0; each < 2_000; each += 1) {
      const { tag } = dice.pick(languages)
      const whole = String(dice.below(10 ** (1 + dice.below(9))))
      const cents = dice.chance(0.6)
        ? String(dice.below(100))
            .padStart(2, '0')
            .slice(0, 1 + dice.below(2))
        : ''
      const own = marksOf(tag)
      const foreign = marksOf(dice.pick(languages).tag)
      const marks = dice.chance(0.7) ? own : foreign
      const indian = /(\d)(?=(\d\d)+\d$)/g
      const grouping = dice.pick(['none', 'three', 'indian'] as const)
      const rule = grouping === 'three' ? /(\d)(?=(\d{3})+$)/g : indian
      const grouped = grouping === 'none' ? whole : whole.replace(rule, `$1${marks.group}`)
      const zero = dice.pick(zeros)
      const text = `${grouped}${cents && `${marks.decimal}${cents}`}`.replace(/\d/g, (char) =>
        String.fromCodePoint(zero + Number(char)),
      )
      const value = `${whole}${cents.replace(/0+$/, '') && `.${cents.replace(/0+$/, '')}`}`
      const found = read(text, tag)
      if (typeof found === 'string') expect([tag, text, found]).toEqual([tag, text, value])
      else expect(found, `${tag} ${text}`).toContain(value)
      asked[typeof found === 'string' ? 'right' : 'unclear'] += 1
    }
    expect(asked.right).toBeGreaterThan(1_700)
    expect(asked.unclear).toBeGreaterThan(10)
  })
})
