import { expect, it } from 'vitest'
import { otherNetwork, readAddress, tokenPaymentUri } from './payment-uri.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const tron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
const addressIn = (text: string) => readAddress(text).address

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
  for (const more of [`ethereum:${address}@1@2`, `eip155:1:${address}:0`, `ethereum:${address}/transfer/x/y`])
    expect(readAddress(more), more).toEqual({ address: more, network: undefined })
  const two = `ethereum:${token}/transfer?address=${address}&address=${token}`
  expect(addressIn(two)).toBe(two)
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

it('keeps the network that a code says, and tells where it is another one', () => {
  const other = (text: string, chain: 'eth' | 'bsc' | 'tron') => otherNetwork(readAddress(text), chain)
  expect(other(`ethereum:${address}@1`, 'bsc')).toBe('Ethereum')
  expect(other(`ethereum:${address}@1`, 'eth')).toBeUndefined()
  expect(other(`ethereum:${address}@56`, 'bsc')).toBeUndefined()
  expect(other(`ethereum:${address}@0x38`, 'bsc')).toBeUndefined()
  expect(other(`ethereum:${address}@56`, 'eth')).toBe('BNB Smart Chain')
  expect(other(`ethereum:${address}@137`, 'bsc')).toBe('Polygon')
  expect(other(`ethereum:${address}@4242`, 'bsc')).toBe('4242')
  expect(other(`ethereum:${address}@x`, 'bsc')).toBe('?')
  expect(other(`ethereum:${token}@1/transfer?address=${address}`, 'bsc')).toBe('Ethereum')
  expect(other(`eip155:1:${address}`, 'bsc')).toBe('Ethereum')
  expect(other(`eip155:56:${address}`, 'bsc')).toBeUndefined()
  expect(other(`tron:${tron}`, 'bsc')).toBe('TRON')
  expect(other(`tron:${tron}`, 'tron')).toBeUndefined()
  expect(other(`ethereum:${address}`, 'tron')).toBeUndefined()
  expect(other(`ethereum:${address}@1`, 'tron')).toBe('Ethereum')
  for (const text of [address, `ethereum:${address}`]) expect(other(text, 'bsc'), text).toBeUndefined()
})

it('takes test networks and a local chain for the network they belong to, and names well-known others', () => {
  const otherOf = (chain: 'eth' | 'bsc', ...numbers: readonly number[]) =>
    numbers.map((number) => otherNetwork({ address, network: number }, chain))
  expect(otherOf('eth', 1, 11_155_111, 17_000, 560_048, 31_337)).toEqual(Array(5).fill(undefined))
  expect(otherOf('bsc', 56, 97, 31_337)).toEqual(Array(3).fill(undefined))
  expect(otherOf('eth', 97, 10, 100, 324, 8_453, 42_161, 43_114, 59_144)).toEqual([
    ...['97', 'OP Mainnet', 'Gnosis', 'ZKsync Era', 'Base', 'Arbitrum One', 'Avalanche', 'Linea'],
  ])
})

it('reads numbers of networks up to their longest form', () => {
  const networkOf = (number: string) => readAddress(`ethereum:${address}@${number}`).network
  expect([networkOf('9'.repeat(15)), networkOf(`0x${'f'.repeat(12)}`)]).toEqual([999_999_999_999_999, 2 ** 48 - 1])
  expect([networkOf('9'.repeat(16)), networkOf(`0x${'f'.repeat(13)}`), networkOf('0x')]).toEqual(
    Array(3).fill(Number.NaN),
  )
})

it('reads an address with characters nobody sees, a capital X, full-width letters or in CAIP-10', () => {
  const digits = address.slice(2)
  for (const text of [
    `${address}\u200b`,
    `\ufeff${address.slice(0, 20)}\u00ad${address.slice(20)}\u200e`,
    `0X${digits}`,
    `ethereum:0X${digits}`,
    [...address].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join(''),
    `${address.slice(0, 21)}\r\n ${address.slice(21)}`,
    `eip155:56:${address}`,
  ])
    expect(addressIn(text), JSON.stringify(text)).toBe(address)
  expect(addressIn(`\u2066${tron}\u2069`)).toBe(tron)
  // Direction overrides are kept, so the address is refused: users could not compare it.
  expect(addressIn(`\u202e${address}`)).not.toBe(address)
})
