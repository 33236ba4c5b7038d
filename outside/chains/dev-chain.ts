import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { chains, chainsOf } from '#kit/chains.ts'
import { wallClock } from '#kit/clock.ts'
import { type Anvil, anvilBinary, startAnvil } from './anvil.ts'
import { blockProducer } from './block-producer.ts'
import type { Hex } from './bytes.ts'
import { DevChainJournal } from './dev-chain-journal.ts'
import { serveDevChain } from './dev-chain-proxy.ts'
import { devFaucet } from './dev-faucet.ts'
import {
  type DevKeys,
  devKeys,
  devProofLog,
  devSweeper,
  devTokens,
  devVault,
  genesisRest,
  richOf,
} from './dev-genesis.ts'
import { jsonRpc, type Rpc } from './json-rpc.ts'
import type { Network } from './networks.ts'
import { coldMessage, signMessage } from './reserve-message.ts'
import { devTronNetwork } from './tron-fake/dev-tron.ts'

export type DevChainOptions = {
  readonly dataDir: string
  /** The signer's hot key: it is given gas, and the payout contract with the company's capital listens to it. */
  readonly payerAddress: Hex
  /** The signer's key that pays for sweeps: it is given gas. */
  readonly gasAddress: Hex
  /** The signer's key that writes digests of statements down: it is given gas. */
  readonly proofAddress: Hex
  /** Milliseconds between two blocks while something waits. */
  readonly blockMs?: number
  /** Whether the books have the company's capital already: a new chain is then read from after the block it came in. */
  readonly isBooked?: boolean
  readonly onError?: (error: unknown) => void
}
export type DevChain = {
  readonly networks: readonly Network[]
  readonly anvil: Anvil
  stop(): Promise<void>
}

/** What the chain of a data folder is made from. Written once; the port may change. */
type Origin = {
  readonly mnemonic: string
  readonly genesisTimestamp: number
  readonly evmChainId: number
  readonly port: number
  /** The first block that the house reads; none yet where its beginning is not written. */
  readonly startBlock?: number
}

const evmChainId = 31337
/** Where the digests of statements are written down. */
const proofChain = 'bsc'
const depthMax = Math.max(...chainsOf('evm').map((chain) => chains[chain].confirmations))

const folderOf = (dataDir: string): string => join(dataDir, 'dev-chain')
const networksPath = (dataDir: string): string => join(folderOf(dataDir), 'networks.json')

/** Whether this machine can run the embedded chain. Without it the product runs with recharge and withdrawal switched off. */
export const hasDevChain = (): boolean => anvilBinary() !== undefined

/** The text of the networks file for the chains of a data folder as they last started; undefined if they never did, or cannot run here. */
export function devNetworksText(dataDir: string): string | undefined {
  if (!hasDevChain() || !existsSync(networksPath(dataDir))) return undefined
  const networks = JSON.parse(readFileSync(networksPath(dataDir), 'utf8')) as Network[]
  const tron = devTronNetwork(dataDir)
  return JSON.stringify(tron ? [...networks, tron] : networks)
}

function writeWhole(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value, null, 1), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

/** Reads the origin, or makes one with a phrase of its own: a phrase everybody knows would teach bad habits. */
function openOrigin(folder: string): Origin {
  const path = join(folder, 'origin.json')
  if (!existsSync(path)) {
    const genesisTimestamp = Math.floor(wallClock.now().getTime() / 1000)
    writeWhole(path, { mnemonic: generateMnemonic(wordlist, 128), genesisTimestamp, evmChainId, port: 0 })
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Origin
}

/**
 * Starts the embedded chain of a data folder: a real EVM node whose every write is journalled, so that after a crash the same
 * transactions and blocks give the same chain, hash for hash. At the first start the test tokens are deployed.
 */
export async function startDevChain(options: DevChainOptions): Promise<DevChain> {
  const {
    dataDir,
    payerAddress,
    gasAddress,
    proofAddress,
    blockMs = 1000,
    isBooked = false,
    onError = () => {},
  } = options
  const folder = folderOf(dataDir)
  mkdirSync(folder, { recursive: true })
  const origin = openOrigin(folder)
  const keys = devKeys(origin.mnemonic)
  const anvil = await startAnvil({ folder, rich: richOf(keys), ...origin })
  const rpc = jsonRpc(anvil.url)
  const journal = new DevChainJournal(join(folder, 'journal.ndjson'), rpc, origin.genesisTimestamp)
  try {
    await journal.replay()
    await writeGenesis(
      journal,
      rpc,
      genesisRest({ keys, payerAddress, gasAddress, proofAddress, evmChainId }, await sentBy(rpc, keys)),
    )
    // The last block of the beginning: the capital lies before it.
    const startBlock = origin.startBlock ?? (isBooked ? Number(await rpc('eth_blockNumber')) : 0)
    const producer = blockProducer(() => journal.mine(), blockMs, onError)
    producer.want(await blocksWaitedFor(rpc))
    const onTransaction = (): void => producer.want(depthMax + 1)
    const faucet = devFaucet(journal, rpc, keys, onTransaction)
    const proxy = await serveDevChain({ journal, rpc, faucet, onTransaction, port: origin.port })
    writeWhole(join(folder, 'origin.json'), { ...origin, port: proxy.port, startBlock })
    const networks = chainsOf('evm').map((chain) => ({
      // One chain to their node: what is written down is written once.
      ...(chain === proofChain ? { proofLog: devProofLog(keys) } : {}),
      publicRpcUrl: `${proxy.url}/read`,
      chain,
      rpcUrl: proxy.url,
      evmChainId,
      tokens: devTokens(keys, chain),
      vault: devVault(keys),
      sweeper: devSweeper(keys),
      coldAddress: keys.owner.address,
      coldSignature: signMessage('evm', coldMessage(chain, keys.owner.address), keys.owner.privateKey),
      startBlock,
      explorerUrl: '',
      companyAddresses: [keys.company.address],
      demo: true,
    }))
    writeWhole(networksPath(dataDir), networks)
    const stop = async (): Promise<void> => {
      producer.stop()
      await proxy.stop()
      await journal.close()
      await anvil.stop()
    }
    return { networks, anvil, stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

async function sentBy(rpc: Rpc, keys: DevKeys): Promise<Record<keyof DevKeys, number>> {
  const count = async (address: Hex): Promise<number> =>
    Number(await rpc('eth_getTransactionCount', [address, 'pending']))
  const { deployer, company, owner } = keys
  return {
    deployer: await count(deployer.address),
    company: await count(company.address),
    owner: await count(owner.address),
  }
}

/** Sends what is missing of the beginning and makes enough blocks at once that the company's capital is confirmed. */
async function writeGenesis(journal: DevChainJournal, rpc: Rpc, rest: readonly Hex[]): Promise<void> {
  if (rest.length === 0 && Number(await rpc('eth_blockNumber')) > depthMax) return
  for (const raw of rest) await journal.send(raw)
  for (let block = 0; block <= depthMax; block += 1) await journal.mine()
}

/** How many blocks somebody waits for: a transaction in no block yet, or one that is not deep enough. */
async function blocksWaitedFor(rpc: Rpc): Promise<number> {
  const { pending } = (await rpc('txpool_status')) as { pending: Hex }
  if (Number(pending) > 0) return depthMax + 1
  const head = Number(await rpc('eth_blockNumber'))
  for (let number = head; number > head - depthMax && number > 0; number -= 1) {
    const block = (await rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as {
      transactions: unknown[]
    }
    if (block.transactions.length) return depthMax - (head - number)
  }
  return 0
}
