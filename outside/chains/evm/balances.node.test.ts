import { afterAll, beforeAll, expect, it } from 'vitest'
import { keptAddress } from '#kit/chain/address.ts'
import type { Hex } from '../keys/bytes.ts'
import { type TestChain, testChain } from '../test/test-chain.ts'
import { evmPort } from './evm.ts'
import { type Rpc, RpcRefused } from './json-rpc.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await testChain()
})
afterAll(() => chain.close())

const owners = Array.from({ length: 1_201 }, (_, at) =>
  keptAddress('evm', `0x${'a'.repeat(36)}${at.toString(16).padStart(4, '0')}`),
)
function watched(refuse: (params: readonly unknown[]) => boolean = () => false) {
  const asked: string[] = []
  const rpc: Rpc = async (method, params = []) => {
    asked.push(method)
    if (refuse(params)) throw new RpcRefused(method, -32000, 'not here')
    return chain.rpc(method, params)
  }
  const tokens = chain.networks.find((network) => network.chain === 'bsc')?.tokens ?? {}
  return { asked, port: evmPort(rpc, tokens) }
}
const isCreation = ([call]: readonly unknown[]): boolean => !(call as { to?: string }).to

it('asks a node for hundreds of balances in one call, each that of its address', async () => {
  await chain.give('bsc', 'USDT', owners[0] as Hex, '1')
  await chain.give('bsc', 'USDT', owners[1_200] as Hex, '5')
  await chain.mine()
  const { asked, port } = watched()
  const found = await port.balances('USDT', owners)
  expect(asked).toEqual(['eth_call', 'eth_call', 'eth_call'])
  expect(found.length).toBe(owners.length)
  const full = found.flatMap((units, at) => (units > 0n ? [[at, units]] : []))
  expect(full).toEqual([
    [0, 10n ** 18n],
    [1_200, 5n * 10n ** 18n],
  ])
  expect(await port.balances('USDT', [])).toEqual([])
})

it('asks one by one where a node does not try creations, and believes no short answer', async () => {
  const few = owners.slice(0, 3)
  const { asked, port } = watched(isCreation)
  expect(await port.balances('USDT', few)).toEqual([10n ** 18n, 0n, 0n])
  expect(asked.length).toBe(4)
  const short = evmPort(async () => `0x${'0'.repeat(128)}`, { USDT: '0x000000000000000000000000000000000000dEaD' })
  await expect(short.balances('USDT', few)).rejects.toThrow('no answer')
})

it('does not take a contract that says nothing for an empty address', async () => {
  const { port } = watched()
  const nothing = evmPort(chain.rpc, { USDT: '0x000000000000000000000000000000000000dEaD' })
  await expect(nothing.balances('USDT', owners.slice(0, 2))).rejects.toThrow()
  expect(await port.balance('USDT', owners[0] as Hex)).toBe(10n ** 18n)
})
