import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChainId } from '#kit/chain/chains.ts'
import { type Running, runChild } from '#kit/run-child.server.ts'
import { type ConnectedChain, connectChain, groupsOf, prepareChains } from '#outside/chains/connect.server.ts'
import { devNetworksText } from '#outside/chains/dev-chain/dev-chain.ts'
import { RpcRefused, RpcUnreachable } from '#outside/chains/evm/json-rpc.ts'
import type { OpenIncident } from '#outside/chains/incident.store.ts'
import { type Network, readNetworks } from '#outside/chains/networks.ts'
import { portTo } from '#outside/chains/registry.ts'
import { signerAt, signerSocket } from '#outside/chains/signer/signer-socket.ts'
import type { FeedAlarm } from '#outside/feeds/feed.store.ts'
import { type Config, monitorOf, readConfig } from '../processes/config.ts'
import { chainLoops } from './chain-loops.ts'
import { guarded } from './leave.ts'
import { openLoopProcess } from './loop-process.ts'
import { companyLoops } from './schedule.ts'

function networksText({ networksFile, dataDir }: Config): string {
  if (networksFile) return readFileSync(networksFile, 'utf8')
  return devNetworksText(dataDir) ?? '[]'
}

const [tryAgainMs, startWaitsMs] = [10_000, 3_000]

const mayPass = (error: unknown): boolean => error instanceof RpcUnreachable || error instanceof RpcRefused

async function start(config: Config, fail: (error: unknown) => void): Promise<Running> {
  const part = await openLoopProcess('worker', config)
  const { log, db, clock, signal } = part
  const given = readNetworks(networksText(config))
  const signer = guarded(signerAt(signerSocket(config.dataDir)))
  const portOf = (network: Network) => guarded(portTo(network))
  const { keys, networks } = await prepareChains({ db, networks: given, signer })
  const off = given.filter((network) => !networks.includes(network)).map(({ chain }) => chain)
  if (off.length > 0) log.warn({ chains: off }, 'switched off by operators: this part does nothing for them')
  const connected = new Map<ChainId, ConnectedChain>()
  const chains = { connected, signer }
  const tell = ({ halts, ...incident }: OpenIncident): void => {
    const text = halts ? 'an incident: withdrawals stand still until it is resolved' : 'an incident, to be looked at'
    log[halts ? 'error' : 'warn']({ ...incident, id: `${incident.id}` }, text)
  }
  const alarm = (alarm: FeedAlarm): void => log.warn({ ...alarm }, 'a price alarm: see feed show')
  const loops = part.run(companyLoops({ db, clock, chains, demo: config.demo, tell, alarm }))

  /** Connects chains of one group with retries, then starts their jobs. */
  async function connect(group: readonly Network[]): Promise<void> {
    try {
      const found = new Map<ChainId, ConnectedChain>()
      for (const network of group) found.set(network.chain, await connectChain({ db, signer, portOf }, keys, network))
      for (const [chain, connection] of found) connected.set(chain, connection)
      loops.add(chainLoops({ db, clock, chains }, found))
    } catch (error) {
      if (signal.aborted) return
      if (!mayPass(error)) return fail(error)
      log.error({ chains: group.map(({ chain }) => chain), err: error }, 'a node does not answer: its chain waits')
      setTimeout(() => void connect(group), tryAgainMs).unref()
    }
  }
  await Promise.race([Promise.all(groupsOf(networks).map(connect)), wait(startWaitsMs, undefined, { ref: false })])
  const missing = () => networks.map(({ chain }) => chain).filter((chain) => !connected.has(chain))
  return {
    ...part,
    checks: {
      ...part.checks,
      signer: () => signer.publicKeys(),
      chains: async () => {
        if (missing().length > 0) throw new Error(`no node answers for ${missing().join(', ')}`)
      },
    },
  }
}

const config = readConfig(process.env)
await runChild((fail) => start(config, fail), { monitor: monitorOf(config, 'worker') })
