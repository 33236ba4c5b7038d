import type { Db } from '#kit/store/db.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import type { TestChain } from '#outside/chains/test/test-chain.ts'

export async function bscWithReceipts(db: Db, chain: TestChain, onAsked: () => void): Promise<Chains> {
  const networks = chain.networks.filter((network) => network.chain === 'bsc')
  const all = await connectChains({ db, networks, signer: chain.signer })
  const connected = new Map(
    [...all.connected].map(([name, connection]) => {
      const receipt: ChainPort['receipt'] = (hash) => {
        onAsked()
        return connection.port.receipt(hash)
      }
      return [name, { ...connection, port: { ...connection.port, receipt } }]
    }),
  )
  return { ...all, connected }
}
