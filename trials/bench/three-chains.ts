import type { Network } from '#outside/chains/networks.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { type Gate, gateTo } from './parts.ts'

export type ThreeChains = {
  readonly dataDir: string
  readonly networks: readonly Network[]
  readonly gate: Gate
  close(): Promise<void>
}

const [evmBlockMs, tronBlockMs] = [1_000, 3_000]

export async function threeChains(): Promise<ThreeChains> {
  const bsc = await testChain()
  const eth = await testChain({ evmChainId: 31338, paysFrom: bsc.signer })
  const tron = await testTron()
  await bsc.signer.stop()
  await tron.signer.stop()
  const gate = await gateTo(bsc.url)
  const mining = [
    setInterval(() => void Promise.all([bsc.mine(), eth.mine()]).catch(() => undefined), evmBlockMs),
    setInterval(() => tron.mine(1, tronBlockMs), tronBlockMs),
  ]
  const of = (networks: readonly Network[], chain: string) => networks.filter((network) => network.chain === chain)
  return {
    dataDir: bsc.dataDir,
    gate,
    networks: [
      ...of(bsc.networks, 'bsc').map((network) => ({ ...network, rpcUrl: gate.url })),
      ...of(eth.networks, 'eth'),
      tron.network,
    ],
    close: async () => {
      for (const timer of mining) clearInterval(timer)
      gate.close()
      for (const each of [eth, bsc, tron]) await each.close().catch(() => undefined)
    },
  }
}
