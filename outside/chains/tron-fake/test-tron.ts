import type { TronAddress } from '#kit/chain/tron-address.ts'
import { expect } from '#kit/expect.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Network } from '../networks.ts'
import type { SignerRules } from '../signer/signer-rules.ts'
import { type RunningSigner, startSigner } from '../signer/start-signer.ts'
import { wideRules } from '../test/test-chain.ts'
import { testFolder } from '../test/test-folder.ts'
import type { TronContract } from '../tron/contract.ts'
import { FakeChain } from './chain.ts'
import {
  chainIdOf,
  type DevTronKeys,
  devSunTransfer,
  devTransaction,
  devTransfer,
  devTronKeys,
  gasSun,
  genesisOf,
  simulatedUsdt,
  tronCapital,
  tronUnits,
} from './dev-tron.ts'
import { energyOf } from './resources.ts'
import { type Fate, serveFake } from './server.ts'

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** Fast for tests. Never for a real key. */
const cheapKeystore = { memory: 64, passes: 1, parallelism: 1 }
const blockMs = 3000

export type TestTron = {
  readonly dataDir: string
  readonly network: Network
  readonly signer: RunningSigner
  readonly hotAddress: string
  readonly gasAddress: string
  readonly keys: DevTronKeys
  readonly chain: FakeChain
  setFate(fate: ((path: string) => Fate) | undefined): void
  /** Blocks are three seconds apart by default. */
  mine(blocks?: number, everyMs?: number): void
  advance(ms: number): void
  /** Sends in the next block. `amount` is a decimal string. @returns the transaction's id */
  give(to: string, amount: string): string
  sun(owner: string): bigint | undefined
  /** Sends in the next block. */
  sendSun(to: string, sun: bigint): void
  /** Mines two blocks. */
  lend(to: string, sun: bigint): void
  energy(owner: string): { readonly limit: number; readonly used: number }
  balance(owner: string): bigint
  close(): Promise<void>
}

const lending = (from: TronAddress, to: string, sun: bigint): readonly TronContract[] => [
  { kind: 'FreezeBalanceV2Contract', from, sun },
  { kind: 'DelegateResourceContract', from, to: to as TronAddress, sun },
]

export async function testTron(options: { rules?: SignerRules; clock?: Clock } = {}): Promise<TestTron> {
  const { rules = wideRules, clock } = options
  const folder = testFolder('glasshouse-tron-')
  const dataDir = folder.path
  const signer = await startSigner({ dataDir, cost: cheapKeystore, rules, ...(clock ? { clock } : {}) })
  const { hotAddress, gasAddress } = (await signer.publicKeys()).tron
  const keys = devTronKeys(mnemonic)
  let time = 1_764_000_000_000
  const chain = new FakeChain(genesisOf(keys, hotAddress, time), () => time)
  const mine = (blocks = 1, everyMs = blockMs): void => {
    for (let count = 0; count < blocks; count += 1) {
      time += everyMs
      chain.mine()
    }
  }
  let given = 0
  const send = (raw: string): string => {
    const answer = chain.broadcast(raw)
    expect('result' in answer, 'the simulated network takes what the faucet sends')
    return answer.txid
  }
  const give: TestTron['give'] = (to, amount) => {
    given += 1
    return send(devTransfer(chain, keys.faucet, to, tronUnits(amount), given))
  }
  chain.broadcast(devTransfer(chain, keys.company, hotAddress, tronUnits(tronCapital), 0))
  chain.broadcast(devSunTransfer(chain, keys.company, gasAddress, gasSun))
  mine()
  let fate: ((path: string) => Fate) | undefined
  const server = await serveFake({ chain, port: 0, fate: (path) => fate?.(path) ?? 'answer' })
  return {
    dataDir,
    signer,
    hotAddress,
    gasAddress,
    keys,
    chain,
    mine,
    give,
    network: {
      chain: 'tron',
      rpcUrl: server.url,
      evmChainId: chainIdOf(chain),
      tokens: { USDT: simulatedUsdt },
      vault: undefined,
      startBlock: 0,
      explorerUrl: 'https://explorer.test/#/transaction/{hash}',
      companyAddresses: [keys.company.address],
      demo: true,
    },
    setFate: (next) => {
      fate = next
    },
    advance: (ms) => {
      time += ms
    },
    sun: (owner) => chain.newest.sun.get(owner),
    sendSun: (to, sun) => void send(devSunTransfer(chain, keys.faucet, to, sun)),
    lend: (to, sun) =>
      lending(keys.faucet.address, to, sun).forEach((contract) => {
        send(devTransaction(chain, keys.faucet, contract, 0))
        mine()
      }),
    energy: (owner) => energyOf(chain.newest, owner, chain.head.header.timestamp),
    balance: (owner) => chain.newest.tokens.get(simulatedUsdt)?.get(owner) ?? 0n,
    async close() {
      await server.stop()
      await signer.stop()
      folder.remove()
    },
  }
}
