import { expect, it } from 'vitest'
import { readNetworks } from './networks.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const eth = { chain: 'eth', rpcUrl: 'https://node.test', evmChainId: 1, tokens: { USDT: address }, startBlock: 5 }
const tron = {
  ...{ chain: 'tron', rpcUrl: 'https://tron.test', evmChainId: 728_126_428, startBlock: 5 },
  tokens: { USDT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
}
const read = (...rows: unknown[]) => readNetworks(JSON.stringify(rows))

it('reads a network on an EVM chain with its payout contract, its sweeper and where coins are kept cold', () => {
  const [network] = read({ ...eth, vault: other.toLowerCase(), sweeper: address, coldAddress: other })
  expect(network).toMatchObject({
    vault: other,
    sweeper: address,
    coldAddress: other,
    companyAddresses: [],
    demo: false,
  })
})

it('refuses an EVM chain without a payout contract, one on TRON, and addresses that are none', () => {
  expect(() => read(eth)).toThrow('eth: vault is not the address of a payout contract')
  expect(() => read({ ...eth, vault: '0x12' })).toThrow('eth: vault')
  expect(() => read({ ...eth, vault: other, sweeper: 'x' })).toThrow('eth: sweeper')
  expect(() => read({ ...eth, vault: other, coldAddress: 'x' })).toThrow('eth: coldAddress')
  expect(() => read({ ...tron, vault: other })).toThrow('no payout contract for TRON')
  expect(() => read({ ...tron, sweeper: other })).toThrow('tron: sweeper')
  expect(() => read({ ...tron, gasAddress: other })).toThrow('tron: gasAddress')
  expect(() => read({ ...eth, vault: other, gasAddress: other })).toThrow('eth: gasAddress is named on TRON only')
  expect(read({ ...tron, gasAddress: tron.tokens.USDT })[0]?.gasAddress).toBe(tron.tokens.USDT)
  expect(read(tron)[0]).toMatchObject({ chain: 'tron', vault: undefined, sweeper: undefined })
})

it('refuses a node that is asked without TLS, but on this machine', () => {
  for (const rpcUrl of ['http://node.test', 'http://10.0.0.7:8545', 'ws://node.test', 'ftp://127.0.0.1'])
    expect(() => read({ ...tron, rpcUrl }), rpcUrl).toThrow('tron: rpcUrl is reached without TLS')
  for (const rpcUrl of ['http://127.0.0.1:8545', 'http://localhost:8545', 'http://[::1]:8545', 'https://node.test'])
    expect(read({ ...tron, rpcUrl })[0]?.rpcUrl).toBe(rpcUrl)
})
