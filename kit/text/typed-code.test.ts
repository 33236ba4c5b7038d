import { expect, it } from 'vitest'
import { readTypedCode } from './typed-code.ts'

const read = (typed: string, length = 6) => readTypedCode(typed, length)

it('reads a code as it is typed, in groups, in figures of any script', () => {
  for (const typed of ['123456', ' 123 456\n', '123-456', '123–456', '１２３４५६', '1\u200b23456'])
    expect(read(typed), typed).toEqual({ figures: '123456' })
  expect([read(''), read('12 '), read('12-3')]).toEqual([{ figures: '' }, { figures: '12' }, { figures: '123' }])
})

it('finds the only code in a message', () => {
  for (const typed of [
    'G-123456',
    'Your code is 123 456. It ends in 10 minutes.',
    '[Bank] 123456（5分）',
    'رمزك ١٢٣٤٥٦',
  ])
    expect(read(typed), typed).toEqual({ figures: '123456' })
  expect(read('Code: 12-34', 4)).toEqual({ figures: '1234' })
})

it('takes no part of more figures, and none of several codes', () => {
  expect(read('1234567')).toEqual({ wrong: 'long' })
  for (const typed of [
    'code 1234567',
    'codes 123456, 654321',
    '+49 151 123456',
    'a1',
    '12a',
    '\u202e123456',
    'x 12.123456',
  ])
    expect(read(typed), typed).toEqual({ wrong: 'unclear' })
})
