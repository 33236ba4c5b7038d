import * as v from 'valibot'
import { expect, it } from 'vitest'
import { mailAddressOf, mailAddressText, maskedAddress } from './mail-address.ts'

it('reads addresses in one form', () => {
  expect(mailAddressOf(' Ada.Lovelace+w@Example.CO.uk ')).toBe('ada.lovelace+w@example.co.uk')
  for (const odd of [
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@@example.com',
    'ada@-example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    '<ada@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}com`,
  ])
    expect(mailAddressOf(odd), odd).toBeUndefined()
})

it('says which of the two is wrong with a field', () => {
  const flaw = (typed: unknown) => v.safeParse(mailAddressText, typed).issues?.[0].message
  expect([flaw(''), flaw('  '), flaw('ada'), flaw(7)]).toEqual(['required', 'required', 'format', 'format'])
  expect(v.parse(mailAddressText, 'Ada@Example.com')).toBe('ada@example.com')
})

it('shows others no more than the first letter', () => {
  expect(maskedAddress('ada@example.com')).toBe('a•••@example.com')
})
