import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Coin } from '#kit/amount/coins.ts'
import { keptAddress } from '#kit/chain/address.ts'
import { expect as must } from '#kit/expect.ts'
import { RpcRefused, RpcUnreachable } from '../evm/json-rpc.ts'
import type { ChainPort, TronTerms } from '../port.ts'
import { simulatedUsdt, tronUnits } from '../tron-fake/dev-tron.ts'
import { type TestTron, testTron } from '../tron-fake/test-tron.ts'
import { tronHttp } from './http.ts'
import { readBroadcast, tronPort } from './port.ts'

const holder = keptAddress('tron', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')

describe('the adapter of TRON', () => {
  let tron: TestTron
  let port: ChainPort
  beforeEach(async () => {
    tron = await testTron()
    port = tronPort(tronHttp(tron.network.rpcUrl, 500), tron.network.tokens)
  })
  afterEach(() => tron.close())
  const block = async (number: number) => {
    const found = await port.blockAt(number)
    must(found, 'the block is there')
    return found
  }

  it('reads blocks that follow from each other, and none above the head', async () => {
    tron.mine(25)
    expect(await port.head()).toBe(26)
    expect(await port.final()).toBe(7)
    for (let number = 1; number <= 26; number += 1)
      expect((await block(number)).parent).toBe((await block(number - 1)).hash)
    expect(await port.blockAt(27)).toBeUndefined()
  })

  it('reads the transfers of a block and the receipt of each', async () => {
    const ids = [tron.give(holder, '5'), tron.give(holder, '7.25')]
    tron.mine()
    const transfers = await port.transfersOf(await block(2))
    expect(transfers).toMatchObject([
      { coin: 'USDT', hash: ids[0], logIndex: 0, from: tron.keys.faucet.address, to: holder, baseUnits: 5_000_000n },
      { coin: 'USDT', hash: ids[1], logIndex: 0, to: holder, baseUnits: 7_250_000n },
    ])
    expect(await port.receipt(ids[1] ?? '')).toMatchObject({
      blockNumber: 2,
      blockHash: (await block(2)).hash,
      succeeded: true,
      firstLogIndex: 0,
    })
    expect(await port.balance('USDT', holder)).toBe(12_250_000n)
    expect(await port.balance('USDT', keptAddress('tron', simulatedUsdt))).toBe(0n)
  })

  it('says that a block is gone when it was replaced, and finds its payments where they are now', async () => {
    const id = tron.give(holder, '5')
    tron.mine()
    const before = await block(2)
    tron.mine(2)
    tron.chain.reorganise(3, [[], [id], []])
    expect(await port.transfersOf(before)).toBeUndefined()
    expect(await port.receipt(id)).toMatchObject({ blockNumber: 3 })
    tron.chain.reorganise(3)
    expect(await port.receipt(id)).toBeUndefined()
    expect(await port.knows(id)).toBe(false)
  })

  it('believes no node that leaves out the transactions of a block, for that would lose payments', async () => {
    tron.give(holder, '5')
    tron.mine()
    const { hash } = await block(2)
    tron.setFate(() => 'lagging')
    await expect(port.transfersOf({ number: 2, hash, parent: '' })).rejects.toThrow(RpcUnreachable)
    tron.setFate(undefined)
    expect(await port.transfersOf({ number: 2, hash, parent: '' })).toHaveLength(1)
  })

  it('tells no answer from a refusal', async () => {
    for (const fate of ['lose question', 'lose answer', 'limit'] as const) {
      tron.setFate(() => fate)
      await expect(port.head(), fate).rejects.toThrow(RpcUnreachable)
      expect(await port.broadcast('00'), fate).toBe('unclear')
    }
    tron.setFate(undefined)
    await expect(tronHttp(tron.network.rpcUrl)('/wallet/getblockbynum', { num: -1 })).rejects.toThrow(RpcRefused)
    await expect(tronHttp('http://127.0.0.1:9')('/wallet/getnowblock')).rejects.toThrow(RpcUnreachable)
  })

  it('knows the answers to signed bytes by their names', () => {
    expect(readBroadcast({ result: true })).toBe('accepted')
    expect(readBroadcast({ code: 'DUP_TRANSACTION_ERROR' })).toBe('known')
    for (const code of ['SIGERROR', 'TAPOS_ERROR', 'TRANSACTION_EXPIRATION_ERROR', 'SERVER_BUSY', 'OTHER_ERROR'])
      expect(readBroadcast({ code }), code).toBe('unclear')
  })

  const outgoing = () => ({
    coin: 'USDT' as Coin,
    from: keptAddress('tron', tron.hotAddress),
    to: holder,
    baseUnits: 5_000_000n,
  })
  const terms = async () => (await port.terms(outgoing())) as TronTerms

  it('asks what a payment burns, adds half, and never allows more than a hundred TRX', async () => {
    expect((await terms()).feeLimit).toBe(`${(130_285 * 100 * 3) / 2}`)
    tron.give(holder, '1')
    tron.mine()
    expect((await terms()).feeLimit).toBe(`${(64_285 * 100 * 3) / 2}`)
    const tooMuch = { ...outgoing(), baseUnits: tronUnits('100000000') }
    expect(((await port.terms(tooMuch)) as TronTerms).feeLimit).toBe('100000000')
  })

  it('calls a transaction over only when a final block is past its end and no block holds it', async () => {
    const given = tron.give(holder, '5')
    const end = await terms()
    const gone = 'ab'.repeat(32)
    tron.mine(25)
    expect(await port.isOver(gone, end)).toBe(false)
    tron.advance(end.expiration - 1_764_000_000_000 + 300_000)
    tron.mine(19)
    expect(await port.isOver(gone, end)).toBe(false)
    tron.mine()
    expect(await port.isOver(gone, end)).toBe(true)
    expect(await port.isOver(given, end)).toBe(false)
  })
})
