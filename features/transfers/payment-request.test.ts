import { expect, it } from 'vitest'
import { newWalletId } from '#identity/wallet-id.ts'
import { isAmountText, readRequest } from './payment-request.ts'

const to = newWalletId()

it('reads a bare wallet ID, as people write it', () => {
  const nothingMore = { to, coin: undefined, amount: undefined }
  expect(readRequest(to)).toEqual(nothingMore)
  expect(readRequest(` ${to.slice(0, 5).toLowerCase()}-${to.slice(5)}\n`)).toEqual(nothingMore)
})

it('reads coin and amount of a request, and the ID of an invitation', () => {
  const link = 'https://wallet.example/#/pages/wallet/conver'
  expect(readRequest(`${link}?coin=WLD&to=${to}&amount=2.5`)).toEqual({ to, coin: 'WLD', amount: '2.5' })
  expect(readRequest(`https://wallet.example/#/pages/login/create?inviter=${to}`)?.to).toBe(to)
})

it('leaves out what is no coin or no amount, and is nothing without a wallet', () => {
  for (const amount of ['-1', '1e9', '0', '0.001', '1,5', '٥', '9999999999999', ''])
    expect(readRequest(`x?to=${to}&coin=DOGE&amount=${amount}`), amount).toEqual({
      to,
      coin: undefined,
      amount: undefined,
    })
  expect(readRequest(`x?to=${to}&coin=DOGE&amount=5`), 'five of another coin').toEqual({
    to,
    coin: undefined,
    amount: undefined,
  })
  for (const text of [
    '',
    'hello',
    `https://wallet.example/#/pages/wallet/conver?to=${to}&to=${newWalletId()}`,
    'https://wallet.example/#/pages/wallet/conver?to=K23456789A',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ])
    expect(readRequest(text), text).toBeUndefined()
  expect(isAmountText('0.01')).toBe(true)
})
