import { expect, it } from 'vitest'
import { addressIn, tokenPaymentUri } from './payment-uri.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

it('finds the address, bare or in a payment URI', () => {
  expect(addressIn(` ${address}\n`)).toBe(address)
  expect(addressIn(`ethereum:${address}`)).toBe(address)
  expect(addressIn(`ETHEREUM:pay-${address}@56?value=1e18`)).toBe(address)
  expect(addressIn('tron:TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC?amount=5')).toBe('TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')
})

it('takes the receiver of a token and never its contract', () => {
  expect(addressIn(`ethereum:${token}@56/transfer?address=${address}&uint256=1000000`)).toBe(address)
})

it('leaves what it does not know for the check of addresses to refuse', () => {
  expect(addressIn('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  for (const call of ['transfer', 'transfer?uint256=5', `approve?address=${address}`, `transfer/x?address=${address}`])
    expect(addressIn(`ethereum:${token}/${call}`), call).toMatch(/^ethereum:/)
  expect(addressIn('')).toBe('')
})

it('asks for an amount in the units of the token, and is read as the address again', () => {
  const asked = { evmChainId: 56, token, decimals: 18, address }
  const uri = tokenPaymentUri({ ...asked, amount: '2.5' }) ?? ''
  expect(uri).toBe(`ethereum:${token}@56/transfer?address=${address}&uint256=2500000000000000000`)
  expect(addressIn(uri)).toBe(address)
  expect(tokenPaymentUri({ ...asked, decimals: 6, amount: '0.01' })).toMatch(/uint256=10000$/)
  for (const amount of ['', '0', '0.001', '-1', 'x'])
    expect(tokenPaymentUri({ ...asked, amount }), amount).toBeUndefined()
})
