import type { ChainId } from '#kit/chain/chains.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import type { FollowContext } from '../outgoing/follow.server.ts'

export type PayerContext = FollowContext & {
  readonly clock: Clock
  readonly chains: Chains
  /** For tests. */
  readonly stuckAfterBlocks?: number
}

/** Chains that share one sending address and therefore one nonce sequence. */
export type Lane = { readonly name: string; readonly chains: ReadonlyMap<ChainId, ConnectedChain> }

export function lanesOf({ connected }: Chains): readonly Lane[] {
  const lanes = new Map<string, Map<ChainId, ConnectedChain>>()
  for (const [chain, connection] of connected) {
    const members = lanes.get(connection.lane) ?? new Map<ChainId, ConnectedChain>()
    lanes.set(connection.lane, members.set(chain, connection))
  }
  return [...lanes].map(([name, chains]) => ({ name, chains }))
}
