import { readFileSync } from 'node:fs'
import { type Abi, decodeErrorResult, encodeFunctionData, keccak256, toBytes, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { randomHex } from '#kit/text/random.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { type Hex, quantity } from '../keys/bytes.ts'
import { portTo } from '../registry.ts'
import { type TestChain, testChain, wideRules } from '../test/test-chain.ts'
import { transferData } from './erc20.ts'
import { paidTopic, payData, paymentId, setCapData } from './vault.ts'

const { abi } = JSON.parse(readFileSync(new URL('../contracts/PayoutVault.json', import.meta.url), 'utf8')) as {
  abi: Abi
}
const one = 10n ** 18n
const caps = { ...wideRules, USDT: { atOnce: 100n * 10n ** 8n, inDay: 250n * 10n ** 8n } }
const newAddress = () => checksumAddress(`0x${randomHex(20)}`)
const newId = (): Hex => `0x${randomHex(32)}`

describe('the payout contract', () => {
  let chain: TestChain
  let token: Hex
  let silent: Hex
  beforeAll(async () => {
    chain = await testChain({ caps })
    token = chain.networks[1]?.tokens.USDT as Hex
    silent = chain.networks[0]?.tokens.USDT as Hex
  })
  afterAll(() => chain.close())

  /** Impersonates the address. @returns 'done', or the contract's error name */
  async function call(from: Hex, data: Hex): Promise<string> {
    const question = { from, to: chain.hotAddress, data }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [question, 'latest'] })
    const asked = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { error } = (await asked.json()) as { error?: { data: Hex } }
    if (error) return decodeErrorResult({ abi, data: error.data }).errorName
    await chain.rpc('anvil_setBalance', [from, quantity(one)])
    await chain.rpc('anvil_impersonateAccount', [from])
    const hash = await chain.rpc('eth_sendTransaction', [{ ...question, gas: quantity(300_000) }])
    await chain.rpc('anvil_stopImpersonatingAccount', [from])
    await chain.mine()
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
    return receipt.status === '0x1' ? 'done' : 'reverted'
  }
  const encode = (functionName: string, args: unknown[] = []): Hex => encodeFunctionData({ abi, functionName, args })
  const pay = (amount: bigint, id = newId(), to = newAddress(), from = chain.payerAddress, what = token) =>
    call(from, payData(id, what, to, amount))
  const passTime = async (ms: number) => {
    await chain.rpc('evm_increaseTime', [ms / 1000])
    await chain.mine()
  }
  const port = () => portTo(chain.networks[1] as TestChain['networks'][number])

  it('pays an id once, ever, in both dialects of tokens, and says what it paid in which block', async () => {
    const to = newAddress()
    const key = 'a withdrawal'
    const id = paymentId('bsc', 31337, key)
    expect(await port().paidIn(key)).toBeUndefined()
    expect(await pay(60n * one, id, to)).toBe('done')
    expect(await pay(60n * one, id, to)).toBe('AlreadyPaid')
    expect(await pay(1n, id, newAddress())).toBe('AlreadyPaid')
    expect(await pay(7n, newId(), to, chain.payerAddress, silent)).toBe('done')
    expect([await chain.balance('bsc', 'USDT', to), await chain.balance('eth', 'USDT', to)]).toEqual([60n * one, 7n])
    await chain.mine(3)
    const hash = await port().paidIn(key)
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    const { transfers, succeeded } = (await port().receipt(hash ?? '')) ?? {}
    expect({ succeeded, transfers }).toMatchObject({
      succeeded: true,
      transfers: [{ coin: 'USDT', from: chain.hotAddress, to }],
    })
    expect(keccak256(toBytes('Paid(bytes32,address,address,uint256)'))).toBe(paidTopic)
  })

  it('pays no more at once and in any 24 hours than its owner allows, to the last base unit', async () => {
    await passTime(2 * dayMs)
    expect(await port().headroom('USDT')).toEqual({ atOnce: 100n * one, inDay: 250n * one, left: 250n * one })
    expect(await pay(100n * one + 1n)).toBe('AboveCapAtOnce')
    expect(await pay(100n * one)).toBe('done')
    await passTime(12 * hourMs)
    expect(await pay(100n * one)).toBe('done')
    expect(await port().headroom('USDT')).toEqual({ atOnce: 100n * one, inDay: 250n * one, left: 50n * one })
    expect(await pay(50n * one + 1n)).toBe('AboveCapInDay')
    expect(await pay(50n * one)).toBe('done')
    expect(await pay(1n)).toBe('AboveCapInDay')
    await passTime(12 * hourMs)
    // The cap counts whole hours, so a window may last up to an hour longer, but never shorter.
    expect(['done', 'AboveCapInDay']).toContain(await pay(1n))
    await passTime(hourMs)
    expect(await pay(99n * one)).toBe('done')
    expect(await pay(2n * one)).toBe('AboveCapInDay')
  })

  it('is paused by its guardian at once, and only its owner lifts that or changes a cap', async () => {
    await passTime(2 * dayMs)
    const { owner, company } = chain.keys
    const guardian = company.address
    expect(await call(chain.payerAddress, encode('setRoles', [newAddress(), newAddress()]))).toBe('NotAllowed')
    expect(await call(owner.address, encode('setRoles', [chain.payerAddress, guardian]))).toBe('done')
    expect(await call(chain.payerAddress, encode('pause'))).toBe('NotAllowed')
    expect(await call(guardian, encode('pause'))).toBe('done')
    expect(await pay(1n)).toBe('IsPaused')
    expect(await port().headroom('USDT')).toEqual({ atOnce: 100n * one, inDay: 250n * one, left: 0n })
    for (const from of [guardian, chain.payerAddress]) {
      expect(await call(from, encode('unpause'))).toBe('NotAllowed')
      expect(await call(from, setCapData(token, 2n ** 100n, 2n ** 100n))).toBe('NotAllowed')
      expect(await call(from, encode('takeOut', [token, 1n]))).toBe('NotAllowed')
    }
    expect(await call(owner.address, encode('unpause'))).toBe('done')
    expect(await pay(1n, newId(), newAddress(), guardian)).toBe('NotAllowed')
    const before = await chain.balance('bsc', 'USDT', owner.address)
    expect(await call(owner.address, encode('takeOut', [token, 3n]))).toBe('done')
    expect(await chain.balance('bsc', 'USDT', owner.address)).toBe(before + 3n)
  })

  it('loses to a stolen hot key no more than the cap of 24 hours, whatever is tried', async () => {
    await passTime(2 * dayMs)
    const thief = newAddress()
    const { payerAddress, hotAddress } = chain
    const held = await chain.balance('bsc', 'USDT', hotAddress)
    let paid = 0
    for (let hour = 0; hour < 24; hour += 1) {
      for (const amount of [100n, 50n, 50n]) if ((await pay(amount * one, newId(), thief)) === 'done') paid += 1
      await passTime(hourMs - 60_000)
    }
    expect(paid).toBeGreaterThan(2)
    await chain.rpc('anvil_impersonateAccount', [payerAddress])
    const direct = chain.rpc('eth_sendTransaction', [
      { from: payerAddress, to: token, data: transferData(thief, one), gas: quantity(100_000) },
    ])
    await direct.catch(() => undefined)
    await chain.rpc('anvil_stopImpersonatingAccount', [payerAddress])
    await chain.mine()
    for (const data of [
      encode('setRoles', [thief, thief]),
      encode('takeOut', [token, one]),
      setCapData(token, one, one),
    ])
      expect(await call(payerAddress, data)).toBe('NotAllowed')
    expect(await pay(one, newId(), zeroAddress)).not.toBe('done')
    expect(await chain.balance('bsc', 'USDT', thief)).toBe(250n * one)
    expect(await chain.balance('bsc', 'USDT', hotAddress)).toBe(held - 250n * one)
  })
})
