import { describe, expect, it } from 'vitest'
import {
  isDay,
  isMoment,
  readChange,
  readDay,
  readHeld,
  readId,
  readJson,
  readList,
  readMoment,
  readQuantity,
  readUnits,
  readWhole,
  Unreadable,
} from './exact.ts'

const hostileNumbers: readonly unknown[] = [
  '',
  ' ',
  '1e3',
  '1E3',
  '0x3e8',
  '0b11',
  '0o17',
  ' 1000',
  '1000 ',
  '\n1000',
  '1000\n',
  '1\u00a0000',
  '1,000',
  '1.000,00',
  '1_000',
  '+1000',
  '--1',
  '-0',
  '-0.00',
  '007',
  '00',
  '.5',
  '5.',
  '1.2.3',
  '1.123456789',
  '１０００',
  '١٠٠٠',
  '१०००',
  '1000n',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'true',
  '∞',
  '½',
  '1'.repeat(19),
  '9'.repeat(1_000_000),
  1000,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1000n,
  null,
  undefined,
  true,
  [],
  ['1000'],
  {},
  { valueOf: () => '1000' },
]

describe('a reader of amounts', () => {
  it('reads what is exactly in form', () => {
    expect(['0', '0.0', '1', '10.50', '-1.00000001', '999999999999999999'].map(readUnits)).toEqual([
      0n,
      0n,
      100_000_000n,
      1_050_000_000n,
      -100_000_001n,
      99_999_999_999_999_999_900_000_000n,
    ])
    expect(readHeld('12.5')).toBe(1_250_000_000n)
    expect(readId('18')).toBe(18n)
  })

  it('refuses everything else, and never takes it for nothing', () => {
    for (const value of hostileNumbers)
      for (const read of [readUnits, readHeld, readId])
        expect(() => read(value), `${read.name} ${String(value).slice(0, 20)}`).toThrow(Unreadable)
    for (const below of ['-1', '-0.00000001']) expect(() => readHeld(below)).toThrow(Unreadable)
    for (const part of ['0', '-1', '1.5']) expect(() => readId(part)).toThrow(Unreadable)
  })
})

it('reads whole numbers of signed texts, up to 39 digits', () => {
  expect([readWhole('0'), readWhole('9'.repeat(39)), readChange('-5')]).toEqual([0n, 10n ** 39n - 1n, -5n])
  const whole = hostileNumbers.filter((value) => !/^\d{19,39}$/.test(String(value)))
  for (const value of [...whole, '1.5', '9'.repeat(40)]) {
    expect(() => readWhole(value)).toThrow(Unreadable)
    expect(() => readChange(value)).toThrow(Unreadable)
  }
  expect(() => readWhole('-5')).toThrow(Unreadable)
})

it('reads what a node answers: small hexadecimal digits, as many as there may be', () => {
  expect(readQuantity('0x1f', 16)).toBe(31n)
  expect(readQuantity(`0x${'1'.repeat(16)}`, 16)).toBe(0x1111111111111111n)
  for (const value of [
    '0x',
    '',
    '0x1F',
    '0X1f',
    '1f',
    '0x1g',
    ' 0x1f',
    '0x1f\n',
    '-0x1',
    `0x${'1'.repeat(17)}`,
    31,
    null,
  ])
    expect(() => readQuantity(value, 16)).toThrow(Unreadable)
})

it('reads moments and days that exist, in one spelling', () => {
  expect(readMoment('2026-11-27T10:00:00.000Z')).toBe(Date.UTC(2026, 10, 27, 10))
  expect(readDay('2026-11-21')).toBe(20_778)
  for (const moment of [
    '2026-11-27T10:00:00',
    '2026-11-27 10:00:00Z',
    '2026-11-27T10:00:00+00:00',
    '2026-11-27T24:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '27 Nov 2026',
    '1795255200000',
    '+002026-11-27T10:00:00Z',
    ' 2026-11-27T10:00:00Z',
    '2026-11-27T10:00:00Z\n',
    '２０２６-11-27T10:00:00Z',
    '',
    0,
    null,
  ]) {
    expect(isMoment(moment), String(moment)).toBe(false)
    expect(() => readMoment(moment)).toThrow(Unreadable)
  }
  for (const day of ['2026-02-30', '2026-2-3', '2026-11-21T00:00:00Z', ' 2026-11-21', '', null, 20_778]) {
    expect(isDay(day), String(day)).toBe(false)
    expect(() => readDay(day)).toThrow(Unreadable)
  }
})

it('reads a signed text in its one form alone', () => {
  expect(readJson('{"a":[1,"2",null]}')).toEqual({ a: [1, '2', null] })
  for (const text of [
    '{"a":1,"a":2}',
    '{ "a":1}',
    '{"a":1}\n',
    '{"a":1e3}',
    '{"a":1.0}',
    '{"a":-0}',
    '{"a":"\\u0041"}',
    '{"a":NaN}',
    "{'a':1}",
    '',
    'undefined',
    null,
    { a: 1 },
  ])
    expect(() => readJson(text), String(text)).toThrow(Unreadable)
  expect(() => readList('{}')).toThrow(Unreadable)
})
