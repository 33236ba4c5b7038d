import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TronAddress, tronHexOf } from '#kit/chain/tron-address.ts'
import { until } from '#kit/test/test-until.ts'
import { blockProducer } from '../dev-chain/block-producer.ts'
import { RpcRefused } from '../evm/json-rpc.ts'
import { tronHttp } from '../tron/http.ts'
import { readTransaction, signTronTransaction, type TronTransaction } from '../tron/transaction.ts'
import { trc20BalanceData, trc20TransferData } from '../tron/trc20.ts'
import { type DevTron, devTransfer, simulatedUsdt, startDevTron, tronUnits } from './dev-tron.ts'
import { type TestTron, testTron } from './test-tron.ts'

const holder: TronAddress = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
const gasAddress: TronAddress = 'TW1dU4L3eNm7Lw8WvieLKEHpXWAussRG9Z'

describe('the simulated TRON network', () => {
  let tron: TestTron
  beforeEach(async () => {
    tron = await testTron()
  })
  afterEach(() => tron.close())
  const ask = (path: string, question = {}) => tronHttp(tron.network.rpcUrl)(path, question)
  const codeOf = (raw: string) => {
    const answer = tron.chain.broadcast(raw)
    return 'result' in answer ? 'SUCCESS' : answer.code
  }
  /** A valid transfer apart from `change`. */
  const signed = (change: Partial<TronTransaction>, key = tron.keys.faucet.privateKey): string => {
    const right = readTransaction(devTransfer(tron.chain, tron.keys.faucet, holder, 1n, 1)).transaction
    return signTronTransaction({ ...right, ...change }, key).raw
  }

  it('refuses what the true one refuses, by the same names', () => {
    const { timestamp } = tron.chain.head.header
    expect(codeOf('00')).toBe('OTHER_ERROR')
    expect(codeOf(signed({ expiration: timestamp }))).toBe('TRANSACTION_EXPIRATION_ERROR')
    expect(codeOf(signed({ expiration: timestamp + 86_400_001 }))).toBe('TRANSACTION_EXPIRATION_ERROR')
    expect(codeOf(signed({ refBlockHash: 'ab'.repeat(8) }))).toBe('TAPOS_ERROR')
    expect(codeOf(signed({ refBlockBytes: 'ffff' }))).toBe('TAPOS_ERROR')
    expect(codeOf(signed({}, tron.keys.company.privateKey))).toBe('SIGERROR')
    const data = trc20TransferData(holder, 1n)
    const from = tron.keys.faucet.address
    const nowhere = { kind: 'TriggerSmartContract', from, contract: holder, data, callValue: 0n } as const
    expect(codeOf(signed({ contract: nowhere }))).toBe('CONTRACT_VALIDATE_ERROR')
    const tooMuch = { kind: 'TransferContract', from, to: holder, sun: 10n ** 17n } as const
    expect(codeOf(signed({ contract: tooMuch }))).toBe('CONTRACT_VALIDATE_ERROR')
    expect(codeOf(signed({}))).toBe('SUCCESS')
    expect(codeOf(signed({}))).toBe('DUP_TRANSACTION_ERROR')
    tron.mine()
    expect(codeOf(signed({}))).toBe('SUCCESS')
  })

  it('lets a transaction stand in the block after its end, as the true one does, and in no later one', () => {
    const { timestamp } = tron.chain.head.header
    const id = readTransaction(signed({ expiration: timestamp + 1 })).hash
    tron.chain.broadcast(signed({ expiration: timestamp + 1 }))
    tron.mine()
    expect(tron.chain.find(id)?.block.header.timestamp).toBeGreaterThan(timestamp + 1)
    expect(codeOf(signed({ expiration: timestamp + 2 }))).toBe('TRANSACTION_EXPIRATION_ERROR')
  })

  it('moves tokens and sun, and charges bandwidth and energy', async () => {
    const sunBefore = tron.chain.newest.sun.get(tron.keys.faucet.address) ?? 0n
    const ids = [1, 2].map((apart) => {
      const raw = devTransfer(tron.chain, tron.keys.faucet, holder, 5n, apart)
      tron.chain.broadcast(raw)
      return readTransaction(raw).hash
    })
    tron.mine()
    const infos = await Promise.all(ids.map((value) => ask('/wallet/gettransactioninfobyid', { value })))
    expect(infos).toMatchObject([
      { blockNumber: 2, receipt: { result: 'SUCCESS', energy_usage_total: 130_285, net_usage: expect.any(Number) } },
      { blockNumber: 2, receipt: { result: 'SUCCESS', energy_usage_total: 64_285, net_fee: expect.any(Number) } },
    ])
    const [first, second] = infos as { fee: number }[]
    const paid = BigInt((first?.fee ?? 0) + (second?.fee ?? 0))
    expect(tron.chain.newest.sun.get(tron.keys.faucet.address)).toBe(sunBefore - paid)
    expect(paid).toBe(BigInt(infoFee(infos[1])) + 130_285n * 100n + 64_285n * 100n)
    expect(tron.balance(holder)).toBe(10n)
  })
  const infoFee = (info: unknown) => (info as { receipt: { net_fee: number } }).receipt.net_fee

  it('burns the limit and moves nothing where the energy is not paid for, and reverts what the token refuses', async () => {
    const [short, empty] = [
      signed({ feeLimit: 1000n }),
      devTransfer(tron.chain, tron.keys.company, holder, tronUnits('1'), 3),
    ]
    const ids = [short, empty].map((raw) => {
      tron.chain.broadcast(raw)
      return readTransaction(raw).hash
    })
    tron.mine()
    const infos = await Promise.all(ids.map((value) => ask('/wallet/gettransactioninfobyid', { value })))
    expect(infos).toMatchObject([
      { result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY', energy_fee: 1000 } },
      { result: 'FAILED', receipt: { result: 'REVERT' } },
    ])
    expect(tron.balance(holder)).toBe(0n)
  })

  it('answers its questions in the true one’s form, on the side of what is final too', async () => {
    const hash = tron.give(holder, '5')
    tron.mine(20)
    const trigger = { owner_address: tronHexOf(holder), contract_address: tronHexOf(simulatedUsdt) }
    for (const side of ['wallet', 'walletsolidity']) {
      const head = (await ask(`/${side}/getnowblock`)) as { block_header: { raw_data: { number: number } } }
      expect(head.block_header.raw_data.number).toBe(side === 'wallet' ? 21 : 2)
      const transaction = {
        txID: hash,
        ret: [{ contractRet: 'SUCCESS' }],
        raw_data_hex: expect.stringMatching(/^0a02/),
      }
      expect(await ask(`/${side}/getblockbynum`, { num: 2 })).toMatchObject({ transactions: [transaction] })
      expect(await ask(`/${side}/gettransactionbyid`, { value: hash })).toMatchObject(transaction)
      const info = { id: hash, blockNumber: 2, log: [{ topics: expect.any(Array) }] }
      expect(await ask(`/${side}/gettransactioninfobyid`, { value: hash })).toMatchObject(info)
      expect(await ask(`/${side}/gettransactioninfobyblocknum`, { num: 2 })).toMatchObject([info])
      const said = await ask(`/${side}/triggerconstantcontract`, { ...trigger, data: trc20BalanceData(holder) })
      expect(said).toMatchObject({
        result: { result: true },
        constant_result: [(5_000_000).toString(16).padStart(64, '0')],
      })
    }
    expect(await ask('/walletsolidity/getblockbynum', { num: 3 })).toEqual({})
    const hot = { address: tronHexOf(tron.hotAddress) }
    expect(await ask('/wallet/getaccountresource', hot)).toEqual({
      freeNetLimit: 600,
      TotalEnergyLimit: 180_000_000_000,
      TotalEnergyWeight: 19_000_000_000,
    })
    expect(await ask('/wallet/getaccount', hot)).toMatchObject({ ...hot, balance: 10_000_000_000_000 })
    expect(await ask('/wallet/getaccount', { address: tronHexOf(holder) })).toEqual({})
    expect(await ask('/wallet/getcandelegatedmaxsize', { owner_address: hot.address, type: 1 })).toEqual({})
    expect(await ask('/wallet/getchainparameters')).toMatchObject({
      chainParameter: expect.arrayContaining([
        { key: 'getTransactionFee', value: 1000 },
        { key: 'getEnergyFee', value: 100 },
        { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
      ]),
    })
    await expect(ask('/wallet/getblockbynum', {})).rejects.toThrow(RpcRefused)
    await expect(ask('/wallet/easytransfer', {})).rejects.toThrow('no answer')
    const known = signed({})
    expect(await ask('/wallet/broadcasthex', { transaction: known })).toMatchObject({ result: true })
    expect(await ask('/wallet/broadcasthex', { transaction: known })).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' })
  })
})

describe('the simulated TRON network of a data folder', () => {
  let dataDir: string
  let dev: DevTron
  const start = async () => {
    dev = await startDevTron({ dataDir, hotAddress: holder, gasAddress, blockMs: 2 })
  }
  const gift = (key: string, amount = '500', coin = 'USDT') =>
    tronHttp(dev.network.rpcUrl)('/simulated/faucet', { key, chain: 'tron', coin, to: holder, amount }) as Promise<{
      txid: string
    }>
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'dev-tron-'))
    await start()
  })
  afterEach(async () => {
    await dev.stop()
    rmSync(dataDir, { recursive: true })
  })
  const held = () => dev.chain.newest.tokens.get(simulatedUsdt)?.get(holder)
  const depthOf = (id: string) => dev.chain.head.header.number - (dev.chain.find(id)?.block.header.number ?? 1e9) + 1

  it('begins with the company’s capital, final, and stands still while nobody waits', async () => {
    expect(held()).toBe(tronUnits('500000'))
    const before = dev.chain.head.id
    let made = 0
    const makes = async () => {
      made += 1
    }
    const other = blockProducer(makes, 2, () => {})
    other.want(15)
    await until('another makes fifteen blocks at the same pace', () => made === 15)
    expect(dev.chain.head.id).toBe(before)
  })

  it('gives once for each key, and makes the blocks that make it final', async () => {
    const { txid } = await gift('a')
    expect(await gift('a')).toEqual({ txid })
    await expect.poll(() => depthOf(txid), { interval: 5 }).toBeGreaterThanOrEqual(20)
    expect(held()).toBe(tronUnits('500500'))
    await expect(gift('b', '-1')).rejects.toThrow('not an amount')
    await expect(gift('c', '1', 'WLD')).rejects.toThrow('no such coin')
  })

  it('is the same again after it was ended at any moment, block for block, and goes on', async () => {
    const given: string[] = []
    for (let count = 0; count < 30; count += 1) given.push((await gift(`gift ${count}`, '7')).txid)
    const url = dev.network.rpcUrl
    await dev.stop()
    const blocks = dev.chain.blocks.map(({ id }) => id)
    await start()
    expect(dev.network.rpcUrl).toBe(url)
    expect(dev.chain.blocks.slice(0, blocks.length).map(({ id }) => id)).toEqual(blocks)
    // The first request may reuse a connection to the stopped server.
    expect(await gift('gift 3', '7').catch(() => gift('gift 3', '7'))).toEqual({ txid: given[3] })
    await expect.poll(() => depthOf(given.at(-1) ?? ''), { interval: 5 }).toBeGreaterThanOrEqual(20)
    expect(held()).toBe(tronUnits('500210'))
  })
})
