import { describe, expect, it } from 'vitest'
import { newWalletId } from '#identity/wallet-id.ts'
import { namedPerson } from './named-person.ts'

describe('what leads to a person in a public reason', () => {
  it('is a wallet ID, however it is written', () => {
    for (let count = 0; count < 200; count += 1) {
      const id = newWalletId()
      for (const text of [id, `(${id})`, `a fault of ${id}, found`, `wallet:${id}`])
        expect(namedPerson(text), text).toBe('a wallet ID')
    }
    for (const text of ['123456789T', '123456789t', '12345-6789T', '12345 6789T', 'of 12345-6789t twice', '1234567890'])
      expect(namedPerson(text), text).toBe('a wallet ID')
  })

  it('is a wallet ID in groups, whatever stands between and beside them', () => {
    for (const text of [
      'owner 12345-6789T lost it',
      'order 12345 6789T',
      'order 66 12345 6789T 7',
      'wallet 12345 6789 T',
    ])
      expect(namedPerson(text), text).toBe('a wallet ID')
    const between = ['-', ' ', '  ', '\u00a0', '\u202f', '.', '_', '/', '–', ' - ', '\u2011', '·', ', ', '\n', '|']
    for (const sign of between)
      for (const parts of [
        ['12345', '6789T'],
        ['123', '456', '789T'],
        ['123', '456', '789', 'T'],
      ]) {
        const text = `owner ${parts.join(sign)} lost it`
        expect(namedPerson(text), JSON.stringify(text)).toBe('a wallet ID')
        expect(namedPerson(text.toLowerCase()), JSON.stringify(text)).toBe('a wallet ID')
      }
    expect(namedPerson('1 2 3 4 5 6 7 8 9 T')).toBe('a wallet ID')
  })

  it('is a wallet ID glued to a word', () => {
    for (const text of [
      'ID123456789T',
      'id123456789t',
      '123456789Tlost',
      'ID12345-6789Tlost',
      'wallet_123456789T_x',
      'x123456789T9',
    ])
      expect(namedPerson(text), text).toBe('a wallet ID')
  })

  it('is a wallet ID in letters that look alike, or with signs that nobody sees', () => {
    for (const text of [
      '１２３４５６７８９Ｔ',
      '１２３４５－６７８９Ｔ',
      '𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗𝐓',
      '123456789\u0422',
      '12345 6789\u0442',
      '123456789 \u03a4',
      '12345\u200b6789T',
      '1\u200d2\u200c3\u2060456789T',
      '12345\u00ad6789T',
      '12345\ufe0f6789T',
      '1\u03362\u03363\u0336456789T',
      '١٢٣٤٥٦٧٨٩T',
      '۱۲۳۴۵-۶۷۸۹T',
    ])
      expect(namedPerson(text), JSON.stringify(text)).toBe('a wallet ID')
  })

  it('is any wallet ID in these ways, for hundreds of them', () => {
    const ways: readonly ((id: string) => string)[] = [
      (id) => `${id.slice(0, 5)}-${id.slice(5)}`,
      (id) => `${id.slice(0, 5)}${id.slice(5)}`.replace(/./g, '$& ').trim(),
      (id) => `${id.slice(0, 4)}.${id.slice(4, 6)}.${id.slice(6)}`,
      (id) => `ID${id}`,
      (id) => `${id}X`,
      (id) => [...id].map((each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)).join(''),
      (id) => [...id].join('\u200b'),
    ]
    for (let count = 0; count < 300; count += 1) {
      const id = newWalletId()
      // One in 100,000 has digits only, which are no sign of an ID.
      if (/^\d+$/.test(id)) continue
      for (const way of ways) {
        const text = `the owner ${way(id)} lost it`
        expect(namedPerson(text), text).toBe('a wallet ID')
      }
      // Three in a hundred IDs have no digit and resemble words.
      if (/^(?=.*\d.*\D|.*\D.*\d)/.test(id))
        expect(namedPerson(`owner ${id.toLowerCase()} lost it`), id).toBe('a wallet ID')
    }
  })

  it('is a mail address, however its sign is written', () => {
    for (const text of [
      'as ana.ruiz@example.org asked',
      'mailto:a@b',
      'ana＠example.org',
      'ana﹫example.org',
      'ana @ example.org',
      'ana (at) example.org',
      'ana[at]example.org',
      'ana {AT} example . org',
      'ana at example dot org',
      'ana at example (dot) org',
      'a\u200bna@\u200bexample.org',
    ])
      expect(namedPerson(text), text).toBe('a mail address')
  })

  it('is a name on another service', () => {
    for (const text of ['@ana_on_telegram', 'ask @ana', '(see @ana)', '＠ana', 't.me/@ana'])
      expect(namedPerson(text), text).toBe('a name on another service')
  })

  it('is a telephone number', () => {
    for (const text of [
      '+49 151 2345 6789',
      '+4915123456789',
      'call 0151 23456789',
      '0151-2345678',
      '(030) 1234567',
      '030/1234567',
      '1-800-555-1234',
      '555.123.4567',
      '0151.555.123',
      '555–123–4567',
      '138 1234 5678',
      '13812345678',
      '0049 151 2345 6789',
      '９１２３ ４５６７',
      '٠١٥١-٢٣٤٥٦٧٨',
    ])
      expect(namedPerson(text), text).toBe('a telephone number')
  })

  it('is an address on a chain', () => {
    const [hex, tron] = ['8ba1f109551bD432803012645Ac136ddd64DBA72', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']
    for (const text of [
      `of 0x${hex}.`,
      `of ${hex}`,
      `address0x${hex}`,
      `0x ${hex.match(/.{4}/g)?.join(' ')}`,
      `0x${[...hex].join('\u200b')}`,
      `0X${hex.toUpperCase()}`,
      `of ${tron}`,
      `of:${tron}x`,
      `of ${[...tron].join('\u2060')}`,
    ])
      expect(namedPerson(text), text).toBe('an address on a chain')
  })

  it('is the nickname of whom it is about, as a word of its own', () => {
    expect(namedPerson('Ana found a fault', 'ana')).toBe('the nickname of its holder')
    expect(namedPerson('a fault (found by ＡＮＡ)', 'Ana')).toBe('the nickname of its holder')
    expect(namedPerson('for Zoë 7!', 'zoë 7')).toBe('the nickname of its holder')
    expect(namedPerson('a banana was found', 'Ana')).toBeUndefined()
    expect(namedPerson('Ana found a fault', '')).toBeUndefined()
    for (const text of [
      'Zoe Marlow',
      'ZOË\u00a0MARLOW',
      'Zoë  Marlow',
      'Z\u200boë Marlow',
      'Zoë_Marlow',
      'Zo\u0435 Marlow',
    ])
      expect(namedPerson(`as ${text} found`, 'Zoë Marlow'), text).toBe('the nickname of its holder')
    expect(namedPerson('奖励小明发现错误', '小明')).toBe('the nickname of its holder')
    expect(namedPerson('for ★★ of the first day', '★★')).toBe('the nickname of its holder')
    expect(namedPerson('as Ben found', 'Ana', 'Ben')).toBe('the nickname of its holder')
    expect(namedPerson('a fault was found', '\u200b')).toBeUndefined()
  })

  it('is no plain word, amount, date or hash of a transaction', () => {
    for (const text of [
      'withdrawal reversed by court order 7 of 2026-11-21 10:00',
      'a commitment of 25000.50 USDT for December 2026, see notice 14',
      'transaction 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
      'its pool is not filled again; the line ends on 2026-12-31',
      '把资金投入资金池，因为需求增加',
      'from 2026-11-02 to 2026-11-05',
      'closed from 2026-11-02T10:00Z to 2026-11-02 12:30, window 09:00-17:00',
      'on 02.11.2026, 2026/11/02 and 1/12/2026',
      'block 12345678',
      'blocks 68123456 to 68123499 of bsc were lost',
      'payment 12345678, withdrawal 7 and order 123456789',
      '1,000,000 USDT',
      '1.000.000,50 USDT, or 1 000 000 USDT',
      '1234567.12345678 ATMC at 0.00120012',
      'at 14:30',
      'bought @ 0.5',
      'for about 12345 USDT since 123456',
      '100 WLD for 24h, then 30d, on the 21st',
      'incident 3 of BSC: 250000 ATMX and 12345 WLD were counted twice',
      'терминал 12345 работает снова',
      'notice 14 (2 weeks), rule 7d.rate 0.0012',
    ])
      expect(namedPerson(text), text).toBeUndefined()
  })
})
