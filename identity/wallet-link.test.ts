import { describe, expect, it } from 'vitest'
import { newWalletId } from './wallet-id.ts'
import { maskWalletId, readInviter, readPaymentLink, readPaymentText } from './wallet-link.ts'

const to = newWalletId()
const nothingMore = { to, coin: undefined, amount: undefined }

describe('the parameters of a payment link', () => {
  it('name a wallet, perhaps a coin, perhaps an amount', () => {
    expect(readPaymentLink({ to })).toEqual(nothingMore)
    expect(readPaymentLink({ to, coin: 'WLD' })).toEqual({ to, coin: 'WLD', amount: undefined })
    expect(readPaymentLink({ to, coin: 'USDT', amount: '50' })).toEqual({ to, coin: 'USDT', amount: '50' })
    for (const amount of ['0.01', '0.5', '10.25', '999999999999.99'])
      expect(readPaymentLink({ to, coin: 'USDT', amount }), amount).toEqual({ to, coin: 'USDT', amount })
  })

  it('ask for nothing where they name neither wallet nor amount', () => {
    for (const query of [{}, { coin: 'USDT' }, { to: '', amount: '' }, { view: 'list' }])
      expect(readPaymentLink(query)).toBeUndefined()
  })

  it('are broken as a whole by one part that is not exactly right', () => {
    const wrong = `${to.slice(0, 9)}${to.endsWith('0') ? '1' : '0'}`
    for (const query of [
      { to: wrong },
      { to: wrong, coin: 'USDT', amount: '5' },
      { to: '<b>you</b>' },
      { to: 'constructor' },
      { to, coin: 'DOGE' },
      { to, coin: 'usdt' },
      { to, coin: 'constructor' },
      { to, amount: '5' },
      { coin: 'USDT', amount: '5' },
    ])
      expect(readPaymentLink(query), JSON.stringify(query)).toBe('broken')
  })

  it('take no amount but plain decimal text above zero', () => {
    for (const amount of [
      ...['0', '0.00', '-1', '+1', '1e3', '0x10', '1,5', '1,000', '1 000', '1.', '.5', '007', '00.5', '0.001'],
      ...['٥', '５', '1\u00a0000', ' 5', '5 ', '5\n', '9999999999999', 'Infinity', 'NaN', '5 USDT', '5;6'],
    ])
      expect(readPaymentLink({ to, coin: 'USDT', amount }), amount).toBe('broken')
  })
})

describe('what was scanned or pasted', () => {
  const link = 'https://wallet.example/#/pages/wallet/conver'

  it('is a wallet ID as people write it, a payment link, or an invitation', () => {
    for (const text of [to, ` ${to.slice(0, 5).toLowerCase()}-${to.slice(5)}\n`])
      expect(readPaymentText(text), text).toEqual(nothingMore)
    expect(readPaymentText(`${link}?coin=WLD&to=${to}&amount=2.5\n`)).toEqual({ to, coin: 'WLD', amount: '2.5' })
    expect(readPaymentText(`https://wallet.example/?from=chat#/pages/wallet/conver?to=${to}`)).toEqual(nothingMore)
    expect(readPaymentText(`https://wallet.example/#/pages/login/create?inviter=${to}`)).toEqual(nothingMore)
  })

  it('is broken where a part is wrong, or named twice', () => {
    const other = newWalletId()
    for (const query of [
      `to=${to}&coin=DOGE`,
      `to=${to}&coin=USDT&amount=1,000`,
      `to=${to}&coin=USDT&amount=5&amount=500`,
      `to=${to}&to=${other}`,
      `to=K23456789A`,
      'inviter=K23456789A',
      `inviter=${to}&amount=5`,
    ])
      expect(readPaymentText(`${link}?${query}`), query).toBe('broken')
  })

  it('is nothing without a wallet or an amount', () => {
    for (const text of ['', 'hello', 'hello?', `${link}`, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'])
      expect(readPaymentText(text), text).toBeUndefined()
  })
})

it('reads an inviter, and does not trust one whose ID cannot be', () => {
  expect(readInviter(to.toLowerCase())).toBe(to)
  expect(readInviter('K23456789A')).toBe('broken')
  expect(readInviter('Your bank')).toBe('broken')
  for (const none of ['', undefined]) expect(readInviter(none)).toBeUndefined()
})

it('shows four characters of a wallet ID, in their order whichever way one reads', () => {
  expect(maskWalletId(to)).toBe(`\u2066${to.slice(0, 4)}…\u2069`)
})
