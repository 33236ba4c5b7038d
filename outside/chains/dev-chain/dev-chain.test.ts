import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coins } from '#kit/amount/coins.ts'
import { chainCoin, chains, chainsOf } from '#kit/chain/chains.ts'
import { jsonRpc } from '../evm/json-rpc.ts'
import type { Hex } from '../keys/bytes.ts'
import { readNetworks } from '../networks.ts'
import { portTo } from '../registry.ts'
import { type DevChain, devNetworksText, startDevChain } from './dev-chain.ts'

const payerAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const gasAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const holder = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const depthMax = Math.max(...chainsOf('evm').map((chain) => chains[chain].confirmations))
const blocksAfterLast = depthMax + 1

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the embedded chain', () => {
  let dataDir: string
  let chain: DevChain
  const rpc = () => jsonRpc(chain.networks[0]?.rpcUrl ?? '')
  const start = async () => {
    chain = await startDevChain({ dataDir, payerAddress, gasAddress, proofAddress: gasAddress, blockMs: 2 })
  }
  const head = async () => (await rpc()('eth_getBlockByNumber', ['latest', false])) as { number: string; hash: string }
  const depthOf = async (hash: string): Promise<number> => {
    const receipt = (await rpc()('eth_getTransactionReceipt', [hash])) as { blockNumber: string } | null
    return receipt ? Number((await head()).number) - Number(receipt.blockNumber) + 1 : 0
  }
  const gift = (id: number, coin = 'USDT', amount = '500') =>
    rpc()('glasshouse_faucet', [{ key: `gift ${id}`, chain: 'bsc', coin, to: holder, amount }]) as Promise<string>

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'dev-chain-'))
    await start()
  })
  afterEach(async () => {
    await chain.stop()
    rmSync(dataDir, { recursive: true })
  })

  it.runIf(process.platform === 'linux')('keeps its phrase off the command line, which everybody reads', () => {
    const { mnemonic } = JSON.parse(readFileSync(join(dataDir, 'dev-chain', 'origin.json'), 'utf8')) as {
      mnemonic: string
    }
    const pid = readFileSync(join(dataDir, 'dev-chain', 'anvil.pid'), 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    expect(command).toContain('anvil')
    for (const word of mnemonic.split(' ')) expect(command.split(/[\0 ]/)).not.toContain(word)
  })

  it('starts with every token of every chain, disjoint, and the capital in the payout contract', async () => {
    const all = chain.networks.flatMap(({ tokens }) => Object.values(tokens))
    expect(new Set(all).size).toBe(all.length)
    for (const network of chain.networks) {
      const port = portTo(network)
      for (const coin of coins) {
        const terms = chainCoin(network.chain, coin)
        expect(coin in network.tokens, `${coin} on ${network.chain}`).toBe(terms !== undefined)
        if (!terms) continue
        const capital = BigInt(terms.demoCapital) * 10n ** BigInt(terms.decimals)
        expect(await port.balance(coin, network.vault as Hex), coin).toBe(capital)
      }
    }
    expect(BigInt((await rpc()('eth_getBalance', [payerAddress, 'latest'])) as string)).toBe(100n * 10n ** 18n)
  })

  it('writes down where it is reached, for the other parts', () => {
    expect(readNetworks(devNetworksText(dataDir) ?? '')).toEqual(chain.networks)
  })

  it('gives test coins by a real transfer, once for each key, and makes the blocks that confirm it', async () => {
    const hash = await gift(1)
    expect(await gift(1)).toBe(hash)
    await expect.poll(() => depthOf(hash), { interval: 5 }).toBeGreaterThanOrEqual(depthMax)
    const [, bsc] = chain.networks
    if (!bsc) throw new Error('no bsc')
    const port = portTo(bsc)
    expect(await port.balance('USDT', holder)).toBe(500n * 10n ** 18n)
    const receipt = await port.receipt(hash as `0x${string}`)
    expect(receipt?.transfers).toMatchObject([{ coin: 'USDT', to: holder, baseUnits: 500n * 10n ** 18n }])
    await expect.poll(() => depthOf(hash), { interval: 5 }).toBe(blocksAfterLast)
  })

  it('refuses what is not journalled, and batches', async () => {
    for (const method of ['anvil_setBalance', 'evm_mine', 'eth_sendTransaction', 'anvil_reorg'])
      await expect(rpc()(method, []), method).rejects.toThrow('does not offer')
    const url = chain.networks[0]?.rpcUrl ?? ''
    const send = (body: unknown, type = 'application/json') =>
      fetch(url, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) }).then((r) =>
        r.text(),
      )
    expect(await send([{ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }])).toContain('not a batch')
    expect(await send({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }, 'text/plain')).toContain('content type')
    await expect(gift(2, 'WLD')).rejects.toThrow('no such coin')
    await expect(gift(3, 'USDT', '-1')).rejects.toThrow('not an amount')
  })

  it('is the same chain, hash for hash, after its node was killed', async () => {
    const before: string[] = []
    for (let id = 1; id <= 120; id += 1) before.push(await gift(id, id % 2 ? 'ATMC' : 'ATMX', `${id}`))
    await expect.poll(() => depthOf(before.at(-1) ?? ''), { interval: 5 }).toBe(blocksAfterLast)
    const last = await head()
    process.kill(chain.anvil.pid, 'SIGKILL')
    await chain.anvil.ended
    await chain.stop()
    await start()
    expect(await head()).toMatchObject({ number: last.number, hash: last.hash })
    expect(await gift(7)).toBe(before[6])
  })

  it('goes on making the blocks somebody waited for when it was killed', async () => {
    const hash = await gift(1)
    process.kill(chain.anvil.pid, 'SIGKILL')
    await chain.stop()
    await start()
    await expect.poll(() => depthOf(hash), { interval: 5 }).toBeGreaterThanOrEqual(depthMax)
  })

  it('ends the node a killed product left behind, and no other process', async () => {
    const { pid } = chain.anvil
    expect(Number(readFileSync(join(dataDir, 'dev-chain', 'anvil.pid'), 'utf8'))).toBe(pid)
    const first = chain
    await start()
    await first.anvil.ended
    expect(isAlive(pid)).toBe(false)
    await first.stop()
    expect(isAlive(chain.anvil.pid)).toBe(true)
    await chain.stop()
    writeFileSync(join(dataDir, 'dev-chain', 'anvil.pid'), `${process.pid}`)
    await start()
  })
})
