import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as fields from './fields.ts'

type Schema = v.GenericSchema<unknown, unknown>

function readAs(schema: Schema, value: unknown): unknown {
  const { success, output, issues } = v.safeParse(schema, value)
  return success ? output : `refused: ${issues[0].message}`
}

const [required, format] = ['refused: required', 'refused: format']

it('takes text without the blanks around it, up to its length', () => {
  expect(readAs(fields.text(), ` ${'a'.repeat(200)} `)).toBe('a'.repeat(200))
  expect(readAs(fields.text(), 'a'.repeat(201))).toBe(format)
  expect(readAs(fields.text(3), 'abcd')).toBe(format)
  expect(readAs(fields.text(), 'a')).toBe('a')
  expect(readAs(fields.text(), '  ')).toBe(required)
})

it('takes optional text for empty where it is absent, up to its length', () => {
  expect(readAs(fields.optionalText(), undefined)).toBe('')
  expect(readAs(fields.optionalText(), ' ')).toBe('')
  expect(readAs(fields.optionalText(), 'a'.repeat(200))).toBe('a'.repeat(200))
  expect(readAs(fields.optionalText(), 'a'.repeat(201))).toBe(format)
})

it('takes a coin, and names the reason where it is ATM', () => {
  expect(['USDT', 'XYZ', '', 'ATM'].map((value) => readAs(fields.coin, value))).toEqual([
    'USDT',
    format,
    required,
    'refused: funds.atm_closed',
  ])
})

describe('a whole number', () => {
  const read = (value: unknown) => readAs(fields.wholeNumber, value)

  it('is above 0 and has at most 12 digits, as a number or as text', () => {
    expect([1, '1', 999_999_999_999, '999999999999'].map(read)).toEqual([1, 1, 999_999_999_999, 999_999_999_999])
    expect([0, '0', -1, 1.5, 1_000_000_000_000, '1000000000000', '1.5', 'x'].map(read)).toEqual(
      Array.from({ length: 8 }, () => format),
    )
  })
  it('is missing where its text is empty', () => {
    expect(read('')).toBe(required)
  })
})

it('takes a day and a moment that exist', () => {
  const [day, moment] = [fields.day, fields.moment]
  expect(v.is(day, '2028-02-29')).toBe(true)
  expect(v.is(day, '2027-02-29')).toBe(false)
  expect(v.is(moment, '2028-02-29T23:59:59.999Z')).toBe(true)
  expect(v.is(moment, '2027-02-29T23:59:59.999Z')).toBe(false)
})

describe('where a list goes on', () => {
  const read = (value: unknown) => readAs(fields.cursor, value)

  it('is the same number however many zeros come before it', () => {
    expect(['7', '007', '0', '000', '100', '07a'].map(read)).toEqual(['7', '7', '0', '0', '100', '07a'])
  })
  it('has at most 80 characters, and is empty at the start', () => {
    expect([undefined, 'a'.repeat(80), 'a'.repeat(81)].map(read)).toEqual(['', 'a'.repeat(80), format])
  })
})

it('takes a language by its tag or as the wire names it, and any other for English', () => {
  expect(
    ['zh-Hans', 'zh-CN', 'zh-Hant', 'zh-TW', 'de', 'en', 'xx', undefined].map((said) => readAs(fields.language, said)),
  ).toEqual([...['zh-Hans', 'zh-Hans', 'zh-Hant', 'zh-Hant'], ...['de', 'en', 'en', 'en']])
})
