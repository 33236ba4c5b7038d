import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { hintTells, isPasswordShort, passwordFlaw, passwordRules } from './password-rules.ts'

describe('the password rule', () => {
  it('takes six or more, starting with a letter, with letters and digits', () => {
    for (const good of ['abc12x', 'Zebra9quilt', 'a1b2c3d4e5', 'ñandu1'.replace('ñ', 'n')])
      expect(passwordFlaw(good)).toBeUndefined()
    for (const bad of ['', 'ab1', 'abcdef', '123456', '1abcdef', `${'a'.repeat(72)}1`])
      expect(passwordFlaw(bad), bad).toBe('password_weak')
  })

  it('says which part of the rule is kept', () => {
    expect(passwordRules('9abc')).toEqual({ length: false, letterFirst: false, digit: true })
    expect(passwordRules('abcdef')).toEqual({ length: true, letterFirst: true, digit: false })
  })

  it('is not the wallet ID', () => {
    expect(passwordFlaw('k23456789T', 'K23456789T')).toBe('password_is_id')
  })

  it('is not told by its hint', () => {
    expect(hintTells('it is TRANQUIL7HERON, you know', 'Tranquil7heron')).toBe(true)
    expect(hintTells('the bird and the number', 'Tranquil7heron')).toBe(false)
    expect(hintTells('typed before the password', '')).toBe(false)
  })

  it('advises ten characters', () => {
    expect(isPasswordShort('abc123xyz')).toBe(true)
    expect(isPasswordShort('abc123xyzw')).toBe(false)
  })
})

describe('common passwords', () => {
  it('are known with their usual endings and look-alikes', () => {
    for (const common of [
      'password1',
      'Password123',
      'P4ssw0rd1',
      'qwerty123',
      'qwerty123456',
      'abc123',
      'a123456',
      'a12345678',
      'abcd1234',
      'iloveyou1',
      'monkey12',
      'dragon2020',
      'admin123',
      'welcome1!',
      'letmein99',
      'qazwsx123',
      'q1w2e3r4',
      'a1b2c3',
      'aa123456',
      'woaini1314',
      'woaini520',
      'michael1990',
      'asdf1234',
      'zxcvbnm123',
      'test1234',
      'samsung1',
      'football10',
      'qwer1234',
      'x11111',
      'aaa111',
      'superman_1',
      'john01011990',
    ])
      expect(isCommonPassword(common), common).toBe(true)
  })

  it('are not what a careful person makes up', () => {
    for (const own of ['Zebra9quilt', 'tR4nquil88oak', 'kub3rnet8x', 'gl4sshouse7walk', 'mango41tuba'])
      expect(isCommonPassword(own), own).toBe(false)
  })
})
