import { join } from 'node:path'
import { parseUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin, chainsOf } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Clock } from '#kit/time/clock.ts'
import { startAnvil } from '../dev-chain/anvil.ts'
import {
  type DevKeys,
  devKeys,
  devProofLog,
  devSweeper,
  devTokens,
  devTransaction,
  devVault,
  genesisRest,
  richOf,
} from '../dev-chain/dev-genesis.ts'
import { toBaseUnits, transferData } from '../evm/erc20.ts'
import { jsonRpc, type Rpc } from '../evm/json-rpc.ts'
import { type Hex, quantity } from '../keys/bytes.ts'
import type { Network } from '../networks.ts'
import { coldMessage, signMessage } from '../signer/acts/reserve-message.ts'
import { readCountedCaps } from '../signer/limits/signer-costs.ts'
import type { CoinCaps, SignerRules } from '../signer/signer-rules.ts'
import { type RunningSigner, startSigner } from '../signer/start-signer.ts'
import { testFolder } from './test-folder.ts'

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** Fast for tests. Never for a real key. */
export const cheapKeystore = { memory: 64, passes: 1, parallelism: 1 }

export type TestChain = {
  readonly dataDir: string
  readonly networks: readonly Network[]
  readonly signer: RunningSigner
  readonly hotAddress: Hex
  readonly payerAddress: Hex
  readonly keys: DevKeys
  /** Tests may reorg the node directly. */
  readonly rpc: Rpc
  readonly url: string
  mine(blocks?: number): Promise<void>
  /** In the next block. `amount` is a decimal string. @returns the transaction's hash */
  give(chain: ChainId, coin: Coin, to: Hex, amount: string): Promise<Hex>
  balance(chain: ChainId, coin: Coin, owner: Hex): Promise<bigint>
  close(): Promise<void>
}

const wide = { atOnce: 10n ** 20n, inDay: 10n ** 20n }
export const wideRules: SignerRules = {
  ...(Object.fromEntries(coins.map((coin) => [coin, wide])) as CoinCaps),
  changeHoldMs: 0,
  newDestinationMs: 0,
  addressKeys: 1,
  tronGas: { anAddress: 10n ** 15n, inDay: 10n ** 15n },
  dayCaps: readCountedCaps(),
  approvers: {},
  approvalsNeeded: 2,
}

export type TestChainOptions = {
  readonly rules?: SignerRules
  readonly caps?: CoinCaps
  readonly clock?: Clock
  readonly evmChainId?: number
  readonly paysFrom?: RunningSigner
}

/** Starts a real node, tokens, capital and signer. Mines only on request. */
export async function testChain(options: TestChainOptions = {}): Promise<TestChain> {
  const folder = testFolder('glasshouse-chain-')
  const dataDir = folder.path
  const { rules = wideRules, caps = wideRules, clock, evmChainId = 31337, paysFrom } = options
  const signer = paysFrom ?? (await startSigner({ dataDir, cost: cheapKeystore, rules, ...(clock ? { clock } : {}) }))
  const genesisTimestamp = 1_764_000_000
  const keys = devKeys(mnemonic)
  const node = { folder: join(dataDir, 'node'), rich: richOf(keys), evmChainId, genesisTimestamp }
  const anvil = await startAnvil(node)
  const rpc = jsonRpc(anvil.url)
  const payerAddress = (await signer.publicKeys()).evm.hotAddress as Hex
  const gasAddress = (await signer.publicKeys()).evm.gasAddress as Hex
  const proofAddress = (await signer.publicKeys()).proofAddress as Hex
  const genesis = { keys, payerAddress, gasAddress, proofAddress, evmChainId, caps }
  for (const raw of genesisRest(genesis, { deployer: 0, company: 0, owner: 0 }))
    await rpc('eth_sendRawTransaction', [raw])
  const mine = async (blocks = 1): Promise<void> => {
    await rpc('anvil_mine', [quantity(blocks)])
  }
  await mine()
  const tokenOf = (chain: ChainId, coin: Coin): { token: Hex; decimals: number } => {
    const token = devTokens(keys, chain)[coin]
    const decimals = chainCoin(chain, coin)?.decimals
    expect(token && decimals, `${coin} travels on ${chain}`)
    return { token, decimals }
  }
  return {
    dataDir,
    signer,
    hotAddress: devVault(keys),
    payerAddress,
    keys,
    rpc,
    mine,
    url: anvil.url,
    networks: chainsOf('evm').map((chain) => ({
      chain,
      rpcUrl: anvil.url,
      evmChainId,
      tokens: devTokens(keys, chain),
      vault: devVault(keys),
      sweeper: devSweeper(keys),
      ...(chain === 'bsc' ? { proofLog: devProofLog(keys) } : {}),
      publicRpcUrl: anvil.url,
      coldAddress: keys.owner.address,
      coldSignature: signMessage('evm', coldMessage(chain, keys.owner.address), keys.owner.privateKey),
      startBlock: 0,
      explorerUrl: 'https://explorer.test/tx/{hash}',
      companyAddresses: [keys.company.address],
      demo: true,
    })),
    async give(chain, coin, to, amount) {
      const { token, decimals } = tokenOf(chain, coin)
      const data = transferData(to, toBaseUnits(parseUnits(amount) ?? 0n, decimals))
      const nonce = Number(await rpc('eth_getTransactionCount', [keys.deployer.address, 'pending']))
      const raw = devTransaction(keys.deployer, evmChainId, nonce, { to: token, data })
      return (await rpc('eth_sendRawTransaction', [raw])) as Hex
    },
    async balance(chain, coin, owner) {
      const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`
      return BigInt((await rpc('eth_call', [{ to: tokenOf(chain, coin).token, data }, 'latest'])) as Hex)
    },
    async close() {
      await anvil.stop()
      if (!paysFrom) await signer.stop()
      folder.remove()
    },
  }
}
