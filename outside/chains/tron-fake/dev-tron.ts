import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { parseUnits } from '#kit/amount/amount.ts'
import { addressProblem } from '#kit/chain/address.ts'
import { chains } from '#kit/chain/chains.ts'
import type { TronAddress } from '#kit/chain/tron-address.ts'
import { tronAddressOf } from '#kit/chain/tron-address.ts'
import { expect } from '#kit/expect.ts'
import { wallClock } from '#kit/time/clock.ts'
import { blockProducer } from '../dev-chain/block-producer.ts'
import { giftPath } from '../dev-chain/gift.ts'
import { toBaseUnits } from '../evm/erc20.ts'
import type { Network } from '../networks.ts'
import type { TronContract } from '../tron/contract.ts'
import { type TronKeyPair, tronKeyAt } from '../tron/derivation.ts'
import { referenceTo, signTronTransaction } from '../tron/transaction.ts'
import { trc20TransferData } from '../tron/trc20.ts'
import { BadQuestion, type Question } from './answers.ts'
import { FakeChain, type FakeGenesis } from './chain.ts'
import { sunPerTrx } from './resources.ts'
import { type Fate, serveFake } from './server.ts'

const decimals = 6
/** Initial gas funding, about 15,000 sweeps. */
export const gasSun = 100_000n * sunPerTrx
/** Decimal string. */
const faucetStock = '1000000000'
export const tronCapital = chains.tron.coins.USDT.demoCapital
const depth = chains.tron.confirmations
const lifeMs = 600_000
const feeLimit = 100_000_000n
const referenceAge = 1000

/** No one has this address's key. */
export const simulatedUsdt: TronAddress = tronAddressOf(sha256(utf8ToBytes('simulated USDT')).subarray(0, 20))

export type DevTronKeys = { readonly faucet: TronKeyPair; readonly company: TronKeyPair }

export function devTronKeys(mnemonic: string): DevTronKeys {
  const seed = mnemonicToSeedSync(mnemonic)
  return { faucet: tronKeyAt(seed, "m/44'/195'/0'/0/0"), company: tronKeyAt(seed, "m/44'/195'/0'/0/1") }
}

export function tronUnits(text: string): bigint {
  const units = parseUnits(text)
  expect(units !== undefined, `${text} is an amount`)
  return toBaseUnits(units, decimals)
}

export const genesisOf = ({ faucet, company }: DevTronKeys, hotAddress: string, timestamp: number): FakeGenesis => ({
  timestamp,
  sun: Object.fromEntries(
    [faucet.address, company.address, hotAddress].map((address) => [address, 10_000_000n * sunPerTrx]),
  ),
  tokens: {
    [simulatedUsdt]: { [faucet.address]: tronUnits(faucetStock), [company.address]: tronUnits(tronCapital) },
  },
})

export const chainIdOf = ({ blocks }: FakeChain): number => Number.parseInt(blocks[0]?.id.slice(-8) ?? '', 16)

/** References a block too old to be reorganized. @param apart distinguishes equal transactions made at the same time */
export function devTransaction(chain: FakeChain, by: TronKeyPair, contract: TronContract, apart: number): string {
  const { header } = chain.head
  const terms = {
    ...referenceTo(chain.blocks[Math.max(0, header.number - referenceAge)]?.id ?? ''),
    timestamp: header.timestamp + apart,
    expiration: header.timestamp + lifeMs,
    feeLimit: contract.kind === 'TriggerSmartContract' ? feeLimit : 0n,
  }
  return signTronTransaction({ ...terms, contract }, by.privateKey).raw
}

export function devTransfer(chain: FakeChain, by: TronKeyPair, to: string, baseUnits: bigint, apart: number): string {
  const data = trc20TransferData(to, baseUnits)
  const call = { kind: 'TriggerSmartContract', from: by.address, contract: simulatedUsdt, data, callValue: 0n } as const
  return devTransaction(chain, by, call, apart)
}
export const devSunTransfer = (chain: FakeChain, by: TronKeyPair, to: string, sun: bigint): string =>
  devTransaction(chain, by, { kind: 'TransferContract', from: by.address, to: to as TronAddress, sun }, 0)

function give(chain: FakeChain, { faucet }: DevTronKeys, { key, coin, to, amount }: Question): { txid: string } {
  if (typeof key !== 'string' || key === '' || key.length > 200) throw new BadQuestion('key is not a text')
  if (coin !== 'USDT') throw new BadQuestion('there is no such coin on this chain')
  if (typeof to !== 'string' || addressProblem('tron', to)) throw new BadQuestion('to is not an address')
  const units = typeof amount === 'string' ? parseUnits(amount, decimals) : undefined
  if (!units) throw new BadQuestion('amount is not an amount')
  const before = chain.gifts.get(key)
  if (before !== undefined) return { txid: before }
  const raw = devTransfer(chain, faucet, to, toBaseUnits(units, decimals), chain.gifts.size)
  const answer = chain.broadcast(raw, key)
  if (!('result' in answer)) throw new BadQuestion(answer.message)
  return { txid: answer.txid }
}

/** Written once. */
type Origin = {
  readonly mnemonic: string
  readonly timestamp: number
  readonly hotAddress: string
  readonly port: number
  /** First block to read; undefined until the genesis transactions are written. */
  readonly startBlock?: number
}

const folderOf = (dataDir: string): string => join(dataDir, 'dev-chain', 'tron')
const networkPath = (dataDir: string): string => join(folderOf(dataDir), 'network.json')

/** The network of the last start; undefined before the first. */
export const devTronNetwork = (dataDir: string): Network | undefined =>
  existsSync(networkPath(dataDir)) ? (JSON.parse(readFileSync(networkPath(dataDir), 'utf8')) as Network) : undefined

function writeWhole(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value, null, 1), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

function openOrigin(path: string, hotAddress: string): Origin {
  if (!existsSync(path))
    writeWhole(path, {
      mnemonic: generateMnemonic(wordlist, 128),
      timestamp: wallClock.now().getTime(),
      hotAddress,
      port: 0,
    })
  return JSON.parse(readFileSync(path, 'utf8')) as Origin
}

/** Mines until the transfers are final. */
function writeBeginning(chain: FakeChain, { company }: DevTronKeys, hotAddress: string, gasAddress: string): void {
  const isNew = chain.head.header.number === 0 && chain.waiting === 0
  if (isNew) chain.broadcast(devTransfer(chain, company, hotAddress, tronUnits(tronCapital), 0))
  const hasGas = chain.newest.sun.has(gasAddress)
  if (!hasGas) chain.broadcast(devSunTransfer(chain, company, gasAddress, gasSun))
  const end = hasGas ? depth : chain.head.header.number + depth
  while (chain.head.header.number <= end) chain.mine()
}

function blocksWaitedFor({ blocks, head, waiting }: FakeChain): number {
  if (waiting > 0) return depth + 1
  const last = blocks.findLastIndex(({ transactions }) => transactions.length > 0)
  return Math.max(0, depth + last - head.header.number)
}

export type DevTronOptions = {
  readonly dataDir: string
  readonly hotAddress: string
  readonly gasAddress: string
  readonly blockMs?: number
  /** Whether the ledger already contains the capital. If so, reading starts after its block. */
  readonly isBooked?: boolean
  readonly onError?: (error: unknown) => void
  readonly fate?: (path: string) => Fate
}
export type DevTron = { readonly network: Network; readonly chain: FakeChain; stop(): Promise<void> }

/** Our own implementation of TRON's rules, not a TRON node. The product labels it as simulated. */
export async function startDevTron(options: DevTronOptions): Promise<DevTron> {
  const { dataDir, hotAddress, gasAddress, blockMs = 1000, isBooked = false, onError = () => {}, fate } = options
  const folder = folderOf(dataDir)
  mkdirSync(folder, { recursive: true })
  const origin = openOrigin(join(folder, 'origin.json'), hotAddress)
  const keys = devTronKeys(origin.mnemonic)
  const genesis = genesisOf(keys, origin.hotAddress, origin.timestamp)
  const chain = new FakeChain(genesis, () => wallClock.now().getTime(), join(folder, 'journal.ndjson'))
  writeBeginning(chain, keys, origin.hotAddress, gasAddress)
  const startBlock = origin.startBlock ?? (isBooked ? chain.head.header.number : 0)
  const producer = blockProducer(async () => chain.mine(), blockMs, onError)
  producer.want(blocksWaitedFor(chain))
  const onTransaction = (): void => producer.want(depth + 1)
  const further = (path: string, question: Question): unknown => {
    if (path !== giftPath) return undefined
    onTransaction()
    return give(chain, keys, question)
  }
  const server = await serveFake({ chain, port: origin.port, onTransaction, further, ...(fate ? { fate } : {}) })
  writeWhole(join(folder, 'origin.json'), { ...origin, port: server.port, startBlock })
  const network: Network = {
    chain: 'tron',
    rpcUrl: server.url,
    evmChainId: chainIdOf(chain),
    tokens: { USDT: simulatedUsdt },
    vault: undefined,
    startBlock,
    explorerUrl: '',
    companyAddresses: [keys.company.address],
    demo: true,
  }
  writeWhole(networkPath(dataDir), network)
  const stop = async (): Promise<void> => {
    producer.stop()
    await server.stop()
    chain.close()
  }
  return { network, chain, stop }
}
