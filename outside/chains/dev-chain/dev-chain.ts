import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { chains, chainsOf } from '#kit/chain/chains.ts'
import { wallClock } from '#kit/time/clock.ts'
import { jsonRpc, type Rpc } from '../evm/json-rpc.ts'
import type { Hex } from '../keys/bytes.ts'
import type { Network } from '../networks.ts'
import { coldMessage, signMessage } from '../signer/acts/reserve-message.ts'
import { devTronNetwork } from '../tron-fake/dev-tron.ts'
import { type Anvil, anvilBinary, startAnvil } from './anvil.ts'
import { blockProducer } from './block-producer.ts'
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

export type DevChainOptions = {
  readonly dataDir: string
  /** Receives gas and controls the payout contract. */
  readonly payerAddress: Hex
  /** Pays for sweeps. */
  readonly gasAddress: Hex
  /** Anchors statement digests. */
  readonly proofAddress: Hex
  readonly blockMs?: number
  /** Whether the ledger already contains the capital; then reading starts after its block. */
  readonly isBooked?: boolean
  readonly onError?: (error: unknown) => void
}
export type DevChain = {
  readonly networks: readonly Network[]
  readonly anvil: Anvil
  stop(): Promise<void>
}

/** Written once; only the port may change. */
type Origin = {
  readonly mnemonic: string
  readonly genesisTimestamp: number
  readonly evmChainId: number
  readonly port: number
  /** First block to read; undefined until the genesis is written. */
  readonly startBlock?: number
}

const evmChainId = 31337
const proofChain = 'bsc'
const depthMax = Math.max(...chainsOf('evm').map((chain) => chains[chain].confirmations))

const folderOf = (dataDir: string): string => join(dataDir, 'dev-chain')
const networksPath = (dataDir: string): string => join(folderOf(dataDir), 'networks.json')

/** Without an embedded chain, deposits and withdrawals are off. */
export const hasDevChain = (): boolean => anvilBinary() !== undefined

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

/** Never a well-known phrase, which would teach bad habits. */
function openOrigin(folder: string): Origin {
  const path = join(folder, 'origin.json')
  if (!existsSync(path)) {
    const genesisTimestamp = Math.floor(wallClock.now().getTime() / 1000)
    writeWhole(path, { mnemonic: generateMnemonic(wordlist, 128), genesisTimestamp, evmChainId, port: 0 })
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Origin
}

/** A real EVM node with a write journal. */
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
    // The capital is in or before this block.
    const startBlock = origin.startBlock ?? (isBooked ? Number(await rpc('eth_blockNumber')) : 0)
    const producer = blockProducer(() => journal.mine(), blockMs, onError)
    producer.want(await blocksWaitedFor(rpc))
    const onTransaction = (): void => producer.want(depthMax + 1)
    const faucet = devFaucet(journal, rpc, keys, onTransaction)
    const proxy = await serveDevChain({ journal, rpc, faucet, onTransaction, port: origin.port })
    writeWhole(join(folder, 'origin.json'), { ...origin, port: proxy.port, startBlock })
    const networks = chainsOf('evm').map((chain) => ({
      // Both chains share one node, so digests are anchored once.
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

/** Mines enough blocks to confirm the capital. */
async function writeGenesis(journal: DevChainJournal, rpc: Rpc, rest: readonly Hex[]): Promise<void> {
  if (rest.length === 0 && Number(await rpc('eth_blockNumber')) > depthMax) return
  for (const raw of rest) await journal.send(raw)
  for (let block = 0; block <= depthMax; block += 1) await journal.mine()
}

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
