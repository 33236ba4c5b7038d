import { expect, it } from 'vitest'
import { typeset } from './typeset.ts'

it('keeps a percent with its number', () => {
  expect(typeset('At most 0.3 % a day, 10% later', 'ltr')).toBe('At most 0.3\u00a0% a day, 10% later')
})

it('keeps signs, percents and slashes on their side where one reads from right to left', () => {
  expect(typeset('قدر کا 20 % ہے', 'rtl')).toBe('قدر کا \u206620\u00a0%\u2069 ہے')
  expect(typeset('سود 0.01 % / 0.1 %، بالترتیب 1 / 7 دن', 'rtl')).toBe(
    'سود \u20660.01\u00a0% / 0.1\u00a0%\u2069، بالترتیب \u20661 / 7\u2069 دن',
  )
  expect(typeset('اجرا +4.6% تیز', 'rtl')).toBe('اجرا \u2066+4.6%\u2069 تیز')
})

it('keeps each amount with its own coin where one reads from right to left', () => {
  const [first, second] = ['\u20671,000.00 USDT\u2069', '\u20674.50 ATMC\u2069']
  expect(typeset('1,000.00 USDT\u200f + 4.50 ATMC', 'rtl')).toBe(`${first}\u200f + ${second}`)
  expect(typeset('1,000.00 USDT = 4.50 ATMC', 'rtl')).toBe(`${first} = ${second}`)
  expect(typeset('-4.52 USDT اور •••••• WLD', 'rtl')).toBe(
    '\u2067\u2066-4.52\u2069 USDT\u2069 اور \u2067•••••• WLD\u2069',
  )
  for (const text of ['-4.52 USDT', '1,000.00 USDT = 4.50 ATMC', '•••••• WLD']) expect(typeset(text, 'ltr')).toBe(text)
})

it('leaves bare numbers, moments and codes as they are', () => {
  for (const text of ['3 دسمبر، 2026، 23:30', '2026-11-21', '0x12-34', 'کچھ نہیں'])
    expect(typeset(text, 'rtl')).toBe(text)
})
