import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '#kit/expect.ts'
import type { Network } from '../networks.ts'
import type { SignerRules } from '../signer-rules.ts'
import { type RunningSigner, startSigner } from '../start-signer.ts'
import { wideRules } from '../test-chain.ts'
import { FakeChain } from './chain.ts'
import {
  chainIdOf,
  type DevTronKeys,
  devTransfer,
  devTronKeys,
  genesisOf,
  simulatedUsdt,
  tronCapital,
  tronUnits,
} from './dev-tron.ts'
import { type Fate, serveFake } from './server.ts'

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** So little that a test does not wait for it. Never for a real key. */
const cheapKeystore = { memory: 64, passes: 1, parallelism: 1 }
const blockMs = 3000

export type TestTron = {
  readonly dataDir: string
  readonly network: Network
  readonly signer: RunningSigner
  readonly hotAddress: string
  readonly keys: DevTronKeys
  /** The simulated network itself: a test may also reorganise it. */
  readonly chain: FakeChain
  /** How the next questions fare. */
  setFate(fate: ((path: string) => Fate) | undefined): void
  /** Makes blocks, three seconds apart or as far as is said. */
  mine(blocks?: number, everyMs?: number): void
  /** Lets time pass before the next block. */
  advance(ms: number): void
  /** Sends test coins to an address; they are in the next block. `amount` is decimal text. @returns the transaction's id */
  give(to: string, amount: string): string
  /** Base units of USDT at an address. */
  balance(owner: string): bigint
  close(): Promise<void>
}

/** For tests: a simulated TRON network with the company's capital, and a real signer. It makes a block only when told. */
export async function testTron({ rules = wideRules }: { rules?: SignerRules } = {}): Promise<TestTron> {
  const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-tron-'))
  const signer = await startSigner({ dataDir, cost: cheapKeystore, rules })
  const { hotAddress } = (await signer.publicKeys()).tron
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
  const give: TestTron['give'] = (to, amount) => {
    given += 1
    const answer = chain.broadcast(devTransfer(chain, keys.faucet, to, tronUnits(amount), given))
    expect('result' in answer, 'the simulated network takes a gift')
    return answer.txid
  }
  chain.broadcast(devTransfer(chain, keys.company, hotAddress, tronUnits(tronCapital), 0))
  mine()
  let fate: ((path: string) => Fate) | undefined
  const server = await serveFake({ chain, port: 0, fate: (path) => fate?.(path) ?? 'answer' })
  return {
    dataDir,
    signer,
    hotAddress,
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
    balance: (owner) => chain.newest.tokens.get(simulatedUsdt)?.get(owner) ?? 0n,
    async close() {
      await server.stop()
      await signer.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
