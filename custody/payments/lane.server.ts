import type { ChainId } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'

/** What every part of the payer is given. */
export type PayerContext = {
  readonly db: Db
  /** The business clock: holds and reviews end on it. */
  readonly clock: Clock
  readonly chains: Chains
  /** For tests: how deep a payment must be. */
  readonly confirmations?: (chain: ChainId) => number
  /** For tests: after how many blocks a fee is raised. */
  readonly stuckAfterBlocks?: number
  /** For tests: called between any two steps, by name. */
  readonly onStep?: (step: string) => void
}

/** Chains that share one sending address, and with it one sequence of transaction numbers. */
export type Lane = { readonly name: string; readonly chains: ReadonlyMap<ChainId, ConnectedChain> }

/** The lanes of the chains that are connected. */
export function lanesOf({ connected }: Chains): readonly Lane[] {
  const lanes = new Map<string, Map<ChainId, ConnectedChain>>()
  for (const [chain, connection] of connected) {
    const members = lanes.get(connection.lane) ?? new Map<ChainId, ConnectedChain>()
    lanes.set(connection.lane, members.set(chain, connection))
  }
  return [...lanes].map(([name, chains]) => ({ name, chains }))
}
