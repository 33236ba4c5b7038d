import { describe, expect, it } from 'vitest'
import { readAccount, readAlias, readPhone, readTag } from './account-text.ts'

describe('an account number', () => {
  it('is read as banks write an IBAN, with blanks of any kind, dashes and figures of any script', () => {
    expect(readAccount('DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000')).toEqual({
      text: 'DE89 3704 0044 0532 0130 00',
    })
    expect(readAccount('IBAN: gb29\u202fNWBK-6016‑1331–9268 19\u200b')).toEqual({ text: 'gb29 NWBK-6016-1331-9268 19' })
    expect(readAccount('SA03٨٠٠٠٠٠٠٠٦٠٨٠١٠١٦٧٥١٩')).toEqual({ text: 'SA0380000000608010167519' })
    expect(readAccount('ＤＥ８９３７０４００４４０５３２０１３０００')).toEqual({ text: 'DE89370400440532013000' })
    expect(readAccount('MT84 MALT 0110 0001 2345 MTLC AST0 01S')).toEqual({
      text: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
    })
  })

  it('is read where a country has no IBAN', () => {
    for (const text of ['003 912345 6', '19-2000145399/0800', '0001/12345-6', '5436.7', 'HU12345678'])
      expect(readAccount(text), text).toEqual({ text })
  })

  it('says what is wrong with an IBAN: its length, or its check digits', () => {
    expect(readAccount('DE89 3704 0044 0532 0130 0')).toEqual({
      why: 'iban_length',
      country: 'DE',
      count: 21,
      length: 22,
    })
    expect(readAccount('DE89 3704 0044 0532 0130 01')).toEqual({ why: 'iban_typo' })
    expect(readAccount('DE98 3704 0044 0532 0130 00')).toEqual({ why: 'iban_typo' })
    expect(readAccount('DE89 3704 0044 0532 013O 00')).toEqual({ why: 'iban_typo' })
    expect(readAccount('DEB9 3704 0044 0532 0130 00')).toEqual({ why: 'iban_typo' })
    expect(readAccount('DE8 3704 0044 0532 0130 00')).toMatchObject({ why: 'iban_length' })
    expect(readAccount('SIBL0000123 0123053000012345')).toEqual({ text: 'SIBL0000123 0123053000012345' })
  })

  it('is none with letters of another script, what reverses it, or a link', () => {
    for (const text of ['', '12', '\u202e4321 8765', 'АВ12 3456', 'https://pay.example', 'x'.repeat(43)])
      expect(readAccount(text), text).toEqual({ why: 'account' })
  })
})

describe('a phone number', () => {
  it('is read as people write it, copy it from contacts or from a link', () => {
    expect(readPhone('\u202d+92\u00a0300\u00a01234567\u202c')).toEqual({ text: '+92 300 1234567' })
    expect(readPhone('tel:+49-151-2345678')).toEqual({ text: '+49-151-2345678' })
    expect(readPhone('＋９７１ ٥٠ ١٢٣ ٤٥٦٧')).toEqual({ text: '+971 50 123 4567' })
    expect(readPhone('06.12.34.56.78')).toEqual({ text: '06.12.34.56.78' })
    expect(readPhone('(0151) 234‑5678')).toEqual({ text: '(0151) 234-5678' })
  })

  it('is none with too few or too many figures, letters, or an extension', () => {
    for (const text of [
      '12345',
      '1'.repeat(21),
      '0800-CALL-NOW',
      'tel:+49151234567;ext=5',
      '49+151234567',
      '\u202e7654321',
    ])
      expect(readPhone(text), text).toEqual({ why: 'phone' })
  })
})

it('finds a receiver by phone or mail', () => {
  expect(readAlias(' mailto:ana@example.org\u200b')).toEqual({ text: 'ana@example.org' })
  expect(readAlias('+92 300 1234567')).toEqual({ text: '+92 300 1234567' })
  for (const text of ['ana', 'ana@@example.org', '\u202eana@example.org', 'a b@example.org'])
    expect(readAlias(text), text).toEqual({ why: 'alias' })
})

it('reads a name in an app in any script, and leaves its figures as they are', () => {
  for (const text of ['$ana.ruiz', 'राम१२', 'สมชาย']) expect(readTag(`\u200b${text} `), text).toEqual({ text })
  for (const text of ['a', 'a b', '', '\u200b\u200b']) expect(readTag(text), text).toEqual({ why: 'tag' })
})
